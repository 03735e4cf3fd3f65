import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { open, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { z } from 'zod'

import { ClusterFailure } from './failure.ts'
import { handOver, type ClusterFiles } from './cluster-files.ts'
import { clearRemains, findPostmaster, type Postmaster, readRecord } from './postmaster.ts'
import { processNamespace } from './process-sight.ts'
import { spawnOptions, unusable } from './run-program.ts'
import { writeSettings } from './settings.ts'
import type { ClusterContext } from './cluster-context.ts'

/**
 * Starts PostgreSQL and waits until it accepts connections. Call only while holding the start lock.
 * `mayMove`: it may use another port. Only if no other process uses the cluster, because they know its port.
 */
export async function startPostmaster(
  context: ClusterContext,
  mayMove: boolean,
): Promise<Postmaster> {
  const last = await readState(context.files)
  await refuseElsewhere(context.files, last.namespace, mayMove)
  let said = ''
  for (let tries = 0; tries < 8; tries++) {
    const found = await findPostmaster(context)
    if (found !== null) return found
    await clearRemains(context)
    const port = await choosePort(last.port, mayMove)
    if (port !== null) {
      await writeState(context.files, { port, namespace: await processNamespace() })
      await writeSettings(context)
      const outcome = await launch(context, port)
      if (typeof outcome !== 'string') return outcome
      said = outcome
      if (!PASSING.test(said)) break
    } else said = `port ${last.port} is taken by another program`
    context.log('postgres.start_delayed', { said })
    await context.wait(250)
  }
  if (said.startsWith('port ')) throw new ClusterFailure('port_taken', `PostgreSQL: ${said}.`)
  throw new ClusterFailure(
    'start_failed',
    `PostgreSQL does not start in ${context.files.cluster}: ${said} (log: ${context.files.log})`,
  )
}

/** Errors that another attempt may resolve: the port was just taken, or a predecessor is still ending. */
const PASSING =
  /could not bind|could not create any TCP|shared memory block|lock file [^\n]{0,300} already exists/

const state = z.object({ port: z.int().min(1).max(65535).nullable(), namespace: z.string() })
type State = z.infer<typeof state>

async function readState(files: ClusterFiles): Promise<State> {
  try {
    return state.parse(JSON.parse(await readFile(files.state, 'utf8')))
  } catch {
    return { port: null, namespace: '' } // Missing or damaged: we choose a new port.
  }
}

async function writeState(files: ClusterFiles, facts: State): Promise<void> {
  const fresh = `${files.state}.new`
  await writeFile(fresh, JSON.stringify(facts), { mode: 0o600 })
  await handOver(files, fresh)
  await rename(fresh, files.state)
}

/** Refuses a folder that another container uses. Two PostgreSQLs would destroy it, and this one cannot see the other. */
async function refuseElsewhere(
  files: ClusterFiles,
  namespace: string,
  unused: boolean,
): Promise<void> {
  if (unused || namespace === '' || namespace === (await processNamespace())) return
  throw new ClusterFailure(
    'in_use_elsewhere',
    `${files.folder} is in use by an Earmark in another container. Run the command inside that ` +
      'container (docker exec), or give both a DATABASE_URL.',
  )
}

async function choosePort(last: number | null, mayMove: boolean): Promise<number | null> {
  if (last !== null && (await isFree(last))) return last
  if (last !== null && !mayMove) return null
  for (;;) {
    // Below the ports that systems use for outgoing connections, so that it stays free.
    const port = randomInt(20_000, 32_000)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const probe = createServer()
  probe.once('error', () => resolve(false))
  probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)))
  return promise
}

/** Resolves when PostgreSQL is ready, or with its last output if it ended. */
async function launch(context: ClusterContext, port: number): Promise<Postmaster | string> {
  const { files, programs, wait, log } = context
  const logFile = await open(files.log, 'a', 0o600)
  await handOver(files, files.log)
  const { size } = await logFile.stat()
  const child = spawn(programs.postgres, ['-D', files.cluster, '-c', `port=${port}`], {
    ...spawnOptions(programs.postgres, files.runner),
    // A Ctrl-C for Earmark must not reach PostgreSQL before Earmark has finished with it.
    detached: true,
    stdio: ['ignore', logFile.fd, logFile.fd],
  })
  child.unref()
  const seen: { fault?: Error; end?: string } = {}
  child.once('error', (error) => (seen.fault = error))
  child.once('exit', (status, ended) => (seen.end = `it ended with ${ended ?? status}`))
  await logFile.close()
  for (let tries = 1; ; tries++) {
    await wait(15)
    if (seen.fault !== undefined) throw unusable(programs.postgres, seen.fault)
    if (seen.end !== undefined) return `${seen.end}: ${await readTail(files.log, size)}`
    const record = await readRecord(files)
    if (record?.ready && record.pid === child.pid) return record
    if (tries % 500 === 0) log('postgres.waiting', { pid: child.pid, for: 'recovery' })
  }
}

async function readTail(file: string, from: number): Promise<string> {
  return (await readFile(file)).subarray(from).toString().trim().slice(-1500)
}

/** Rotates the log: two files of 10 MB, so that it cannot fill the disk in years. */
export async function trimLog(files: ClusterFiles): Promise<void> {
  const found = await stat(files.log).catch(() => null)
  if (found === null || found.size < 10_000_000) return
  // PostgreSQL keeps the file open for appending, so it is truncated instead of renamed.
  await writeFile(`${files.log}.1`, await readFile(files.log), { mode: 0o600 })
  await handOver(files, `${files.log}.1`)
  await writeFile(files.log, '')
}
