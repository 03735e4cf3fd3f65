import { randomBytes } from 'node:crypto'
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { platform } from 'node:process'

import { ClusterFailure, codeOf } from './failure.ts'
import { handOver, type Place } from './data-place.ts'
import { runProgram } from './run-program.ts'
import type { Site } from './program-site.ts'
import { majorOf } from './system-programs.ts'

/** Creates the cluster if it is missing. Call only while holding the gate. */
export async function ensureCluster(site: Site): Promise<void> {
  await removeHalfMade(site.place)
  const made = await readVersion(site.place)
  if (made !== null) {
    checkVersion(made, site)
    // Repairs need this password.
    await readAdminPassword(site.place)
    return
  }
  await rm(site.place.rolePassword, { force: true })
  await initialize(site, await makePassword(site.place, site.place.password))
}

/**
 * Returns the password of the serving role. Creates it in a new folder, and in an old one whose role shared the superuser's
 * password. `fresh`: PostgreSQL does not have it yet. Call only while holding the gate.
 */
export async function ensureRolePassword(
  place: Place,
): Promise<{ readonly password: string; readonly fresh: boolean }> {
  const kept = (await readFile(place.rolePassword, 'utf8').catch(() => '')).trim()
  if (kept !== '') return { password: kept, fresh: false }
  return { password: await makePassword(place, place.rolePassword), fresh: true }
}

async function makePassword(place: Place, file: string): Promise<string> {
  const password = randomBytes(24).toString('base64url')
  await rm(file, { force: true })
  await writeFile(file, `${password}\n`, { mode: 0o600, flush: true })
  await handOver(place, file)
  return password
}

async function readVersion(place: Place): Promise<number | null> {
  try {
    return majorOf(await readFile(path.join(place.cluster, 'PG_VERSION'), 'utf8'))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw new ClusterFailure(
      'folder_unreachable',
      `${place.cluster} cannot be read (${String(error)}). Run Earmark as the owner of its data folder.`,
      { cause: error },
    )
  }
}

function checkVersion(made: number, { place, programs }: Site): void {
  const carried = majorOf(programs.version)
  if (made === carried) return
  throw new ClusterFailure(
    'other_version',
    `The database in ${place.cluster} was made by PostgreSQL ${made}; this Earmark includes PostgreSQL ` +
      `${carried}, which cannot read it. Nothing was changed. With the Earmark that includes ` +
      `PostgreSQL ${made}, run \`earmark export\` for each household; then start this one on an empty data ` +
      'folder and `earmark load` the files. Or convert the folder with pg_upgrade.',
  )
}

/** Reads the superuser's password. Throws if it was lost. */
export async function readAdminPassword(place: Pick<Place, 'password'>): Promise<string> {
  const password = (await readFile(place.password, 'utf8').catch(() => '')).trim()
  if (password !== '') return password
  throw new ClusterFailure(
    'password_lost',
    `${place.password} is missing or unreadable, and repairs of the database need the password in it. ` +
      'Run Earmark as the owner of its data folder, or restore the file from a backup.',
  )
}

/** Removes the remains of an interrupted first start. If its initdb still runs, a later start removes the rest. */
async function removeHalfMade(place: Place): Promise<void> {
  for (const name of await readdir(place.folder))
    if (name.startsWith('cluster.new-'))
      await rm(path.join(place.folder, name), { recursive: true, force: true }).catch(
        () => undefined,
      )
}

/** Builds the cluster under another name and renames it at the end, so that it is complete or absent. */
async function initialize(
  { place, programs, durable, log }: Site,
  password: string,
): Promise<void> {
  const fresh = path.join(place.folder, `cluster.new-${randomBytes(4).toString('hex')}`)
  const passwordFile = `${fresh}.password`
  await mkdir(fresh, { mode: 0o700 })
  await writeFile(passwordFile, password, { flag: 'wx', mode: 0o600 })
  if (place.runner !== null)
    for (const file of [fresh, passwordFile]) await chown(file, place.runner.uid, place.runner.gid)
  log('postgres.creating', { cluster: place.cluster, version: programs.version })
  const options = [
    '-D',
    fresh,
    '-U',
    'postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
  ]
  const sync = durable ? [] : ['--no-sync']
  await runProgram(
    programs.initdb,
    [
      ...options,
      ...sync,
      '--data-checksums',
      '--encoding=UTF8',
      ...localeOptions(programs.version),
    ],
    place.runner,
  )
  await rm(passwordFile)
  await rename(fresh, place.cluster)
}

/** The locale: ordering by code point and Unicode letters, both independent of system updates. */
function localeOptions(version: string): string[] {
  if (majorOf(version) >= 17)
    return ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  return platform === 'linux' ? ['--locale=C', '--lc-ctype=C.UTF-8'] : ['--locale=C']
}
