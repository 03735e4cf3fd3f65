import { randomBytes } from 'node:crypto'
import { chmod, chown, lstat, mkdir, realpath, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getuid } from 'node:process'

import { ClusterFailure, codeOf } from './failure.ts'
import { canReach, chooseRunner, type Runner } from './runner.ts'
import type { Log } from './cluster-context.ts'

/** The files of an embedded PostgreSQL, and the user who runs it. */
export type ClusterFiles = {
  readonly folder: string
  /** The same folder as people know it: a link may lead to it from the data folder. */
  readonly wanted: string
  readonly cluster: string
  /** The file with the password of PostgreSQL's superuser, which only creates and repairs. */
  readonly password: string
  /** The file with the password of the serving role. */
  readonly rolePassword: string
  readonly state: string
  readonly log: string
  readonly startLock: string
  readonly users: string
  readonly runner: Runner | null
}

/** Creates or finds `postgres/` in the data folder, so that the user who runs PostgreSQL can reach it. */
export async function prepareFiles(dataFolder: string, log: Log): Promise<ClusterFiles> {
  try {
    const asRoot = getuid?.() === 0
    await mkdir(dataFolder, { recursive: true, mode: asRoot ? 0o711 : 0o700 })
    const data = await realpath(dataFolder)
    const wanted = path.join(data, 'postgres')
    const runner = await chooseRunner(data, path.join(wanted, 'cluster'))
    if (runner === null) await mkdir(wanted, { recursive: true, mode: 0o700 })
    else await makeReachable(data, runner, log)
    return { ...filesIn(await realpath(wanted), runner), wanted }
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOENT', 'EEXIST'].includes(codeOf(error)))
      throw error
    throw new ClusterFailure(
      'folder_unreachable',
      `The data folder ${dataFolder} cannot be used: ${String(error)}. ` +
        'Set EARMARK_DATA to a folder that the user running Earmark may write to.',
      { cause: error },
    )
  }
}

/** Returns true if a data folder contains a cluster, or may not be read by this user. Creates nothing. */
export async function hasCluster(dataFolder: string): Promise<boolean> {
  try {
    await stat(path.join(filesIn(path.join(dataFolder, 'postgres'), null).cluster, 'PG_VERSION'))
    return true
  } catch (error) {
    return !['ENOENT', 'ENOTDIR'].includes(codeOf(error))
  }
}

/** Gives a file that root created to the owner of the data folder, so that Earmark also works without root. */
export async function handOver(files: ClusterFiles, file: string): Promise<void> {
  if (files.runner?.owner) await chown(file, files.runner.uid, files.runner.gid)
}

/** Contains the clusters of data folders that PostgreSQL's user cannot reach. */
const ELSEWHERE = '/var/lib/earmark-clusters'

/** Names the files of a cluster's folder. Creates nothing. */
export function filesIn(folder: string, runner: Runner | null): ClusterFiles {
  return {
    folder,
    wanted: folder,
    cluster: path.join(folder, 'cluster'),
    password: path.join(folder, 'password'),
    rolePassword: path.join(folder, 'role-password'),
    state: path.join(folder, 'state.json'),
    log: path.join(folder, 'postgres.log'),
    startLock: path.join(folder, 'gate.lock'),
    users: path.join(folder, 'users.lock'),
    runner,
  }
}

async function makeReachable(data: string, runner: Runner, log: Log): Promise<void> {
  const wanted = path.join(data, 'postgres')
  const present = await lstat(wanted).catch(() => null)
  if (present?.isSymbolicLink()) return
  if (await canReach(runner, path.dirname(data))) {
    if (!(await canReach(runner, data))) await openFolder(data, runner, log)
    await makeFolder(wanted, runner)
    return
  }
  if (present !== null)
    throw new ClusterFailure(
      'folder_unreachable',
      `PostgreSQL runs as ${runner.name} and may not enter a folder above ${wanted}. ` +
        `Restore the permission of these folders (chmod o+x) or move the data folder.`,
    )
  // For example below /root. A person can follow the link from the data folder to the cluster.
  const elsewhere = await makeElsewhere(data, runner)
  await symlink(elsewhere, wanted)
  log('postgres.placed_elsewhere', {
    folder: elsewhere,
    reason: `${runner.name}, who runs PostgreSQL, may not enter the folders above ${data}`,
  })
}

async function makeElsewhere(data: string, runner: Runner): Promise<string> {
  const name = randomBytes(8).toString('hex')
  // A temporary folder stays where the system cleans it up.
  const temporary = data.startsWith(`${tmpdir()}${path.sep}`)
  const folder = temporary ? path.join(tmpdir(), `earmark-${name}`) : path.join(ELSEWHERE, name)
  if (!temporary) await mkdir(ELSEWHERE, { recursive: true, mode: 0o711 })
  await makeFolder(folder, runner)
  return folder
}

async function makeFolder(folder: string, runner: Runner): Promise<void> {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o711)
  if (runner.owner) await chown(folder, runner.uid, runner.gid)
}

/** Lets PostgreSQL's user traverse the data folder, but not list it. */
async function openFolder(data: string, runner: Runner, log: Log): Promise<void> {
  const { mode, uid } = await stat(data)
  const free = (mode & 0o070) === 0
  if (free) await chown(data, uid, runner.gid)
  await chmod(data, (mode & 0o7777) | (free ? 0o010 : 0o001))
  log('postgres.folder_opened', { folder: data, for: runner.name })
}
