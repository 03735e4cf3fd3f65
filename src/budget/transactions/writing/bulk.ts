import { codes } from '#/platform/contract/codes.ts'
import { Refusal, notFound } from '#/platform/contract/refusal.ts'
import type { Call, Handle } from '#/platform/runtime/call.ts'
import { checkBookingDay } from '#/budget/transactions/recording/booking-day.ts'
import { newBulkTransaction, type transactions } from '#/budget/transactions/contract.ts'
import { type Fault, read as readBy, sentenceOf } from '#/platform/contract/issue.ts'
import type { NewTransaction } from '#/budget/transactions/recording/payment.ts'
import { insertManual } from './record.ts'

type Checked =
  | { readonly status: 'created'; readonly item: NewTransaction }
  | { readonly status: 'duplicate'; readonly item: NewTransaction }
  | { readonly status: 'invalid'; readonly error: Refusal }

/** `POST /transactions/bulk`: stores valid items together and reports invalid ones item by item. */
export const recordTransactions: Handle<typeof transactions.recordTransactions> = async (
  call,
  { body },
) => {
  const checked = await checkAll(call, body.transactions)
  const created = checked.filter((item) => item.status === 'created')
  const stored = body.dry_run
    ? []
    : await insertManual(
        call,
        created.map(({ item }) => item),
        null,
      )
  let next = 0
  const results = checked.map((item, index) => ({
    index,
    status: item.status,
    transaction: item.status === 'created' && !body.dry_run ? JSON.parse(stored[next++]!) : null,
    error: item.status === 'invalid' ? toWire(item.error) : null,
  }))
  const count = (status: Checked['status']) => checked.filter((one) => one.status === status).length
  return {
    created: count('created'),
    duplicates: count('duplicate'),
    invalid: count('invalid'),
    results,
  }
}

async function checkAll(call: Call, items: readonly unknown[]): Promise<Checked[]> {
  const read = items.map((item) => readBy(newBulkTransaction, item))
  const valid = read.flatMap(({ value }) => (value === null ? [] : [value]))
  const known = await loadKnown(call, valid)
  const seen = new Set(known.externalIds)
  return read.map(({ value: item, fault }): Checked => {
    if (fault) return { status: 'invalid', error: refusalOf(fault) }
    try {
      checkBookingDay(item.booked_at, call)
      checkReferences(known, item)
    } catch (error) {
      if (error instanceof Refusal) return { status: 'invalid', error }
      throw error
    }
    if (item.external_id == null) return { status: 'created', item }
    const key = `${item.account_id} ${item.external_id}`
    if (seen.has(key)) return { status: 'duplicate', item }
    seen.add(key)
    return { status: 'created', item }
  })
}

type Known = {
  readonly accounts: ReadonlySet<string>
  readonly categories: ReadonlySet<string>
  readonly expenses: ReadonlySet<string>
  /** Account id and external id of recorded transactions, joined by a space. */
  readonly externalIds: readonly string[]
}

async function loadKnown(call: Call, items: readonly NewTransaction[]): Promise<Known> {
  const { householdId } = call.caller
  const named = (pick: (item: NewTransaction) => string | null | undefined) => [
    ...new Set(items.map(pick).filter((value): value is string => typeof value === 'string')),
  ]
  const accounts = await call.db
    .selectFrom('accounts')
    .select('id')
    .where('household_id', '=', householdId)
    .where('hidden', '=', false)
    .execute()
  const categories = await call.db
    .selectFrom('categories')
    .select('id')
    .where('household_id', '=', householdId)
    .execute()
  const expenses = await call.db
    .selectFrom('expenses')
    .select('id')
    .where('household_id', '=', householdId)
    .where('archived_at', 'is', null)
    .execute()
  const recorded = await call.db
    .selectFrom('transactions')
    .select(['account_id', 'external_id'])
    .where('household_id', '=', householdId)
    .where('provider', '=', 'manual')
    .where('external_id', '=', (where) =>
      where.fn.any(where.val(named((item) => item.external_id))),
    )
    .execute()
  const ids = (rows: readonly { readonly id: string }[]) => new Set(rows.map(({ id }) => id))
  return {
    accounts: ids(accounts),
    categories: ids(categories),
    expenses: ids(expenses),
    externalIds: recorded.map((row) => `${row.account_id} ${row.external_id}`),
  }
}

function checkReferences(known: Known, item: NewTransaction): void {
  if (!known.accounts.has(item.account_id)) throw notFound('account_id')
  if (item.category_id && !known.categories.has(item.category_id)) throw notFound('category_id')
  if (item.expense_goal_id && !known.expenses.has(item.expense_goal_id)) {
    throw notFound('expense_goal_id')
  }
}

function refusalOf({ param, reason }: Fault): Refusal {
  const message = sentenceOf(param === '' ? 'The item' : `\`${param}\``, reason)
  return new Refusal('invalid_parameter', { message, ...(param && { param }) })
}

function toWire({ code, message, param }: Refusal) {
  return { code, message: message || codes[code].message, ...(param !== undefined && { param }) }
}
