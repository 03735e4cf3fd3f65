import { hasCluster } from '#/platform/postgres/cluster-files.ts'
import { type Cluster, openCluster } from '#/platform/postgres/cluster.ts'
import { programsIn } from '#/platform/postgres/system-programs.ts'
import { wait } from '#/platform/runtime/clock.ts'
import type { Config } from '#/platform/runtime/config.ts'
import { CommandError } from '#/app/cli/parsing/command.ts'

/** Refuses a command that would create a data folder and a database only to find nothing there. */
export async function requireInstance({ databaseUrl, dataFolder }: Config): Promise<void> {
  if (databaseUrl !== null || (await hasCluster(dataFolder))) return
  throw new CommandError(
    `There is no database in ${dataFolder} yet. Start the server there, or name another folder with EARMARK_DATA.`,
  )
}

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
