import process from 'node:process'
import { readConfig } from '#/platform/runtime/config.ts'
import { hasCluster } from '#/platform/postgres/cluster-files.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** True if this machine has an instance: a database is configured, or the data folder contains one. */
export async function hasInstance(env: Environment = process.env): Promise<boolean> {
  const isConfigured = ['DATABASE_URL', 'DATABASE_URL_FILE', 'EARMARK_DATA'].some(
    (name) => env[name],
  )
  return isConfigured || hasCluster(readConfig(env).dataFolder)
}
