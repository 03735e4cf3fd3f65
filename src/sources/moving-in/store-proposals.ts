import { sql } from 'kysely'
import { merchantOf } from '#/budget/transactions/naming/merchant.ts'
import type { ReadContext, WriteContext } from '#/platform/runtime/write-context.ts'
import { storeMovedProposals } from '#/budget/proposals/moved.ts'
import type { MovedTarget } from '#/sources/moving-in/applications/moved.ts'
import { plainText } from './plain-text.ts'

export type Proposed = { readonly bills: number; readonly paydays: number }

/** Keeps targets and schedules as proposals. */
export async function storeProposals(
  writer: WriteContext,
  { moveId, targets }: { readonly moveId: string; readonly targets: readonly MovedTarget[] },
): Promise<Proposed> {
  const fresh = await findFresh(writer, targets)
  await storeMovedProposals(
    writer,
    fresh.map((target, position) => ({ ...columnsOf(target), move_id: moveId, position })),
  )
  return countOf(fresh)
}

/** Counts the proposals that a move would keep. */
export async function countProposals(
  reader: ReadContext,
  targets: readonly MovedTarget[],
): Promise<Proposed> {
  return countOf(await findFresh(reader, targets))
}

function countOf(targets: readonly MovedTarget[]): Proposed {
  const bills = targets.filter(({ kind }) => kind === 'bill').length
  return { bills, paydays: targets.length - bills }
}

/** Leaves out what an earlier move has proposed. */
async function findFresh(
  { db, caller }: ReadContext,
  targets: readonly MovedTarget[],
): Promise<MovedTarget[]> {
  const { rows } = await sql<{ kind: string; name: string }>`
    select kind, name from moved_proposals where household_id = ${caller.householdId}`.execute(db)
  const known = new Set(rows.map(({ kind, name }) => `${kind} ${name}`))
  return distinct(targets).filter(({ kind, name }) => !known.has(`${kind} ${name}`))
}

function distinct(targets: readonly MovedTarget[]): MovedTarget[] {
  return [
    ...new Map(targets.map((target) => [`${target.kind} ${nameOf(target)}`, target])).values(),
  ]
    .filter((target) => nameOf(target) !== '')
    .map((target) => ({ ...target, name: nameOf(target) }))
}

function nameOf({ name }: MovedTarget): string {
  return plainText(name, 100).trim()
}

function columnsOf(target: MovedTarget) {
  const none = {
    payee: null,
    interval_months: null,
    due: null,
    frequency: null,
    days: null,
    anchor: null,
  }
  const { kind, name, amount } = target
  if (target.kind === 'payday') {
    const { frequency, days, anchor } = target
    return { ...none, kind, name, amount, frequency, days: [...days], anchor }
  }
  const { payee, intervalMonths, due } = target
  const key = payee === null ? null : merchantOf(payee)
  return { ...none, kind, name, amount, payee: key || null, interval_months: intervalMonths, due }
}
