import { sql } from 'kysely'
import type { Act, JsonText } from '#/platform/runtime/call.ts'
import type { expenses } from './contract.ts'

/** `GET /expense-groups` */
export const listExpenseGroups: Act<typeof expenses.listExpenseGroups> = async (call) => {
  const { rows } = await sql<JsonText>`
    select coalesce(json_agg(p), '[]')::text as json from (
      select g.id, g.name, g.position, coalesce(e.ids, '[]') as expense_ids,
        coalesce(e.balance, 0) as balance, coalesce(e.target_amount, 0) as target_amount,
        to_char(g.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
        to_char(g.updated_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at
      from expense_groups g
      left join lateral (
        select json_agg(id order by position, id) as ids, sum(balance)::bigint as balance,
          sum(target_amount)::bigint as target_amount
        from expenses
        where household_id = ${call.caller.householdId} and group_id = g.id and archived_at is null
      ) e on true
      where g.household_id = ${call.caller.householdId}
      order by g.position, g.id
    ) p`.execute(call.db)
  return rows[0]!
}
