// Imports what is due, from banks and from files, until there has been nothing for a while (`imports.ts` starts it).
import { setPriority } from 'node:os'
import process from 'node:process'
import { openDatabase } from '#/platform/database/database.ts'
import { importNextFile } from '#/sources/files/import-next-file.ts'
import { importDue } from '#/sources/banks/sync/import-next-connection.ts'
import { createBell } from '#/platform/runtime/bell.ts'
import { engine } from '#/budget/funding/engine.ts'
import { createRuntime } from '#/platform/runtime/real.ts'
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
  onLost: (error) => runtime.log('warn', 'database.connection_lost', { error }),
})
const now = config.now === null ? null : Temporal.Instant.from(config.now)
const real = createRuntime({ ...config, now }, db, engine)
const runtime = { ...real, bell, host: { ...real.host, pid: serverPid } }
await runtime.synchronize()

let running = 0
let workedAt = runtime.now()

/** Ends the process at a look that finds nothing, where nothing else is going on and nothing was for a while. */
const untilIdle = (batch: Batch): Batch => {
  return async (...given) => {
    running += 1
    const done = await batch(...given).finally(() => (running -= 1))
    if (done > 0) workedAt = runtime.now()
    const idle = runtime.now().since(workedAt).total('seconds')
    if (done === 0 && running === 0 && idle > IDLE_SECONDS) stopping.abort()
    return done
  }
}

const every = { rest: REST, wokenBy: 'import', signal } as const
await Promise.all([
  loop(runtime, { name: 'import', batch: untilIdle(importDue), ...every }),
  loop(runtime, { name: 'files', batch: untilIdle(importNextFile), ...every }),
  loop(runtime, { name: 'clock', batch: synchronize, rest: CLOCK_REST, signal }),
])
await runtime.outbound.close()
await runtime.destinations.close()
await db.destroy()
process.exit(0)
