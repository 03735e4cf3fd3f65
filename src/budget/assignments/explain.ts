import { sql } from 'kysely'
import type { Answer } from '#/platform/contract/endpoint.ts'
import { notFound } from '#/platform/contract/refusal.ts'
import type { Act } from '#/platform/runtime/call.ts'
import type { assignmentsApp } from './app-contract.ts'

/** `GET /transactions/{id}/assignment` */
export const explainAssignment: Act<typeof assignmentsApp.explainAssignment> = async (
  { db, caller },
  { params },
) => {
  const { rows } = await sql<Answer<typeof assignmentsApp.explainAssignment>>`
    select t.expense_goal_id, e.name as expense_name, t.expense_why as why
    from transactions t
    left join expenses e on e.household_id = ${caller.householdId} and e.id = t.expense_goal_id
    where t.household_id = ${caller.householdId} and t.id = ${params.id} and t.visible`.execute(db)
  const [found] = rows
  if (!found) throw notFound('id')
  return found
}
