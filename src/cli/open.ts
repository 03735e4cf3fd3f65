import { openDatabase } from '#/database/database.ts'
import { migrate } from '#/database/migrate.ts'
import { openCluster } from '#/postgres/cluster.ts'
import { wait } from '#/world/clock.ts'
import type { Config } from '#/world/config.ts'
import { createWorld } from '#/world/real.ts'
import type { World } from '#/world/world.ts'

/** Earmark, opened on its database. */
export type Product = {
  readonly world: World
  /** The address of the database, for what needs connections of its own. */
  readonly databaseUrl: string
  readonly close: () => Promise<void>
}
type Openings = {
  readonly config: Config
  readonly connectionsMax: number
  /** Seconds; see `openDatabase`. It does not hold for migrations. */
  readonly patienceSeconds?: number
  /** Notices of the embedded PostgreSQL; silent for commands, whose output is their own. */
  readonly notice: (event: string, facts?: object) => void
}

/**
 * Opens the database, starting or joining the embedded PostgreSQL where no other is configured, and brings it up to
 * date. `close` must be called on every way out: the last process to leave stops the embedded PostgreSQL.
 */
export async function openProduct({ config, notice, ...openings }: Openings): Promise<Product> {
  const cluster =
    config.databaseUrl === null
      ? await openCluster({ dataFolder: config.dataFolder, wait, log: notice })
      : null
  const databaseUrl = config.databaseUrl ?? cluster!.url
  const db = openDatabase({
    url: databaseUrl,
    ...openings,
    onLost: (error) => notice('database.connection_lost', { error }),
  })
  const close = async () => {
    await db.destroy()
    await cluster?.stop()
  }
  try {
    const world = createWorld(config, db)
    const migrator = openDatabase({ url: databaseUrl, connectionsMax: 1 })
    const ran = await migrate(migrator, world.now()).finally(() => migrator.destroy())
    await world.synchronize()
    if (ran.length > 0) notice('database.migrated', { migrations: ran })
    return {
      world,
      databaseUrl,
      close: async () => {
        await world.outbound.close()
        await world.destinations.close()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
