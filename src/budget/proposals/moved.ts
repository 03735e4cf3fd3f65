import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Tables } from '#/platform/database/tables.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import type { MovedBill, MovedPayday } from './add-moved.ts'

type MovedProposal = Omit<Insertable<Tables['moved_proposals']>, 'household_id'>

/** Keeps budget targets and schedules of another application, to be proposed to people. */
export async function storeMovedProposals(
  { db, caller }: Pick<WriteContext, 'db' | 'caller'>,
  proposals: readonly MovedProposal[],
): Promise<void> {
  if (proposals.length === 0) return
  const rows = proposals.map((row) => ({ ...row, household_id: caller.householdId }))
  await db.insertInto('moved_proposals').values(rows).execute()
}

/** The proposals that came from other applications. */
export type MovedProposals = {
  readonly bills: readonly MovedBill[]
  readonly paydays: readonly MovedPayday[]
}

/** Builds the proposals that came from other applications, as one value of a larger read. */
export function movedProposals(householdId: string): RawBuilder<MovedProposals> {
  return sql`(
    select json_build_object(
      'bills', coalesce(json_agg(json_build_object('name', name, 'payee', payee, 'amount', amount,
        'intervalMonths', interval_months, 'due', due) order by move_id, position)
        filter (where kind = 'bill'), '[]'),
      'paydays', coalesce(json_agg(json_build_object('name', name, 'amount', amount, 'frequency', frequency,
        'days', days, 'anchor', anchor) order by move_id, position)
        filter (where kind = 'payday'), '[]'))
    from moved_proposals where household_id = ${householdId})`
}

/**
 * Takes back the proposals of a move. Returns the names of the Expenses and paydays that people have made from them since,
 * which stay.
 */
export async function removeMovedProposals(
  { db, caller: { householdId } }: Pick<WriteContext, 'db' | 'caller'>,
  moveId: string,
): Promise<{ readonly expenses: readonly string[]; readonly paydays: readonly string[] }> {
  const { rows } = await sql<{ expenses: string[]; paydays: string[] }>`
    with gone as (
      delete from moved_proposals where household_id = ${householdId} and move_id = ${moveId}
      returning kind, name
    ), made as (
      select finished_at as at from moves where household_id = ${householdId} and id = ${moveId}
    )
    select
      array(select e.name from expenses e join gone g on g.kind = 'bill' and lower(g.name) = lower(e.name), made
        where e.household_id = ${householdId} and e.archived_at is null and e.created_at >= made.at
        order by e.name) as expenses,
      array(select s.name from funding_schedules s
        join gone g on g.kind = 'payday' and lower(g.name) = lower(s.name), made
        where s.household_id = ${householdId} and s.created_at >= made.at order by s.name) as paydays`.execute(
    db,
  )
  return rows[0]!
}
