import { sql } from 'kysely'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import { loadTouched, type TouchedHolding } from '#/budget/expenses/holdings.ts'
import { moveMoney } from '#/budget/expenses/move-money.ts'
import { changeOfLanes, type LaneChange, putBack } from '#/budget/expenses/rules/put-back.ts'
import { type Settlement, unsettle } from '#/budget/expenses/rules/settlement.ts'
import type { RemovedMoney } from './removed-money.ts'

type Removed = { readonly id: string; readonly money: RemovedMoney }

/** Deletions that are undone within so many hours may be undone in any order. */
const HOURS = 24
/** The most deletions that are looked at. */
const MOST = 200

/**
 * Moves the money of a deletion back although a later deletion has taken from the same lanes. Computes the lanes before
 * all recent deletions, and repeats the other deletions from there. So undoing all of them, in any order, restores the
 * exact beginning. Returns false, and changes nothing, if that is impossible.
 */
export async function returnAmongOthers(
  writer: WriteContext,
  { id, money }: Removed,
): Promise<boolean> {
  const others = await loadOthers(writer, id)
  if (others.length === 0 || others.length === MOST) return false
  const all = [money, ...others.map((one) => one.money)]
  const before = await loadTouched(writer.db, writer.caller.householdId, {
    ids: [...new Set(all.flatMap(expensesOf))],
  })
  const whole = before.flatMap((holding) => {
    const changes = all.flatMap((one) => one.changes.filter((change) => change.id === holding.id))
    const isOfNow = changes.every(({ cycle }) => cycle === holding.cycle)
    if (changes.length === 0) return holding
    const lanes = isOfNow && !holding.archived ? putBack(holding, sumOf(changes)) : null
    return lanes ? { ...holding, lanes } : []
  })
  if (whole.length !== before.length) return false
  let after: readonly TouchedHolding[] = whole
  const repeated = others.map((other) => {
    const next = other.money.settlements.toReversed().reduce(unsettled, after)
    const changes = after.flatMap((was, index) => changeOfLanes(was, next[index]!) ?? [])
    after = next
    return { ...other, changes }
  })
  await moveMoney(writer, { before, after, reason: 'assignment', transactionId: id })
  for (const { id: other, changes } of repeated) await keepChanges(writer, other, changes)
  return true
}

/** Loads the other recent deletions that moved money. A transfer has two sides and is left out. */
async function loadOthers({ db, caller, now }: WriteContext, id: string): Promise<Removed[]> {
  const { rows } = await sql<Removed>`
    select transaction_id as id, removal->'money' as money from transaction_removals
    where household_id = ${caller.householdId} and transaction_id <> ${id}
      and removed_at > ${now().subtract({ hours: HOURS })}
      and removal->'pair' = 'null' and removal->'money'->'changes' <> '[]'
    order by removed_at, transaction_id limit ${MOST}`.execute(db)
  return rows
}

function expensesOf({ changes, settlements }: RemovedMoney): string[] {
  const settled = settlements.flatMap((one) => [one.expense_id, one.card_expense_id])
  return [...changes.map(({ id }) => id), ...settled.filter((id) => id !== null)]
}

function sumOf(changes: readonly LaneChange[]): LaneChange {
  return changes.reduce((sum, one) => ({
    ...one,
    ready: sum.ready + one.ready,
    building: sum.building + one.building,
    reserve: sum.reserve + one.reserve,
    prepaid: sum.prepaid + one.prepaid,
    spent: sum.spent + one.spent,
  }))
}

/** Undoes a settlement as a deletion does. */
function unsettled(
  holdings: readonly TouchedHolding[],
  { expense_id, card_expense_id, settlement }: RemovedMoney['settlements'][number],
): readonly TouchedHolding[] {
  const find = (id: string | null) => holdings.find((one) => one.id === id) ?? null
  const parties = unsettle(settlement as Settlement, {
    assigned: find(expense_id),
    card: find(card_expense_id),
  })
  return holdings.map((holding) => {
    const party = [parties.assigned, parties.card].find((one) => one?.id === holding.id)
    return party ? { ...holding, lanes: party.lanes } : holding
  })
}

async function keepChanges(
  { db, caller }: WriteContext,
  id: string,
  changes: readonly LaneChange[],
): Promise<void> {
  await sql`
    update transaction_removals
    set removal = jsonb_set(removal, '{money,changes}', ${JSON.stringify(changes)}::jsonb)
    where household_id = ${caller.householdId} and transaction_id = ${id}`.execute(db)
}
