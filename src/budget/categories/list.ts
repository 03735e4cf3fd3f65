import { sql } from 'kysely'
import type { Act, JsonText } from '#/platform/runtime/call.ts'
import type { categories } from './contract.ts'

/** `GET /categories`: a flat list that contains parents too. */
export const listCategories: Act<typeof categories.listCategories> = async (call) => {
  const { rows } = await sql<JsonText>`
    select coalesce(json_agg(p), '[]')::text as json from (
      select c.id, c.name, c.kind, c.parent_id, parent.name as group_name, c.icon, c.color,
        c.is_system, c.is_hidden, c.position,
        to_char(c.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
        to_char(c.updated_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at
      from categories c
      left join categories parent on parent.household_id = c.household_id and parent.id = c.parent_id
      where c.household_id = ${call.caller.householdId}
      order by c.position, c.id
    ) p`.execute(call.db)
  return rows[0]!
}
