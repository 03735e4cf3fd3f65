import type { Cents } from '#/core/values/cents.ts'
import type { Report } from './app-contract.ts'
import type { MovePlan } from './plan.ts'
import type { Proposed } from './store-proposals.ts'
import type { StoredRows } from './take-rows.ts'

type Done = {
  readonly taken: StoredRows
  readonly proposed: Proposed
  readonly newCategories: number
  readonly accountIds: ReadonlyMap<string, string>
  /** Balances after the move, by the accounts' keys. */
  readonly balances: ReadonlyMap<string, Cents>
}

/** Says what a move took and what it did not take, by kind and with reasons. */
export function describeMove(
  plan: MovePlan,
  { taken, proposed, newCategories, accountIds, balances }: Done,
): Report {
  const { summary } = plan
  const left = summary.left.list()
  const add = (
    reason: (typeof left)[number]['reason'],
    count: number,
    examples: readonly string[],
  ) => {
    if (count > 0) left.push({ reason, count, examples: [...examples].slice(0, 5) })
  }
  const leftOut = plan.accounts.filter(({ isTaken }) => !isTaken)
  add(
    'account_left_out',
    leftOut.length,
    leftOut.map(({ name }) => name),
  )
  add('transfer_alone', taken.alone.length, [...new Set(taken.alone)])
  return {
    accounts: plan.accounts.map((account) => ({
      key: account.key,
      name: account.name,
      type: account.kind.type,
      subtype: account.kind.subtype,
      currency: account.currency,
      is_guessed: account.isGuessed,
      is_new: account.accountId === null,
      account_id: account.accountId ?? accountIds.get(account.key) ?? null,
      taken: account.isTaken,
      rows: account.rows,
      added: taken.added.get(account.key)?.count ?? 0,
      opening: account.opening,
      balance: balances.get(account.key) ?? account.opening + account.sum,
      stated: account.stated,
    })),
    counts: {
      ...taken.counts,
      transfers: taken.pairs.length,
      categories: summary.categories.length,
      new_categories: newCategories,
      ...proposed,
    },
    first_day: summary.first,
    last_day: summary.last,
    left,
  }
}
