import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/**
 * Yields what `work` reads from one snapshot of the database, taken when the first piece is asked for. One connection is
 * held until the last piece is taken or the generator is closed.
 */
export async function* fromSnapshot<T>(
  { db }: Pick<Runtime, 'db'>,
  work: (snapshot: Database) => AsyncIterable<T>,
): AsyncGenerator<T> {
  const snapshot = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    yield* work(snapshot)
  } finally {
    // Without its connection the snapshot has ended as well.
    await snapshot
      .rollback()
      .execute()
      .catch(() => {})
  }
}

/** Rows per fetch. */
const ROWS = 500

/** Reads rows one by one, with a few hundred in memory. Each reading must end before the next begins. */
export async function* readByCursor<R>(
  snapshot: Database,
  query: RawBuilder<unknown>,
): AsyncGenerator<R> {
  await sql`declare history no scroll cursor for ${query}`.execute(snapshot)
  for (;;) {
    const { rows } = await sql<R>`fetch ${sql.lit(ROWS)} from history`.execute(snapshot)
    yield* rows
    if (rows.length < ROWS) break
  }
  await sql`close history`.execute(snapshot)
}
