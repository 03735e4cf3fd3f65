import { realpath, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { BUNDLE_FOLDER, isBuilt } from '#/app/web-files/bundle.ts'
import { hasCluster } from '#/platform/postgres/cluster-files.ts'
import type { Config } from '#/platform/runtime/config.ts'
import { type Check, fault, ok, skipped, warning } from './check.ts'

type Env = Readonly<Record<string, string | undefined>>

/** Bytes. Below the first, PostgreSQL may stop at any moment; below the second, an import or an upgrade may not fit. */
const FREE_LEAST = 500 * 1024 ** 2
const FREE_GOOD = 2 * 1024 ** 3

/** Checks the data folder and the disk under it. */
export async function checkFolder({ dataFolder, databaseUrl }: Config): Promise<readonly Check[]> {
  const found = await stat(dataFolder).catch(() => null)
  if (found === null && databaseUrl !== null) {
    return [
      skipped('data_folder', `There is no data folder ${dataFolder}; the database is elsewhere.`),
    ]
  }
  if (!found?.isDirectory() || (databaseUrl === null && !(await hasCluster(dataFolder)))) {
    return [
      fault(
        'data_folder',
        `There is no database in ${dataFolder}.`,
        'Name the folder of your instance with EARMARK_DATA, or start the server to create one there.',
      ),
    ]
  }
  return [ok('data_folder', dataFolder), await checkDisk(await realpath(dataFolder))]
}

async function checkDisk(dataFolder: string): Promise<Check> {
  const cluster = await realpath(join(dataFolder, 'postgres')).catch(() => dataFolder)
  const { bavail, bsize } = await statfs(cluster)
  return judgeDisk(bavail * bsize, cluster)
}

export function judgeDisk(free: number, folder: string): Check {
  const says = `${writeBytes(free)} free for ${folder}.`
  const remedy = 'Free some space on that disk, or move the data folder to a larger one.'
  if (free < FREE_LEAST) return fault('disk', `Only ${says}`, remedy)
  return free < FREE_GOOD ? warning('disk', `Only ${says}`, remedy) : ok('disk', says)
}

function writeBytes(bytes: number): string {
  return bytes < 1024 ** 3
    ? `${Math.round(bytes / 1024 ** 2)} MB`
    : `${(bytes / 1024 ** 3).toFixed(1)} GB`
}

/** Checks that nobody else on this machine can read a secret. */
export async function checkSecretFiles({ dataFolder }: Config, env: Env): Promise<Check> {
  const named = Object.entries(env).flatMap(([name, path]) =>
    /^(EARMARK_\w+|DATABASE_URL)_FILE$/.test(name) && path ? [path] : [],
  )
  const inside = ['secret', 'postgres/password', 'postgres/role-password']
  const files = [...inside.map((file) => join(dataFolder, file)), ...named]
  const open: string[] = []
  for (const file of files) {
    const found = await stat(file).catch(() => null)
    if (found !== null && (found.mode & 0o077) !== 0) open.push(file)
  }
  if (open.length === 0) return ok('secret_files', 'Only their owner can read them.')
  return fault(
    'secret_files',
    `Other users of this machine may read ${open.join(', ')}.`,
    `chmod 600 ${open.join(' ')}`,
  )
}

export function checkBundle(folder = BUNDLE_FOLDER): Check {
  if (isBuilt(folder)) return ok('web_application', 'It is built.')
  return fault(
    'web_application',
    'It has not been built, so people see no screens.',
    'Run `npm run build` in the checkout, or install a published package.',
  )
}
