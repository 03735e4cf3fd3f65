import { sql } from 'kysely'
import { Refusal } from '#/platform/contract/refusal.ts'
import { wakeEngine } from '#/access/households/wake-engine.ts'
import { findRecord } from '#/platform/audited/find.ts'
import { removeRecord } from '#/platform/audited/remove.ts'
import type { Act } from '#/platform/runtime/call.ts'
import type { fundingApp } from './app-contract.ts'

/**
 * `DELETE /funding-schedules/{id}`. An Expense's only schedule cannot be removed (`still_in_use`), because the Expense would
 * silently stop being funded: pause the schedule, or give the Expense another one first.
 */
export const removeFundingSchedule: Act<typeof fundingApp.removeFundingSchedule> = async (
  acting,
  { params, query },
) => {
  const row = await findRecord(acting, 'funding_schedules', params)
  const { householdId } = acting.caller
  const { rows } = await sql<{ id: string; name: string; live: boolean; others: boolean }>`
    select e.id, e.name, e.archived_at is null as live, exists (
        select 1 from expense_schedules o where o.household_id = ${householdId}
          and o.expense_id = l.expense_id and o.funding_schedule_id <> l.funding_schedule_id) as others
    from expense_schedules l
    join expenses e on e.household_id = ${householdId} and e.id = l.expense_id
    where l.household_id = ${householdId} and l.funding_schedule_id = ${row.id}
    order by e.position, e.id`.execute(acting.db)
  const alone = rows.find(({ live, others }) => live && !others)
  if (alone) {
    throw new Refusal('still_in_use', {
      param: 'id',
      message: `No other schedule funds the Expense ${JSON.stringify(alone.name)}.`,
      detail: { name: 'only_schedule', expense: alone.name },
    })
  }
  const removed = await removeRecord(acting, 'funding_schedules', {
    row,
    expected: query.expected_updated_at,
    noted: { expense_ids: rows.map(({ id }) => id) },
  })
  await wakeEngine(acting)
  return removed
}
