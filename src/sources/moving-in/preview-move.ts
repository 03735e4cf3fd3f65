import { sql } from 'kysely'
import type { Cents } from '#/core/values/cents.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { Report } from './app-contract.ts'
import type { Destination, MovePlan, PlannedAccount } from './plan.ts'
import { describeMove } from './report.ts'
import { countNewCategories } from './store-categories.ts'
import { countProposals } from './store-proposals.ts'
import { findKnownRows } from './store-rows.ts'
import { takeRows } from './take-rows.ts'

const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Says what a move would take, and stores nothing. */
export async function previewPlan(
  { db }: Pick<Runtime, 'db'>,
  { householdId }: Destination,
  plan: MovePlan,
): Promise<Report> {
  const reader = { db, caller: { householdId } }
  const receiving = plan.accounts.filter(({ isTaken }) => isTaken)
  let ids = 0
  const taken = await takeRows(plan, {
    accounts: new Map(
      receiving.map(({ key, currency, entryId }) => {
        return [key, { key, id: key, entryId: entryId ?? NO_ID, currency }]
      }),
    ),
    findKnown: async (to, names) =>
      to.entryId === NO_ID ? new Map() : findKnownRows(reader, plan.app, { to, names }),
    newId: () => `${(ids += 1)}`,
    store: async () => {},
  })
  const balances = new Map<string, Cents>()
  for (const account of receiving) {
    const before = await balanceBefore(reader, account)
    balances.set(account.key, before + (taken.added.get(account.key)?.sum ?? 0))
  }
  return describeMove(plan, {
    taken,
    proposed: await countProposals(reader, plan.summary.targets),
    newCategories: await countNewCategories(reader, plan.summary.categories),
    accountIds: new Map(),
    balances,
  })
}

async function balanceBefore(
  { db, caller }: { readonly db: Runtime['db']; readonly caller: { readonly householdId: string } },
  { accountId, opening }: PlannedAccount,
): Promise<Cents> {
  if (accountId === null) return opening
  const { rows } = await sql<{ balance: Cents }>`
    select balance from accounts where household_id = ${caller.householdId} and id = ${accountId}`.execute(
    db,
  )
  return rows[0]?.balance ?? opening
}
