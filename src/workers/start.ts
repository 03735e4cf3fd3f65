import { sql } from 'kysely'
import { pruneExpired } from '#/idempotency/prune.ts'
import { releaseDeadLeases } from '#/sync/lease.ts'
import { runDueHouseholds } from '#/funding/run-due.ts'
import { prunePeople } from '#/people/prune.ts'
import { pruneRequests } from '#/requests/prune.ts'
import { releaseDeadImports, runDueImport } from '#/imports/run-due.ts'
import { endDueItems } from '#/sync/end-items.ts'
import { importDue } from '#/sync/import-due.ts'
import { createDeliverer } from '#/webhooks/deliverer.ts'
import { releaseDeadLanes } from '#/webhooks/lanes.ts'
import { tidyDeliveries } from '#/webhooks/tidy.ts'
import type { Database } from '#/database/database.ts'
import { loadSender } from '#/outbound/outbound.ts'
import type { World } from '#/world/world.ts'
import { loop } from './loop.ts'

/**
 * Starts the background work of this process; the function that is returned stops it and waits for its end.
 * `deliveriesDb`: the same database, through connections whose commits need not wait for the disk.
 */
export async function startWorkers(
  world: World,
  deliveriesDb: Database,
): Promise<() => Promise<void>> {
  await releaseDeadLeases(world)
  await releaseDeadLanes(world)
  await releaseDeadImports(world)
  if (await hasCorrespondents(world)) await loadSender()
  const stop = new AbortController()
  const { signal } = stop
  const running = [
    loop(world, { name: 'engine', batch: runDueHouseholds, rest: 1000, signal }),
    loop(world, { name: 'import', batch: importDue, rest: 500, signal }),
    loop(world, { name: 'files', batch: runDueImport, rest: 500, signal }),
    loop(world, { name: 'items', batch: endDueItems, rest: 30_000, signal }),
    loop(world, { name: 'prune', batch: pruneExpired, rest: 600_000, signal }),
    loop(world, { name: 'people', batch: prunePeople, rest: 600_000, signal }),
    loop(world, { name: 'requests', batch: pruneRequests, rest: 600_000, signal }),
    loop(world, { name: 'tidy', batch: tidyDeliveries, rest: 60_000, signal }),
    loop(world, { name: 'clock', batch: synchronize, rest: 30_000, signal }),
    createDeliverer({ ...world, db: deliveriesDb }).run(signal),
  ]
  return async () => {
    stop.abort()
    await Promise.all(running)
  }
}

/** Whether there is a bank or a receiver to speak to. */
async function hasCorrespondents({ db }: World): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from connections) or exists (select from webhooks) as any`.execute(db)
  return rows[0]!.any
}

async function synchronize(world: World): Promise<number> {
  await world.synchronize()
  return 0
}
