import { type RawBuilder, type Selectable, sql } from 'kysely'
import { invalidParameter, notFound } from '#/platform/contract/refusal.ts'
import type { Detail } from '#/platform/contract/detail.ts'
import type { Tables } from '#/platform/database/tables.ts'
import type { Acting } from '#/platform/runtime/call.ts'
import type { ReadContext } from '#/platform/runtime/write-context.ts'
import type { Cents } from '#/core/values/cents.ts'
import { type Day, dayAt, toDay } from '#/core/values/day.ts'
import { isSpendable } from '#/core/values/spendable.ts'

/** How the balance of an account is kept right. */
export type Way = 'reconcile' | 'value' | 'reported'

export type CheckedAccount = Pick<
  Selectable<Tables['accounts']>,
  'id' | 'type' | 'subtype' | 'currency' | 'balance' | 'provider' | 'spendable' | 'subscribed'
> & {
  readonly createdOn: Day
  readonly cashTypes: readonly string[]
  readonly way: Way
}

type Row = Omit<CheckedAccount, 'way' | 'createdOn'> & {
  readonly connection_id: string | null
  readonly created_at: Temporal.Instant
  readonly closed_at: Temporal.Instant | null
}

const EARLIEST = toDay('1970-01-01')

/** Loads an account that is open and visible. Refuses a closed one. */
export async function loadAccount(acting: Acting, id: string): Promise<CheckedAccount> {
  const { rows } = await accountRows(acting, sql`a.id = ${id}`).execute(acting.db)
  const [row] = rows
  if (!row) throw notFound('id')
  if (row.closed_at !== null) throw refused('This account is closed.', { name: 'account_shut' })
  return toAccount(acting, row)
}

/** Loads all open accounts, oldest first. */
export async function loadAccounts(acting: Acting): Promise<CheckedAccount[]> {
  const { rows } = await accountRows(acting, sql`a.closed_at is null`).execute(acting.db)
  return rows.map((row) => toAccount(acting, row))
}

function accountRows({ caller }: ReadContext, where: RawBuilder<unknown>): RawBuilder<Row> {
  return sql<Row>`
    select a.id, a.type, a.subtype, a.currency, a.balance, a.provider, a.spendable, a.subscribed,
      a.connection_id, a.created_at, a.closed_at, h.account_types as "cashTypes"
    from accounts a join households h on h.household_id = ${caller.householdId}
    where a.household_id = ${caller.householdId} and not a.hidden and ${where}
    order by a.created_at, a.id`
}

function toAccount({ caller }: Acting, { created_at, ...row }: Row): CheckedAccount {
  return { ...row, createdOn: dayAt(created_at, caller.zone), way: wayOf(row) }
}

/**
 * Money is reconciled with a bank, anything else has a value. A bank that is connected, and a phone, report the balance
 * themselves: a correction would be overwritten.
 */
function wayOf(row: Omit<Row, 'created_at'>): Way {
  const isByHand = row.provider === 'manual' || row.provider === 'import'
  const isLeft = row.provider !== 'wallet' && (row.connection_id === null || !row.subscribed)
  if (!isByHand && !isLeft) return 'reported'
  const holdsMoney = ['depository', 'credit', 'wallet'].includes(row.type) || isSpendable(row)
  return holdsMoney ? 'reconcile' : 'value'
}

/** Refuses an account that is kept right in another way. */
export function requireWay({ way }: CheckedAccount, wanted: 'reconcile' | 'value'): void {
  if (way === wanted) return
  if (way === 'reported') {
    throw refused('The bank reports the balance of this account.', { name: 'balance_reported' })
  }
  throw way === 'reconcile'
    ? refused('This account holds money; reconcile it with its bank.', {
        name: 'account_reconciled',
      })
    : refused('This account has a value; update the value.', { name: 'account_valued' })
}

/** Returns the day, by default the household's today. Refuses a day to come. */
export function pastDay({ now, caller }: Acting, day: Day | undefined): Day {
  const today = dayAt(now(), caller.zone)
  const chosen = day ?? today
  if (chosen >= EARLIEST && chosen <= today) return chosen
  const detail = { name: 'day_outside', from: EARLIEST, to: today } as const
  throw invalidParameter('day', `\`day\` must be a day from ${EARLIEST} to ${today}.`, detail)
}

function refused(message: string, detail: Detail): Error {
  return invalidParameter('id', message, detail)
}

/** The share of a transaction `t` in the balance of its account `a`, in cents, as SQL. */
export const countedSql: RawBuilder<Cents> = sql`case
  when t.provider = 'manual' then t.amount
  when a.provider in ('manual', 'import') and t.provider <> 'import' then 0
  when t.status = 'booked' then t.amount
  when t.provider = 'import' and a.provider in ('manual', 'import') then least(t.amount, 0)
  else 0 end`

/** Computes the balance at the end of a day, in cents: today's, less what was booked later. */
export async function balanceOn(
  { db, caller }: ReadContext,
  account: Pick<CheckedAccount, 'id'>,
  day: Day,
): Promise<Cents> {
  const { rows } = await sql<{ balance: Cents }>`
    select a.balance - coalesce((select sum(${countedSql}) from transactions t
      where t.household_id = ${caller.householdId} and t.account_id = a.id and t.visible
        and t.booked_at > ${day}), 0)::bigint as balance
    from accounts a where a.household_id = ${caller.householdId} and a.id = ${account.id}`.execute(
    db,
  )
  return rows[0]!.balance
}
