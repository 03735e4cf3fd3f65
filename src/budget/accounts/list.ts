import { sql } from 'kysely'
import type { Act, JsonText } from '#/platform/runtime/call.ts'
import type { accounts } from './contract.ts'

/** `GET /accounts`: lists every visible account. */
export const listAccounts: Act<typeof accounts.listAccounts> = async (call) => {
  const { rows } = await sql<JsonText>`
    select coalesce(json_agg(p), '[]')::text as json from (
      select id, name, type, subtype, currency, balance, available_balance, institution_name, mask, connection_id,
        provider, subscribed, spendable,
        to_char(closed_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as closed_at,
        to_char(balance_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as balance_as_of,
        to_char(created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
        to_char(updated_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at
      from accounts where household_id = ${call.caller.householdId} and not hidden
      order by created_at, id
    ) p`.execute(call.db)
  return rows[0]!
}
