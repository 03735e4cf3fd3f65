import { commonOf, type Part } from '#/budget/transactions/parts.ts'
import { merchantOf } from '#/budget/transactions/naming/merchant.ts'
import type { Document } from './document.ts'
import { loadInBulk } from './bulk-load.ts'
import { insertRows } from './insert-rows.ts'
import { timesOf } from './load-budget.ts'
import { idOf, type Ids, type Loading } from './loading.ts'

/** Rows per statement. Each statement updates the rollups once, so few large ones are much faster. */
const ROWS_AT_ONCE = 20_000

/**
 * Stores the transactions. Without a state they are history: a link to an Expense moves no money, and the balances of the
 * accounts include them already.
 */
export async function loadTransactions(loading: Loading, document: Document): Promise<void> {
  const { db, householdId, ids } = loading
  const { transactions, state } = document
  // Sort by time: transactions of one day share their totals, and most indexes run from the newest to the oldest, so that
  // this order appends to them.
  const newestFirst = transactions.toReversed().sort(byNewest)
  await loadInBulk(db, transactions.length, async () => {
    for (let start = 0; start < newestFirst.length; start += ROWS_AT_ONCE) {
      const some = newestFirst.slice(start, start + ROWS_AT_ONCE)
      await insertRows(
        db,
        'transactions',
        some.map((transaction) => toRow(loading, document, transaction)),
      )
    }
  })
  await insertRows(
    db,
    'settlements',
    Object.entries(state?.transactions ?? {}).flatMap(([ref, { settlement, settlements }]) => {
      const shares = settlement ? [settlement] : (settlements ?? [])
      return shares.map(({ expense, card_expense, ...parts }, position) => ({
        household_id: householdId,
        transaction_id: ids.transactions.get(ref)!,
        position,
        expense_id: idOf(ids.expenses, expense),
        card_expense_id: idOf(ids.expenses, card_expense),
        settlement: parts,
      }))
    }),
  )
  await insertRows(
    db,
    'left_payments',
    Object.entries(state?.transactions ?? {}).flatMap(([ref, { left_at }]) => {
      if (!left_at) return []
      return { household_id: householdId, transaction_id: ids.transactions.get(ref)!, left_at }
    }),
  )
}

function byNewest(a: Transaction, b: Transaction): number {
  if (a.booked_at === b.booked_at) return 0
  return a.booked_at > b.booked_at ? -1 : 1
}

type Transaction = Document['transactions'][number]

function toRow(
  loading: Loading,
  { household, accounts, state }: Document,
  transaction: Transaction,
) {
  const { householdId, ids } = loading
  const { ref, account, category, expense, type, splits: written, ...rest } = transaction
  const splits = written ? readParts(ids, written) : null
  const {
    settlement: _,
    settlements: __,
    left_at: ___,
    category_why: why,
    expense_why: reason,
    ...entry
  } = state?.transactions[ref] ?? newEntry
  return {
    household_id: householdId,
    id: ids.transactions.get(ref)!,
    account_id: ids.accounts.get(account)!,
    currency: accounts.find((found) => found.ref === account)!.currency ?? household.currency,
    ...rest,
    type: type ?? (rest.amount < 0 ? ('expense' as const) : ('income' as const)),
    category_id: splits ? commonOf(splits, 'category_id') : idOf(ids.categories, category),
    category_why: why && readWhy(ids, why),
    expense_why: reason && readWhy(ids, reason),
    expense_goal_id: splits ? commonOf(splits, 'expense_goal_id') : idOf(ids.expenses, expense),
    splits,
    merchant: merchantOf(rest.concept),
    ...entry,
    ...timesOf(loading, entry),
    deleted_at: null,
    hidden: state?.accounts[account]?.hidden ?? false,
  }
}

function readParts(ids: Ids, parts: NonNullable<Transaction['splits']>): Part[] {
  return parts.map(({ amount, category, expense, note }) => ({
    amount,
    category_id: idOf(ids.categories, category),
    expense_goal_id: idOf(ids.expenses, expense),
    note,
  }))
}

type Entry = NonNullable<Document['state']>['transactions'][string]
type Why = NonNullable<Entry['category_why'] | Entry['expense_why']>

/** Reads why a category or an Expense was chosen. */
export function readWhy(ids: Ids, why: Why) {
  if (why.by !== 'rule') return why
  const { rule, ...rest } = why
  return { ...rest, rule_id: idOf(ids.category_rules, rule) }
}

const newEntry = {
  history: true,
  provider: 'manual',
  external_id: null,
  edited: [] as string[],
  idempotency_key: null,
  revision: 1,
  category_why: null,
  expense_why: null,
  settlement: undefined,
  settlements: undefined,
  left_at: undefined,
  created_at: undefined,
  updated_at: undefined,
} as const
