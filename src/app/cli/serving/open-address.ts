import { type Cluster, openCluster } from '#/platform/postgres/cluster.ts'
import { programsIn } from '#/platform/postgres/system-programs.ts'
import { wait } from '#/platform/runtime/clock.ts'
import type { Config } from '#/platform/runtime/config.ts'

/**
 * Gives `work` the address of the database and does not migrate it. Starts or joins the embedded PostgreSQL if no other is
 * configured, and leaves it at the end.
 */
export async function withAddress<T>(
  config: Config,
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (config.databaseUrl !== null) return work(config.databaseUrl)
  const cluster = await openOwn(config, () => {})
  try {
    return await work(cluster.url)
  } finally {
    await cluster.stop()
  }
}

/** Starts or joins the embedded PostgreSQL, with the programs that the operator names, if any. */
export function openOwn(
  { dataFolder, postgresPrograms }: Config,
  log: (event: string, facts?: object) => void,
): Promise<Cluster> {
  const binaries = postgresPrograms === null ? {} : { binaries: programsIn(postgresPrograms) }
  return openCluster({ dataFolder, wait, log, ...binaries })
}
