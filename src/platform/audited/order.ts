import { sql } from 'kysely'
import { invalidParameter, notFound, Refusal } from '#/platform/contract/refusal.ts'
import type { Acting } from '#/platform/runtime/call.ts'
import { recordChange } from './record-change.ts'
import { type OrderedTable, subjectTypes } from './tables.ts'

/**
 * Orders records. `wanted` is the list of all ids, or a function from the present order to the new one. Throws
 * `edit_conflict` if the list lacks a record that was added in the meantime, and `resource_not_found` or
 * `invalid_parameter` with the index in the list.
 */
export async function orderRecords(
  acting: Acting,
  table: OrderedTable,
  wanted: readonly string[] | ((listed: readonly string[]) => readonly string[]),
): Promise<{ success: true }> {
  const { householdId } = acting.caller
  let listed = acting.db
    .selectFrom(table as 'expenses')
    .select('id')
    .where('household_id', '=', householdId)
  if (table === 'expenses') listed = listed.where('archived_at', 'is', null)
  const before = (await listed.orderBy('position').orderBy('id').execute()).map(({ id }) => id)
  const ids = typeof wanted === 'function' ? wanted(before) : wanted
  ids.forEach((id, index) => {
    if (!before.includes(id)) throw notFound(`ids[${index}]`)
    if (ids.indexOf(id) !== index) {
      throw invalidParameter(`ids[${index}]`, 'Send each id once.', { name: 'repeated' })
    }
  })
  if (ids.length !== before.length) throw new Refusal('edit_conflict', { param: 'ids' })
  if (ids.every((id, index) => id === before[index])) return { success: true }
  await sql`
    update ${sql.table(table)} r set position = o.place - 1
    from unnest(${[...ids]}::uuid[]) with ordinality as o (id, place)
    where r.household_id = ${householdId} and r.id = o.id`.execute(acting.db)
  await recordChange(acting, {
    action: `${subjectTypes[table]}.order`,
    subject: { type: 'household', id: householdId },
    before: { ids: before },
    after: { ids },
  })
  return { success: true }
}
