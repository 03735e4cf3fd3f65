import { sql } from 'kysely'
import { Unreadable } from './seal.ts'
import { type Binding, type SealedColumn, sealedColumns } from './sealed-columns.ts'
import type { Runtime } from './runtime.ts'

export type Rotated = {
  readonly resealed: number
  /** Values that no known key opens; they stay unchanged. */
  readonly unreadable: number
}

/** The most values in memory at once. */
const CHUNK = 500

/**
 * Reseals every value that is not sealed under the newest key. Each value is a small write of its own, so that other writes
 * do not wait. After a crash, every value is under one key or the other, and the next rotation finds the rest.
 */
export async function rotateSecrets(runtime: Runtime): Promise<Rotated> {
  const counts = { resealed: 0, unreadable: 0 }
  for (const column of sealedColumns) {
    const { resealed, unreadable } = await rotateColumn(runtime, column)
    counts.resealed += resealed
    counts.unreadable += unreadable
  }
  return counts
}

type Row = { readonly key: readonly string[]; readonly value: Buffer }

async function rotateColumn(runtime: Runtime, sealed: SealedColumn): Promise<Rotated> {
  const { table, column, key } = sealed
  const newest = runtime.seal.newest()
  const counts = { resealed: 0, unreadable: 0 }
  const names = sql.join(key.map((name) => sql.ref(name)))
  let after: readonly string[] = key.map(() => '00000000-0000-0000-0000-000000000000')
  for (;;) {
    const { rows } = await sql<Row>`
      select array[${names}]::text[] as key, ${sql.ref(column)} as value from ${sql.table(table)}
      where (${names}) > (${sql.join(after)})
        and substring(${sql.ref(column)} from 1 for ${newest.length}::int) <> ${newest}
      order by ${names} limit ${CHUNK}`.execute(runtime.db)
    for (const row of rows) {
      const value = reseal(runtime, row.value, sealed.binding(row.key.at(-1)!))
      if (value === null) {
        counts.unreadable += 1
        continue
      }
      // A value that was replaced in the meantime differs, and is sealed under the newest key already.
      const { numAffectedRows } = await sql`
        update ${sql.table(table)} set ${sql.ref(column)} = ${value}
        where (${names}) = (${sql.join(row.key)}) and ${sql.ref(column)} = ${row.value}`.execute(
        runtime.db,
      )
      counts.resealed += Number(numAffectedRows)
    }
    const last = rows.at(-1)
    if (last === undefined) return counts
    after = last.key
  }
}

function reseal({ seal }: Runtime, value: Buffer, binding: Binding): Buffer | null {
  try {
    return seal.seal(seal.open(value, binding), binding)
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}
