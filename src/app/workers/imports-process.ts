// Imports what is due, from banks and files, until there has been nothing for a while. `imports.ts` starts it.
import process from 'node:process'
import { importNextFile } from '#/sources/files/import-next-file.ts'
import { moveNext } from '#/sources/moving-in/move-next.ts'
import { importDue } from '#/sources/banks/sync/import-next-connection.ts'
import { createBell } from '#/platform/runtime/bell.ts'
import { createTally, type Tally } from '#/platform/runtime/tally.ts'
import type { Begin } from './child.ts'
import { followServer, openRuntime } from './child-runtime.ts'
import type { ImportCommand } from './imports.ts'
import { type Batch, loop } from './loop.ts'
import { synchronize } from './synchronize.ts'

/** Seconds without work after which the process ends. */
const IDLE_SECONDS = 60
/** Milliseconds between looks for work. */
const REST = 500
const CLOCK_REST = 30_000
const CONNECTIONS_MAX = 4
/** Lower than the server's priority: requests come first if there are few processors. */
const NICENESS = 10

followServer(NICENESS)

const stopping = new AbortController()
const { signal } = stopping
const begun = Promise.withResolvers<Begin>()
const bell = createBell()
bell.listen((word) => {
  if (word !== 'import') process.send!(word)
})
process.on('message', (command: Begin | ImportCommand) => {
  if (typeof command === 'object') begun.resolve(command)
  else if (command === 'stop') stopping.abort()
  else bell.ring(command)
})

// The server counts what this process does, because it lives longer.
const tally: Tally = {
  ...createTally(),
  add: (what, outcome, count = 1) => void process.send!({ what, outcome, count }),
}
const parts = { bell, tally, connectionsMax: CONNECTIONS_MAX }
const runtime = await openRuntime(await begun.promise, parts)

let running = 0
let workedAt = runtime.now()

/** Aborts when a look finds nothing, nothing else is running, and the process has been idle long enough. */
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
  loop(runtime, { name: 'moves', batch: untilIdle(moveNext), ...every }),
  loop(runtime, { name: 'clock', batch: synchronize, rest: CLOCK_REST, signal }),
])
await runtime.outbound.close()
await runtime.destinations.close()
await runtime.db.destroy()
process.exit(0)
