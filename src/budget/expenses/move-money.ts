import { sql } from 'kysely'
import type { Tables } from '#/platform/database/tables.ts'
import { mapInTurns } from '#/platform/runtime/breathe.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import { type Day, dayAt } from '#/core/values/day.ts'
import type { Holding } from '#/budget/expenses/rules/holding.ts'
import { type MoneyPlace, postingsBetween } from '#/budget/expenses/rules/postings.ts'

/** A change of the money that Expenses hold, with its reason. */
export type Movement = {
  readonly before: readonly Holding[]
  readonly after: readonly Holding[]
  readonly reason: Tables['ledger_entries']['reason']
  /** The day of the ledger entries; by default the household's today. */
  readonly day?: Day
  readonly transactionId?: string
  readonly transferId?: string
}

/**
 * Stores a movement: the new lanes and, in the same transaction, the ledger entries that lead to them. The entries
 * are computed from the change itself, so the ledger and the balances cannot disagree. The caller holds the
 * household's lock.
 */
export async function moveMoney(writer: WriteContext, movement: Movement): Promise<void> {
  await moveThrough(writer, [movement])
}

/** The most ledger entries in one statement: writing and sending them takes a few milliseconds. */
const CHUNK = 2000

/** As `moveMoney`, for consecutive movements: each begins with the holdings at which the previous one ended. */
export async function moveThrough(
  writer: WriteContext,
  movements: readonly Movement[],
): Promise<void> {
  const [first, last] = [movements[0], movements.at(-1)]
  if (!first || !last) return
  const changed = last.after.filter((holding, index) => !sameState(holding, first.before[index]!))
  if (changed.length > 0) await storeLanes(writer, changed)
  const entries = (await mapInTurns(movements, (movement) => entriesOf(writer, movement))).flat()
  for (let start = 0; start < entries.length; start += CHUNK) {
    await storeEntries(writer, entries.slice(start, start + CHUNK))
  }
}

type Entry = {
  readonly id: string
  readonly amount: number
  readonly from_expense_id: string | null
  readonly from_lane: string
  readonly to_expense_id: string | null
  readonly to_lane: string
  readonly reason: Movement['reason']
  readonly transaction_id: string | null
  readonly transfer_id: string | null
  readonly day: Day
}

function entriesOf(writer: WriteContext, movement: Movement): Entry[] {
  const day = movement.day ?? dayAt(writer.now(), writer.caller.zone)
  return postingsBetween(movement.before, movement.after).map(({ from, to, amount }) => ({
    id: writer.newId(),
    amount,
    from_expense_id: expenseOf(from),
    from_lane: laneOf(from),
    to_expense_id: expenseOf(to),
    to_lane: laneOf(to),
    reason: movement.reason,
    transaction_id: movement.transactionId ?? null,
    transfer_id: movement.transferId ?? null,
    day,
  }))
}

async function storeEntries(writer: WriteContext, entries: readonly Entry[]): Promise<void> {
  await sql`
    insert into ledger_entries (household_id, id, amount, from_expense_id, from_lane, to_expense_id,
      to_lane, reason, transaction_id, transfer_id, day, revision, created_at)
    select ${writer.caller.householdId}, e.id, e.amount, e.from_expense_id, e.from_lane, e.to_expense_id,
      e.to_lane, e.reason, e.transaction_id, e.transfer_id, e.day, ${writer.revision}, ${writer.now()}
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e (id uuid, amount bigint,
      from_expense_id uuid, from_lane text, to_expense_id uuid, to_lane text, reason text,
      transaction_id uuid, transfer_id uuid, day date)`.execute(writer.db)
}

async function storeLanes(writer: WriteContext, changed: readonly Holding[]): Promise<void> {
  const rows = changed.map(({ id, lanes, cycle }) => ({ id, ...lanes, cycle }))
  await sql`
    update expenses e set ready = c.ready, building = c.building, reserve = c.reserve,
      prepaid = c.prepaid, spent = c.spent, cycle = c.cycle,
      updated_at = greatest(e.updated_at, ${writer.now()})
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (id uuid, ready bigint,
      building bigint, reserve bigint, prepaid bigint, spent bigint, cycle integer)
    where e.household_id = ${writer.caller.householdId} and e.id = c.id`.execute(writer.db)
}

function sameState({ lanes: a, ...one }: Holding, { lanes: b, ...other }: Holding): boolean {
  return (
    one.cycle === other.cycle &&
    a.ready === b.ready &&
    a.building === b.building &&
    a.reserve === b.reserve &&
    a.prepaid === b.prepaid &&
    a.spent === b.spent
  )
}

function expenseOf(place: MoneyPlace): string | null {
  return place === 'free' ? null : place.expenseId
}

function laneOf(place: MoneyPlace): Tables['ledger_entries']['from_lane'] {
  return place === 'free' ? 'free' : place.lane
}
