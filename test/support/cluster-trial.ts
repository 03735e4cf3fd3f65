// For tests: clusters in folders of their own, and other processes that open them.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execPath, kill } from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

import { openCluster, type Cluster, type ClusterOptions } from '#/platform/postgres/cluster.ts'
import type { Wait } from '#/platform/postgres/cluster-context.ts'

/** Waits in real time; the signal ends the wait. */
export const wait: Wait = (ms, signal) => sleep(ms, undefined, signal && { signal })

/** Creates a folder that is removed after the test, together with any PostgreSQL that still runs in it. */
export function makeFolder(
  test: { after(clean: () => Promise<void>): void },
  name = 'data',
): string {
  const parent = mkdtempSync(path.join(tmpdir(), 'earmark-'))
  const folder = path.join(parent, name)
  chmodSync(parent, 0o711) // So that another user can run PostgreSQL in it.
  test.after(async () => {
    await leaveAll(folder)
    const pid = readPid(folder)
    if (pid !== null && isRunning(pid)) kill(pid, 'SIGQUIT')
    await until(() => pid === null || !isRunning(pid))
    await rm(parent, { recursive: true, force: true, maxRetries: 10 })
  })
  return folder
}

// Keyed by folder, so that a failed test leaves nothing running.
const visitors = new Map<string, ChildProcess[]>()
const opened = new Map<string, Cluster[]>()

/** Ends the processes that still use a folder's cluster, as after a failed test. */
export async function leaveAll(folder: string): Promise<void> {
  for (const child of visitors.get(folder) ?? []) child.kill('SIGKILL')
  for (const cluster of opened.get(folder) ?? []) await cluster.stop().catch(() => undefined)
  visitors.delete(folder)
  opened.delete(folder)
}

/** Opens a cluster in this process and adds its log events to `events`. */
export async function open(
  dataFolder: string,
  events: string[] = [],
  more: Partial<ClusterOptions> = {},
): Promise<Cluster> {
  const log = (event: string) => void events.push(event)
  const cluster = await openCluster({ dataFolder, wait, log, durable: false, ...more })
  opened.set(dataFolder, [...(opened.get(dataFolder) ?? []), cluster])
  return cluster
}

/** Another process that opened a cluster. */
export type Visitor = {
  readonly cluster: Omit<Cluster, 'stop'>
  leave(): Promise<void>
  killNow(): Promise<void>
}

/** The user and the code with which a process opens a cluster. */
export type VisitorOptions = {
  readonly uid?: number
  readonly errors?: 'inherit' | 'pipe'
  /** The URL of cluster.ts. */
  readonly module?: string
}

/** Opens a cluster in a separate process. */
export async function visit(dataFolder: string, options?: VisitorOptions): Promise<Visitor> {
  const child = startVisitor(dataFolder, options)
  for await (const line of createInterface({ input: child.stdout! })) {
    return {
      cluster: JSON.parse(line),
      leave: () => end(child, () => child.stdin?.end()),
      killNow: () => end(child, () => child.kill('SIGKILL')),
    }
  }
  throw new Error('the visitor ended without opening the cluster')
}

/** Starts such a process without waiting for its result. */
export function startVisitor(dataFolder: string, options: VisitorOptions = {}): ChildProcess {
  const {
    uid,
    errors = 'inherit',
    module = import.meta.resolve('#/platform/postgres/cluster.ts'),
  } = options
  const code = `
    const { openCluster } = await import(${JSON.stringify(module)})
    const { setTimeout } = await import('node:timers/promises')
    const wait = (ms, signal) => setTimeout(ms, undefined, signal && { signal })
    const cluster = await openCluster({ dataFolder: ${JSON.stringify(dataFolder)}, wait, log() {}, durable: false })
    console.log(JSON.stringify(cluster))
    for await (const _ of process.stdin);
    await cluster.stop()`
  const child = spawn(execPath, ['--input-type=module', '-e', code], {
    stdio: ['pipe', 'pipe', errors],
    cwd: '/',
    ...(uid !== undefined && { uid, gid: uid }),
  })
  visitors.set(dataFolder, [...(visitors.get(dataFolder) ?? []), child])
  return child
}

/** Runs a statement and returns its first row. */
export async function ask(url: string, sql: string): Promise<Record<string, unknown> | undefined> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<Record<string, unknown>>(sql)
    return rows[0]
  } finally {
    await client.end()
  }
}

/** Polls until a condition holds; fails after 20 seconds. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1000; tries++) {
    if (await holds()) return
    await wait(20)
  }
  throw new Error(`the condition never held: ${holds.toString()}`)
}

/** Reads the process id in postmaster.pid. */
export function readPid(dataFolder: string): number | null {
  try {
    return Number(readFileSync(pidFile(dataFolder), 'utf8').split('\n')[0])
  } catch {
    return null
  }
}

/** Writes another process id into postmaster.pid. */
export async function writePid(dataFolder: string, pid: number): Promise<void> {
  const [, ...rest] = readFileSync(pidFile(dataFolder), 'utf8').split('\n')
  await writeFile(pidFile(dataFolder), [pid, ...rest].join('\n'))
}

/** Returns true if a process runs; false for a zombie. */
export function isRunning(pid: number): boolean {
  try {
    kill(pid, 0)
    return !/\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

function pidFile(dataFolder: string): string {
  return path.join(dataFolder, 'postgres', 'cluster', 'postmaster.pid')
}

async function end(child: ChildProcess, how: () => void): Promise<void> {
  const ended = once(child, 'exit')
  how()
  await ended
}
