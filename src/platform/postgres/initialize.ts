import { randomBytes } from 'node:crypto'
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { platform } from 'node:process'

import { ClusterFailure, codeOf } from './failure.ts'
import { handOver, type ClusterFiles } from './cluster-files.ts'
import { runProgram } from './run-program.ts'
import type { ClusterContext } from './cluster-context.ts'
import { findSystemPostgres, majorOf } from './system-programs.ts'

/** Creates the cluster if it is missing. Call only while holding the start lock. */
export async function ensureCluster(context: ClusterContext): Promise<void> {
  await removeHalfMade(context.files)
  const made = await readVersion(context.files)
  if (made !== null) {
    checkVersion(made, context)
    // Repairs need this password.
    await readAdminPassword(context.files)
    return
  }
  await rm(context.files.rolePassword, { force: true })
  await initialize(context, await makePassword(context.files, context.files.password))
}

/**
 * Returns the password of the serving role. Creates it in a new folder, and in an old one whose role shared the superuser's
 * password. `fresh`: PostgreSQL does not have it yet. Call only while holding the start lock.
 */
export async function ensureRolePassword(
  files: ClusterFiles,
): Promise<{ readonly password: string; readonly fresh: boolean }> {
  const kept = (await readFile(files.rolePassword, 'utf8').catch(() => '')).trim()
  if (kept !== '') return { password: kept, fresh: false }
  return { password: await makePassword(files, files.rolePassword), fresh: true }
}

async function makePassword(files: ClusterFiles, file: string): Promise<string> {
  const password = randomBytes(24).toString('base64url')
  await rm(file, { force: true })
  await writeFile(file, `${password}\n`, { mode: 0o600, flush: true })
  await handOver(files, file)
  return password
}

async function readVersion(files: ClusterFiles): Promise<number | null> {
  try {
    return majorOf(await readFile(path.join(files.cluster, 'PG_VERSION'), 'utf8'))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw new ClusterFailure(
      'folder_unreachable',
      `${files.cluster} cannot be read (${String(error)}). Run Earmark as the owner of its data folder.`,
      { cause: error },
    )
  }
}

function checkVersion(made: number, { files, programs }: ClusterContext): void {
  const carried = majorOf(programs.version)
  if (made === carried) return
  throw new ClusterFailure(
    'other_version',
    `The database in ${files.cluster} was made by PostgreSQL ${made}; this Earmark includes PostgreSQL ` +
      `${carried}, which cannot read it. Nothing was changed. ${wayAcross(made, path.dirname(files.wanted))}`,
  )
}

/** Names the commands that bring everything to the PostgreSQL of this Earmark. */
function wayAcross(made: number, data: string): string {
  const found = findSystemPostgres(made)
  const programs = found === null ? `/usr/lib/postgresql/${made}/bin` : path.dirname(found.postgres)
  const file = `${data}-postgresql-${made}.backup`
  return (
    `Write a backup with the PostgreSQL that made it, and restore it into a new data folder:\n` +
    `  EARMARK_DATA=${data} EARMARK_POSTGRES_PROGRAMS=${programs} earmark backup ${file}\n` +
    `  EARMARK_DATA=${data}-new earmark restore ${file}\n` +
    (found === null
      ? `The first needs PostgreSQL ${made}, for example of Debian (apt install postgresql-${made}). Or leave out ` +
        'EARMARK_POSTGRES_PROGRAMS and run it with the Earmark that made the database.'
      : `The first can also be run with the Earmark that made the database, without EARMARK_POSTGRES_PROGRAMS.`)
  )
}

/** Reads the superuser's password. Throws if it was lost. */
export async function readAdminPassword(files: Pick<ClusterFiles, 'password'>): Promise<string> {
  const password = (await readFile(files.password, 'utf8').catch(() => '')).trim()
  if (password !== '') return password
  throw new ClusterFailure(
    'password_lost',
    `${files.password} is missing or unreadable, and repairs of the database need the password in it. ` +
      'Run Earmark as the owner of its data folder, or restore the file from a backup.',
  )
}

/** Removes the remains of an interrupted first start. If its initdb still runs, a later start removes the rest. */
async function removeHalfMade(files: ClusterFiles): Promise<void> {
  for (const name of await readdir(files.folder))
    if (name.startsWith('cluster.new-'))
      await rm(path.join(files.folder, name), { recursive: true, force: true }).catch(
        () => undefined,
      )
}

/** Builds the cluster under another name and renames it at the end, so that it is complete or absent. */
async function initialize(
  { files, programs, durable, log }: ClusterContext,
  password: string,
): Promise<void> {
  const fresh = path.join(files.folder, `cluster.new-${randomBytes(4).toString('hex')}`)
  const passwordFile = `${fresh}.password`
  await mkdir(fresh, { mode: 0o700 })
  await writeFile(passwordFile, password, { flag: 'wx', mode: 0o600 })
  if (files.runner !== null)
    for (const file of [fresh, passwordFile]) await chown(file, files.runner.uid, files.runner.gid)
  log('postgres.creating', { cluster: files.cluster, version: programs.version })
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
    files.runner,
  )
  await rm(passwordFile)
  await rename(fresh, files.cluster)
}

/** The locale: ordering by code point and Unicode letters, both independent of system updates. */
function localeOptions(version: string): string[] {
  if (majorOf(version) >= 17)
    return ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  return platform === 'linux' ? ['--locale=C', '--lc-ctype=C.UTF-8'] : ['--locale=C']
}
