import { sql } from 'kysely'
import { notFound } from '#/platform/contract/refusal.ts'
import type { Database } from '#/platform/database/database.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { movesApp, MoveView } from './app-contract.ts'

const columns = (householdId: string) => sql`m.id, m.app, m.status,
  coalesce((select json_agg(f.name order by f.position) from move_files f
    where f.household_id = ${householdId} and f.move_id = m.id), '[]') as files,
  case when m.is_open and m.status = 'uploaded' then
    case m.reason ->> 'name' when 'move_dates' then 'date_order' when 'move_signs' then 'spending' end
  end as question,
  m.choices, m.report, m.message, m.reason, m.file, m.line, m.kept,
  to_char(m.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  to_char(m.finished_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as finished_at`

/** `GET /moves/{id}`. */
export const showMove: Handle<typeof movesApp.showMove> = ({ db, caller }, { params }) =>
  findMove(db, caller.householdId, params.id)

/** Finds a move of the household. Throws `resource_not_found`. */
export async function findMove(db: Database, householdId: string, id: string): Promise<MoveView> {
  const { rows } = await sql<MoveView>`
    select ${columns(householdId)} from moves m where m.household_id = ${householdId} and m.id = ${id}`.execute(
    db,
  )
  if (!rows[0]) throw notFound('id')
  return rows[0]
}

/** `GET /moves`: lists all moves except those that were cancelled. It wakes the importing process. */
export const listMoves: Handle<typeof movesApp.listMoves> = async ({ db, caller, bell }) => {
  bell.ring('import')
  const { rows } = await sql<MoveView>`
    select ${columns(caller.householdId)} from moves m
    where m.household_id = ${caller.householdId} and m.status <> 'cancelled'
    order by m.created_at desc, m.id desc limit 50`.execute(db)
  return rows
}
