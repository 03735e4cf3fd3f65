import { sql } from 'kysely'
import { notFound } from '#/platform/contract/refusal.ts'
import type { Act, JsonText } from '#/platform/runtime/call.ts'
import type { ReadContext } from '#/platform/runtime/write-context.ts'
import type { transactions } from './contract.ts'
import { wireColumns } from './row.ts'

/** `GET /transactions/{id}`. */
export const showTransaction: Act<typeof transactions.showTransaction> = async (
  call,
  { params },
) => {
  const found = await findAsJson(call, params.id)
  if (!found) throw notFound('id')
  return found
}

/** Loads a visible transaction as the API's JSON; null if it does not exist. */
async function findAsJson(call: ReadContext, id: string): Promise<JsonText | null> {
  const { rows } = await sql<JsonText>`
    select row_to_json(p)::text as json from (
      select ${wireColumns} from transactions t
      where t.household_id = ${call.caller.householdId} and t.id = ${id} and t.visible) p`.execute(
    call.db,
  )
  return rows[0] ?? null
}
