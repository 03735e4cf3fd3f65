import { sql } from 'kysely'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { keyIdOf } from '#/platform/runtime/seal.ts'

/**
 * Stores the ids of the keys with which this instance opens secrets, so that a household that comes from another database can
 * be refused before anything is done. An id opens nothing.
 */
export async function noteSecretKeys(
  { db }: Pick<Runtime, 'db'>,
  secrets: readonly string[],
): Promise<void> {
  const ids = secrets.map(keyIdOf)
  await sql`
    with gone as (delete from secret_keys where id <> all (${ids}::bytea[]))
    insert into secret_keys (id) select unnest(${ids}::bytea[]) on conflict do nothing`.execute(db)
}
