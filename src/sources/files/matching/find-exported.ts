import { sql } from 'kysely'
import type { ReadContext } from '#/platform/runtime/write-context.ts'
import { type Identified, OWN_KIND } from './identify.ts'
import type { Target } from './match-rows.ts'

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Finds the rows that Earmark exported from this very account, by the transaction that they name: they are known even if a
 * person has changed its day, amount or name since. As with other files, a deleted transaction counts only if an import has
 * brought it. Rows that a person marked as separate payments are left to the other ways of matching.
 */
export async function findExported(
  { db, caller }: ReadContext,
  { entry, kind, separate }: Target,
  rows: readonly Identified[],
): Promise<ReadonlyMap<Identified, string>> {
  if (kind !== OWN_KIND) return new Map()
  const named = new Map(
    rows.flatMap((one) => {
      const id = one.row.reference
      const isOpen = id !== null && UUID.test(id) && separate.nameOf(one.position) === null
      return isOpen ? [[one, id.toLowerCase()] as const] : []
    }),
  )
  if (named.size === 0) return new Map()
  const { rows: found } = await sql<{ id: string }>`
    select t.id from transactions t
    where t.household_id = ${caller.householdId} and t.account_id = ${entry.accountId}
      and t.id = any(${[...new Set(named.values())]}::uuid[])
      and (t.visible or t.deleted_at is not null and exists (
        select 1 from provider_transactions k
        where k.household_id = ${caller.householdId} and k.transaction_id = t.id and k.removed_at is null))`.execute(
    db,
  )
  const held = new Set(found.map(({ id }) => id))
  return new Map([...named].filter(([, id]) => held.has(id)))
}
