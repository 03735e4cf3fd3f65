import { pruneExpired } from '#/idempotency/prune.ts'
import { releaseDeadLeases } from '#/sync/lease.ts'
import { runDueHouseholds } from '#/funding/run-due.ts'
import { importDue } from '#/sync/import-due.ts'
import type { World } from '#/world/world.ts'
import { loop } from './loop.ts'

/** Starts the background work of this process; the function that is returned stops it and waits for its end. */
export async function startWorkers(world: World): Promise<() => Promise<void>> {
  await releaseDeadLeases(world)
  const stop = new AbortController()
  const running = [
    loop(world, { name: 'engine', batch: runDueHouseholds, rest: 1000, signal: stop.signal }),
    loop(world, { name: 'import', batch: importDue, rest: 500, signal: stop.signal }),
    loop(world, { name: 'prune', batch: pruneExpired, rest: 600_000, signal: stop.signal }),
  ]
  return async () => {
    stop.abort()
    await Promise.all(running)
  }
}
