// Imports what is due, from banks and from files, until there has been nothing for a while (`imports.ts` starts it).
import { setPriority } from 'node:os'
import process from 'node:process'
import { openDatabase } from '#/database/database.ts'
import { runDueImport } from '#/imports/run-due.ts'
import { importDue } from '#/sync/import-due.ts'
import { createBell } from '#/world/bell.ts'
import { createWorld } from '#/world/real.ts'
import type { Begin, Told } from './imports.ts'
import { type Batch, loop } from './loop.ts'
import { synchronize } from './synchronize.ts'

/** How long there was nothing before the process ends, in seconds. */
const IDLE_SECONDS = 60
/** In milliseconds. */
const REST = 500
const CLOCK_REST = 30_000
const CONNECTIONS_MAX = 4
/** See `openDatabase`. */
const PATIENCE_SECONDS = 75
/** Requests come first where processors are few. */
const NICENESS = 10

// A terminal tells everybody in it to stop; here it is the server that says so, and its end without a word is ours.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.once('disconnect', () => process.exit(1))
setPriority(NICENESS)

const stopping = new AbortController()
const { signal } = stopping
const begun = Promise.withResolvers<Begin>()
const bell = createBell()
bell.listen((word) => {
  if (word !== 'import') process.send!(word)
})
process.on('message', (told: Begin | Told) => {
  if (typeof told === 'object') begun.resolve(told)
  else if (told === 'stop') stopping.abort()
  else bell.ring(told)
})

const { config, databaseUrl, serverPid } = await begun.promise
const db = openDatabase({
  url: databaseUrl,
  connectionsMax: CONNECTIONS_MAX,
  patienceSeconds: PATIENCE_SECONDS,
  onLost: (error) => world.log('warn', 'database.connection_lost', { error }),
})
const now = config.now === null ? null : Temporal.Instant.from(config.now)
const real = createWorld({ ...config, now }, db)
const world = { ...real, bell, host: { ...real.host, pid: serverPid } }
await world.synchronize()

let running = 0
let workedAt = world.now()

/** Ends the process at a look that finds nothing, where nothing else is going on and nothing was for a while. */
const untilIdle = (batch: Batch): Batch => {
  return async (...given) => {
    running += 1
    const done = await batch(...given).finally(() => (running -= 1))
    if (done > 0) workedAt = world.now()
    const idle = world.now().since(workedAt).total('seconds')
    if (done === 0 && running === 0 && idle > IDLE_SECONDS) stopping.abort()
    return done
  }
}

const every = { rest: REST, wokenBy: 'import', signal } as const
await Promise.all([
  loop(world, { name: 'import', batch: untilIdle(importDue), ...every }),
  loop(world, { name: 'files', batch: untilIdle(runDueImport), ...every }),
  loop(world, { name: 'clock', batch: synchronize, rest: CLOCK_REST, signal }),
])
await world.outbound.close()
await world.destinations.close()
await db.destroy()
process.exit(0)
