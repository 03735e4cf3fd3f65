import { updateBalances } from '#/budget/accounts/update-balances.ts'
import { refusalOf } from '#/budget/transactions/constraints.ts'
import { pairTransfers } from './pair-transfers.ts'
import { checkBookingDay } from '#/budget/transactions/recording/booking-day.ts'
import { type NewTransaction, toPayment } from '#/budget/transactions/recording/payment.ts'
import { recordAtOnce } from '#/budget/transactions/recording/record-at-once.ts'
import { type RawBuilder, sql } from 'kysely'
import { notFound } from '#/platform/contract/refusal.ts'
import { announceIncome, type Arrival } from '#/budget/funding/announce-income.ts'
import type { Acting, Call, Handle, JsonText } from '#/platform/runtime/call.ts'
import type { transactions } from '#/budget/transactions/contract.ts'
import { announceTransactions } from '#/webhooks/delivering/announce.ts'
import { wireColumns } from '#/budget/transactions/row.ts'
import { assignRecorded } from '#/budget/assignments/assign-payments.ts'
import { resettleAll } from '#/budget/assignments/settle.ts'

/** A write that can announce the transactions it records. */
export type Recording = Acting & Pick<Call, 'bell' | 'hasWebhooks'>

const recordStepwise: Handle<typeof transactions.recordTransaction> = async (call, { body }) => {
  checkBookingDay(body.booked_at, call)
  const [json] = await insertManual(call, [body], call.idempotencyKey)
  if (json !== undefined) return { json }
  // Almost no request repeats a key whose answer is not stored any more, so that is looked up only if nothing was recorded.
  const known = call.idempotencyKey && (await findByKey(call, call.idempotencyKey))
  if (known) return known
  throw notFound('account_id')
}

/** `POST /transactions`: records a manual transaction, which is booked at once. */
export const recordTransaction = Object.assign(recordStepwise, { atOnce: recordAtOnce })

/**
 * Stores manual transactions, updates their accounts' balances, and spends them from their Expenses. Returns each as
 * JSON, in the given order, without those whose account does not exist, is closed or hidden. Stores nothing if the
 * Idempotency-Key has recorded a transaction before. Throws `resource_not_found`
 * for an unknown category or Expense, and `invalid_parameter` if sums would become inexact.
 */
export async function insertManual(
  call: Recording,
  inputs: readonly NewTransaction[],
  idempotencyKey: string | null,
): Promise<string[]> {
  const { stored, arrivals } = await storeManual(call, inputs, idempotencyKey)
  await announceIncome(call, arrivals)
  return stored.map(({ json }) => json)
}

/**
 * Records the transaction that corrects a balance, and returns its id. It is not pay, so that no payday continues because of
 * it, and it pays no Expense.
 */
export async function recordCorrection(call: Recording, input: NewTransaction): Promise<string> {
  const { stored } = await storeManual(call, [{ ...input, expense_goal_id: null }], null)
  return stored[0]!.id
}

async function storeManual(
  call: Recording,
  inputs: readonly NewTransaction[],
  idempotencyKey: string | null,
): Promise<{ readonly stored: readonly Stored[]; readonly arrivals: readonly Arrival[] }> {
  const rows = inputs.map((input) => toPayment(input, call))
  const stored = await store(call, rows, idempotencyKey)
  // Most transactions move no Expense's money, so nothing is read for them.
  const moving = rows.filter(({ id, expense_goal_id: expenseId }) => {
    const kept = stored.get(id)
    return kept && (expenseId || kept.on_card)
  })
  await resettleAll(
    call,
    moving.map(({ account_id: accountId, booked_at: booked, expense_goal_id, ...row }) => {
      const expenseId = expense_goal_id ?? null
      return { before: null, after: { ...row, accountId, booked, expenseId, history: false } }
    }),
  )
  const moved = rows.filter(({ id, type }) => type === 'transfer' && stored.has(id))
  if (moved.length > 0) await pairRecorded(call, moved, stored)
  for (const [id, json] of await findExpenses(call, rows, stored)) {
    stored.set(id, { ...stored.get(id)!, json })
  }
  const arrivals = rows
    .filter(({ id }) => stored.has(id))
    .map((row) => ({ ...row, accountId: row.account_id, booked: row.booked_at }))
  await announceTransactions(call, [...stored.keys()])
  return { stored: rows.flatMap(({ id }) => stored.get(id) ?? []), arrivals }
}

/**
 * Finds the Expenses of payments that were recorded without one. Nothing is read unless the household has Expenses, and
 * has decided on one of the payees before or has a rule that names an Expense.
 * Returns the assigned payments as JSON.
 */
async function findExpenses(
  call: Recording,
  rows: readonly (NewTransaction & { readonly id: string; readonly merchant: string })[],
  stored: ReadonlyMap<string, Stored>,
): Promise<ReadonlyMap<string, string>> {
  const open = rows.filter(({ expense_goal_id }) => expense_goal_id === undefined)
  const hasExpenses = [...stored.values()].some(({ has_expenses }) => has_expenses)
  const merchants = [...new Set(open.map(({ merchant }) => merchant))]
  const hasRules = [...stored.values()].some((one) => one.has_rules)
  // Choices that were recorded beside them count, too.
  const chosen = new Set(rows.filter((one) => !open.includes(one)).map(({ merchant }) => merchant))
  const isKnown = open.some(({ id, merchant }) => stored.get(id)?.is_known || chosen.has(merchant))
  const ids =
    hasExpenses && open.length > 0 && (hasRules || isKnown)
      ? await assignRecorded(call, { merchants, hasRules })
      : []
  if (ids.length === 0) return new Map()
  const { rows: found } = await sql<{ id: string; json: string }>`
    select p.id, row_to_json(p)::text as json from (
      select ${wireColumns} from transactions t
      where t.household_id = ${call.caller.householdId} and t.id = any(${ids}::uuid[])) p`.execute(
    call.db,
  )
  return new Map(found.map(({ id, json }) => [id, json]))
}

/** Pairs transfers that were recorded by hand, and reads their JSON again: a card's payment has got an Expense. */
async function pairRecorded(
  call: Recording,
  moved: readonly { readonly id: string }[],
  stored: Map<string, Stored>,
): Promise<void> {
  await pairTransfers(call)
  const ids = moved.map(({ id }) => id)
  const { rows } = await sql<Pick<Stored, 'id' | 'json'>>`
    select p.id, row_to_json(p)::text as json from (
      select ${wireColumns} from transactions t
      where t.household_id = ${call.caller.householdId} and t.id = any(${ids}::uuid[])) p`.execute(
    call.db,
  )
  for (const row of rows) stored.set(row.id, { ...stored.get(row.id)!, json: row.json })
}

type Stored = {
  readonly id: string
  readonly json: string
  /** Its account is linked to a card's Expense, which sets money aside for it. */
  readonly on_card: boolean
  /** The household has Expenses that payments may be spent from. */
  readonly has_expenses: boolean
  /** A rule names an Expense. */
  readonly has_rules: boolean
  /** Its payee was decided on before: only then may there be an Expense for it, unless a rule names one. */
  readonly is_known: boolean
}

async function store(
  call: Recording,
  rows: readonly (NewTransaction & { readonly id: string })[],
  idempotencyKey: string | null,
): Promise<Map<string, Stored>> {
  const { householdId } = call.caller
  const now = call.now()
  const moved = updateBalances({
    householdId,
    balance: sql`a.balance + s.amount`,
    at: now,
    now,
    from: sql`(select account_id, sum(amount) as amount from given group by 1) s`,
    where: sql`a.id = s.account_id and not a.hidden and a.closed_at is null`,
  })
  try {
    const { rows: stored } = await sql<Stored>`
      with given as (
        select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id uuid, account_id uuid,
          amount bigint, concept text, booked_at date, type text, category_id uuid,
          expense_goal_id uuid, notes text, merchant text, external_id text, edited text[])
        where ${isNew(householdId, idempotencyKey)}
      ), moved as (
        ${moved} returning a.id, a.currency
      ), t as (
        insert into transactions (household_id, id, account_id, amount, currency, concept, booked_at,
          type, status, category_id, expense_goal_id, notes, merchant, provider, external_id, edited,
          idempotency_key, revision, created_at, updated_at, history, hidden)
        select ${householdId}, g.id, moved.id, g.amount, moved.currency, g.concept, g.booked_at, g.type,
          'booked', g.category_id, g.expense_goal_id, g.notes, g.merchant, 'manual', g.external_id, g.edited,
          ${idempotencyKey}, ${call.revision}, ${now}, ${now}, false, false
        from given g join moved on moved.id = g.account_id
        returning *
      )
      select t.id, row_to_json(p)::text as json, exists (
        select 1 from expenses e where e.household_id = ${householdId}
          and e.card_account_id = t.account_id and e.archived_at is null) as on_card,
        exists (select 1 from expenses e where e.household_id = ${householdId}
          and e.archived_at is null) as has_expenses,
        exists (select 1 from category_rules r where r.household_id = ${householdId}
          and r.expense_id is not null) as has_rules,
        ${isKnownMerchant(householdId)} as is_known
      from t cross join lateral (select ${wireColumns}) p`.execute(call.db)
    return new Map(stored.map((row) => [row.id, row]))
  } catch (error) {
    throw refusalOf(error) ?? error
  }
}

/** Builds the condition that no transaction was recorded with the Idempotency-Key, at any time. */
function isNew(householdId: string, idempotencyKey: string | null): RawBuilder<boolean> {
  if (idempotencyKey === null) return sql<boolean>`true`
  return sql<boolean>`not exists (select 1 from transactions k
          where k.household_id = ${householdId} and k.idempotency_key = ${idempotencyKey})`
}

/** Builds the condition that evidence may be found for a recorded transaction `t` by its payee (`load-evidence.ts`). */
function isKnownMerchant(householdId: string): RawBuilder<boolean> {
  return sql<boolean>`(exists (select 1 from expense_payees y
          where y.household_id = ${householdId} and y.merchant = t.merchant)
        or exists (select 1 from transactions d
          where d.household_id = ${householdId} and d.merchant = t.merchant and d.deleted_at is null
            and d.splits is null
            and (d.expense_goal_id is not null or 'expense_goal_id' = any (d.edited))))`
}

/** Finds the transaction that was recorded with an Idempotency-Key, at any time. */
async function findByKey(call: Call, key: string): Promise<JsonText | null> {
  const { rows } = await sql<JsonText>`
    select row_to_json(p)::text as json from (
      select ${wireColumns} from transactions t
      where t.household_id = ${call.caller.householdId} and t.idempotency_key = ${key}) p`.execute(
    call.db,
  )
  return rows[0] ?? null
}
