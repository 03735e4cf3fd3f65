import { openDatabase } from '#/platform/database/database.ts'
import { requireSession } from '#/platform/database/require-session.ts'
import { openOwn } from './open-address.ts'
import { migrateSafely } from './migrate-safely.ts'
import type { Config } from '#/platform/runtime/config.ts'
import { engine } from '#/budget/funding/engine.ts'
import { createRuntime } from '#/platform/runtime/real.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** Earmark, opened on its database. */
export type Product = {
  readonly runtime: Runtime
  /** The address of the database, for those that open connections of their own. */
  readonly databaseUrl: string
  readonly close: () => Promise<void>
}
type Openings = {
  readonly config: Config
  readonly connectionsMax: number
  /** Seconds, see `openDatabase`. Migrations may take longer. */
  readonly patienceSeconds?: number
  /** Receives notices of the embedded PostgreSQL. Commands ignore them, because their output is their own. */
  readonly notice: (event: string, facts?: object) => void
  /** Called for each connection that breaks while it is idle. */
  readonly onLost?: (error: Error) => void
}

/**
 * Opens the database, starting or joining the embedded PostgreSQL if no other is configured, and migrates it. Call
 * `close` on every path: the last process to leave stops the embedded PostgreSQL.
 */
export async function openProduct({ config, notice, ...openings }: Openings): Promise<Product> {
  const cluster = config.databaseUrl === null ? await openOwn(config, notice) : null
  const databaseUrl = config.databaseUrl ?? cluster!.url
  const db = openDatabase({
    url: databaseUrl,
    ...openings,
  })
  const close = async () => {
    await db.destroy()
    await cluster?.stop()
  }
  try {
    if (cluster === null) await requireSession(db)
    const runtime = createRuntime(config, db, engine)
    await migrateSafely(runtime, { config, databaseUrl, notice })
    await runtime.synchronize()
    return {
      runtime,
      databaseUrl,
      close: async () => {
        await runtime.outbound.close()
        await runtime.destinations.close()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
