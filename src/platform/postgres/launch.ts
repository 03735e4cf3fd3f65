import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { open, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { z } from 'zod'

import { ClusterFailure } from './failure.ts'
import { handOver, type Place } from './data-place.ts'
import { clearRemains, findPostmaster, type Postmaster, readRecord } from './postmaster.ts'
import { processNamespace } from './process-sight.ts'
import { spawnOptions, unusable } from './run-program.ts'
import { writeSettings } from './settings.ts'
import type { Site } from './program-site.ts'

/**
 * Starts PostgreSQL and waits until it accepts connections. Call only while holding the gate.
 * `mayMove`: it may use another port. Only if no other process uses the cluster, because they know its port.
 */
export async function startPostmaster(site: Site, mayMove: boolean): Promise<Postmaster> {
  const last = await readState(site.place)
  await refuseElsewhere(site.place, last.namespace, mayMove)
  let said = ''
  for (let tries = 0; tries < 8; tries++) {
    const found = await findPostmaster(site)
    if (found !== null) return found
    await clearRemains(site)
    const port = await choosePort(last.port, mayMove)
    if (port !== null) {
      await writeState(site.place, { port, namespace: await processNamespace() })
      await writeSettings(site)
      const outcome = await launch(site, port)
      if (typeof outcome !== 'string') return outcome
      said = outcome
      if (!PASSING.test(said)) break
    } else said = `port ${last.port} is taken by another program`
    site.log('postgres.start_delayed', { said })
    await site.wait(250)
  }
  if (said.startsWith('port ')) throw new ClusterFailure('port_taken', `PostgreSQL: ${said}.`)
  throw new ClusterFailure(
    'start_failed',
    `PostgreSQL does not start in ${site.place.cluster}: ${said} (log: ${site.place.log})`,
  )
}

/** Errors that another attempt may resolve: the port was just taken, or a predecessor is still ending. */
const PASSING =
  /could not bind|could not create any TCP|shared memory block|lock file [^\n]{0,300} already exists/

const state = z.object({ port: z.int().min(1).max(65535).nullable(), namespace: z.string() })
type State = z.infer<typeof state>

async function readState(place: Place): Promise<State> {
  try {
    return state.parse(JSON.parse(await readFile(place.state, 'utf8')))
  } catch {
    return { port: null, namespace: '' } // Missing or damaged: we choose a new port.
  }
}

async function writeState(place: Place, facts: State): Promise<void> {
  const fresh = `${place.state}.new`
  await writeFile(fresh, JSON.stringify(facts), { mode: 0o600 })
  await handOver(place, fresh)
  await rename(fresh, place.state)
}

/** Refuses a folder that another container uses. Two PostgreSQLs would destroy it, and this one cannot see the other. */
async function refuseElsewhere(place: Place, namespace: string, unused: boolean): Promise<void> {
  if (unused || namespace === '' || namespace === (await processNamespace())) return
  throw new ClusterFailure(
    'in_use_elsewhere',
    `${place.folder} is in use by an Earmark in another container. Run the command inside that ` +
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
async function launch(site: Site, port: number): Promise<Postmaster | string> {
  const { place, programs, wait, log } = site
  const logFile = await open(place.log, 'a', 0o600)
  await handOver(place, place.log)
  const { size } = await logFile.stat()
  const child = spawn(programs.postgres, ['-D', place.cluster, '-c', `port=${port}`], {
    ...spawnOptions(programs.postgres, place.runner),
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
    if (seen.end !== undefined) return `${seen.end}: ${await readTail(place.log, size)}`
    const record = await readRecord(place)
    if (record?.ready && record.pid === child.pid) return record
    if (tries % 500 === 0) log('postgres.waiting', { pid: child.pid, for: 'recovery' })
  }
}

async function readTail(file: string, from: number): Promise<string> {
  return (await readFile(file)).subarray(from).toString().trim().slice(-1500)
}

/** Rotates the log: two files of 10 MB, so that it cannot fill the disk in years. */
export async function trimLog(place: Place): Promise<void> {
  const found = await stat(place.log).catch(() => null)
  if (found === null || found.size < 10_000_000) return
  // PostgreSQL keeps the file open for appending, so it is truncated instead of renamed.
  await writeFile(`${place.log}.1`, await readFile(place.log), { mode: 0o600 })
  await handOver(place, `${place.log}.1`)
  await writeFile(place.log, '')
}
