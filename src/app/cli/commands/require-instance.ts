import { hasCluster } from '#/platform/postgres/cluster-files.ts'
import type { Config } from '#/platform/runtime/config.ts'
import { CommandError } from '#/app/cli/parsing/command.ts'

/** Refuses a command that would create a data folder and a database only to find nothing there. */
export async function requireInstance({ databaseUrl, dataFolder }: Config): Promise<void> {
  if (databaseUrl !== null || (await hasCluster(dataFolder))) return
  throw new CommandError(
    `There is no database in ${dataFolder} yet. Start the server there, name another folder with EARMARK_DATA, or ask an instance elsewhere: earmark login https://….`,
  )
}
