import type { Document } from './document.ts'
import { insertRows } from './insert-rows.ts'
import { ascendingIds, idOf, type Loading } from './loading.ts'

/** Stores the audit log of an exported household and the paydays that wait for their deposit. */
export async function loadChanges(loading: Loading, { state }: Document): Promise<void> {
  if (!state) return
  const { db, householdId, ids } = loading
  await insertRows(
    db,
    'payday_waits',
    state.payday_waits.map((wait) => ({ household_id: householdId, ...wait })),
  )
  const read = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(read)
    if (value === null || typeof value !== 'object') return value
    const id = idOfReference(loading, value)
    if (id !== null) return id
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, read(each)]))
  }
  const entryIds = ascendingIds(loading, state.changes.length)
  await insertRows(
    db,
    'audit_entries',
    state.changes.map(({ member, subject, before, after, ...change }, index) => ({
      household_id: householdId,
      id: entryIds[index]!,
      ...change,
      member_id: idOf(ids.members, member),
      subject_id: String(read(subject)),
      before: read(before),
      after: read(after),
    })),
  )
}

/** Returns the id of a reference to a record of the document; null for any other value. */
function idOfReference({ householdId, ids }: Loading, value: object): string | null {
  if (!('list' in value && 'ref' in value) || Object.keys(value).length !== 2) return null
  if (value.list === 'household') return householdId
  const map = (ids as Readonly<Record<string, ReadonlyMap<string, string>>>)[String(value.list)]
  return map?.get(String(value.ref)) ?? null
}
