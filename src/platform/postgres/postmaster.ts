import { execFile } from 'node:child_process'
import { readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { platform } from 'node:process'
import { promisify } from 'node:util'

import { ClusterFailure } from './failure.ts'
import type { ClusterFiles } from './cluster-files.ts'
import { listOrphans, lookAt, signal } from './process-sight.ts'
import { clusterName } from './settings.ts'
import type { ClusterContext } from './cluster-context.ts'

/** The main process of a running PostgreSQL. */
export type Postmaster = {
  readonly pid: number
  readonly port: number
  /** The folder of its socket; null: it listens only on TCP. */
  readonly socket: string | null
}

/** Returns the postmaster of this cluster once it accepts connections; null if it does not run. */
export async function findPostmaster(context: ClusterContext): Promise<Postmaster | null> {
  for (let tries = 0; tries < PATIENCE; tries++) {
    const record = await readRecord(context.files)
    if (record === null) return null
    const sight = await lookAt(record.pid, context.files.cluster)
    if (sight === 'gone' || sight === 'other') return null
    if (record.ready && sight !== 'ending') return record
    if (tries % 500 === 499)
      context.log('postgres.waiting', { pid: record.pid, status: record.status })
    await context.wait(20)
  }
  throw new ClusterFailure(
    'unanswered',
    `PostgreSQL (see ${path.join(context.files.cluster, 'postmaster.pid')}) neither accepts connections nor ends. ` +
      `Its log is ${context.files.log}.`,
  )
}

/** Returns true if the postmaster with this process id still runs, or has not ended completely. */
export async function isAlive(pid: number, files: ClusterFiles): Promise<boolean> {
  const sight = await lookAt(pid, files.cluster)
  return sight !== 'gone' && sight !== 'other'
}

/** Ends the children that a killed postmaster left, so that the next one can start. */
export async function clearRemains({ files, wait, log }: ClusterContext): Promise<void> {
  const { uid } = await stat(files.cluster)
  const name = clusterName(files)
  for (let tries = 0; tries < 400; tries++) {
    const orphans = await listOrphans(name, uid)
    if (orphans.length === 0) break
    // They end by themselves, except during a long statement.
    if (tries % 40 === 39) {
      log('postgres.orphans_ended', { pids: orphans })
      for (const pid of orphans) signal(pid, 'SIGKILL')
    }
    await wait(25)
  }
  const record = await readRecord(files)
  if (record === null) return
  const sight = await lookAt(record.pid, files.cluster)
  // PostgreSQL refuses to start if a zombie or another program has this process id.
  if (sight === 'gone' || sight === 'other') await rm(recordFile(files), { force: true })
}

/** Shuts PostgreSQL down: rolls open transactions back, keeps committed ones. */
export async function stopPostmaster(context: ClusterContext): Promise<void> {
  const { files, wait, log } = context
  const running = await readRecord(files)
  if (running === null || !(await isAlive(running.pid, files))) return
  if (platform === 'win32')
    await promisify(execFile)(context.programs.pg_ctl, ['stop', '-m', 'fast', '-D', files.cluster])
  else signal(running.pid, 'SIGINT')
  for (let tries = 1; tries <= 6000; tries++) {
    if (!(await isAlive(running.pid, files))) return
    if (tries === 3000) {
      log('postgres.stop_forced', { pid: running.pid })
      if (platform !== 'win32') signal(running.pid, 'SIGQUIT')
    }
    await wait(15)
  }
  throw new ClusterFailure('stop_failed', `PostgreSQL (pid ${running.pid}) does not end.`)
}

/** Five minutes, because replaying the log after a crash may take long, and giving up earlier does not help. */
const PATIENCE = 15_000

export type Record = Postmaster & { readonly status: string; readonly ready: boolean }

function recordFile(files: ClusterFiles): string {
  return path.join(files.cluster, 'postmaster.pid')
}

/** Parses postmaster.pid: process id, folder, start, port, socket, address, memory key, status. */
export async function readRecord(files: ClusterFiles): Promise<Record | null> {
  const text = await readFile(recordFile(files), 'utf8').catch(() => null)
  if (text === null) return null
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return null
  const status = lines[7] ?? ''
  const socket = lines[4] || null
  return { pid, port: Number(lines[3]), socket, status, ready: status === 'ready' }
}
