import path from 'node:path'

import { embeddedPrograms, type Programs } from './programs.ts'
import { takeStartLock, isUnused, joinUsers } from './cluster-lock.ts'
import { ensureCluster, ensureRolePassword } from './initialize.ts'
import { keepAlive } from './keep-alive.ts'
import { startPostmaster } from './launch.ts'
import { prepareFiles } from './cluster-files.ts'
import { findPostmaster, isAlive, stopPostmaster } from './postmaster.ts'
import { addressOf, prepareDatabase, readAdminUrl } from './prepare-database.ts'
import type { Log, ClusterContext, Wait } from './cluster-context.ts'

/** The options of `openCluster`. */
export type ClusterOptions = {
  /** EARMARK_DATA; created if missing. PostgreSQL uses its folder `postgres`. */
  readonly dataFolder: string
  /** Waits in real time, in rehearsals too, because PostgreSQL does not follow the service's clock. */
  readonly wait: Wait
  readonly log: Log
  /** The PostgreSQL to run; default: the one of the npm package. */
  readonly binaries?: Programs
  /** False only in tests: faster, but nothing survives a power failure. */
  readonly durable?: boolean
}

/** A PostgreSQL that keeps running while this process uses it. */
export type Cluster = {
  /** The address of the database `earmark`, as the role that owns only this database. */
  readonly url: string
  /** False if it was already running, for another process or since a crash. */
  readonly started: boolean
  /** The folder with the cluster, its log and its passwords. */
  readonly folder: string
  /** Ends the use by this process, and shuts PostgreSQL down if no other process uses it. */
  stop(): Promise<void>
}

/**
 * Starts or adopts the PostgreSQL of a data folder. Throws a ClusterFailure whose message says
 * what the operator can do.
 */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const { dataFolder, wait, log, durable = true } = options
  const files = await prepareFiles(dataFolder, log)
  const startLock = await takeStartLock({ files, wait, log })
  try {
    const programs = options.binaries ?? (await embeddedPrograms(files))
    const context = { files, programs, durable, wait, log }
    await ensureCluster(context)
    return await startOrAdopt(context)
  } finally {
    startLock.release()
  }
}

async function startOrAdopt(context: ClusterContext): Promise<Cluster> {
  const unused = isUnused(context.files)
  const adopted = await findPostmaster(context)
  try {
    const postmaster = adopted ?? (await startPostmaster(context, unused))
    const { password, fresh } = await ensureRolePassword(context.files)
    const url = addressOf(postmaster, password)
    await prepareDatabase(context, {
      url,
      fresh,
      isAlive: () => isAlive(postmaster.pid, context.files),
    })
    context.log(adopted === null ? 'postgres.started' : 'postgres.adopted', postmaster)
    return attach(context, { url, started: adopted === null, pid: postmaster.pid })
  } catch (error) {
    // It ended just after it was found, so the next attempt starts a new one.
    if (adopted !== null && !(await isAlive(adopted.pid, context.files))) {
      return startOrAdopt(context)
    }
    // Otherwise no process would stop it.
    if (adopted === null && unused) await stopPostmaster(context)
    throw error
  }
}

/** Returns the address of the database `postgres` as superuser, for tests, benchmarks and people. */
export function adminUrlOf({ url, folder }: Pick<Cluster, 'url' | 'folder'>): Promise<string> {
  return readAdminUrl(url, path.join(folder, 'password'))
}

type Facts = Omit<Cluster, 'stop' | 'folder'> & { readonly pid: number }

/** Registers this process as a user and opens the cluster. Call only while holding the start lock. */
function attach(context: ClusterContext, { pid, ...facts }: Facts): Cluster {
  const share = joinUsers(context.files)
  const leaving = new AbortController()
  void keepAlive(context, { pid, leaving: leaving.signal })
  let left: Promise<void> | undefined
  const leave = async () => {
    leaving.abort()
    const startLock = await takeStartLock(context)
    try {
      share.release()
      if (!isUnused(context.files)) return
      await stopPostmaster(context)
      context.log('postgres.stopped')
    } finally {
      startLock.release()
    }
  }
  return { ...facts, folder: context.files.folder, stop: () => (left ??= leave()) }
}
