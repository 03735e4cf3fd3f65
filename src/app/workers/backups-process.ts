// Writes the backups that are due, and ends. `backups.ts` starts it.
import process from 'node:process'
import { takeDueBackups } from '#/backups/automatic/take-due.ts'
import { createBell } from '#/platform/runtime/bell.ts'
import { readRing } from '#/platform/runtime/real.ts'
import { readVersion } from '#/platform/runtime/version.ts'
import type { Begin } from './child.ts'
import { followServer, openRuntime } from './child-runtime.ts'

/** One holds the lock, one records; the backup opens its own. */
const CONNECTIONS_MAX = 2
/** Lower than the server's priority: requests come first if there are few processors. */
const NICENESS = 15

followServer(NICENESS)

const begun = Promise.withResolvers<Begin>()
process.once('message', (begin: Begin) => begun.resolve(begin))
const begin = await begun.promise
const { config, databaseUrl } = begin
const runtime = await openRuntime(begin, { bell: createBell(), connectionsMax: CONNECTIONS_MAX })
const origin = { databaseUrl, secrets: readRing(config), version: readVersion() }
await takeDueBackups(runtime, origin)
await runtime.db.destroy()
process.exit(0)
