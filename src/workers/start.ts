import { sql } from 'kysely'
import { pruneExpired } from '#/idempotency/prune.ts'
import { runDueHouseholds } from '#/funding/run-due.ts'
import { prunePeople } from '#/people/prune.ts'
import { pruneRequests } from '#/requests/prune.ts'
import { forgetAbandoned } from '#/imports/run-due.ts'
import { endDueItems } from '#/sync/end-items.ts'
import { createDeliverer } from '#/webhooks/deliverer.ts'
import { releaseDeadLanes } from '#/webhooks/lanes.ts'
import { tidyDeliveries } from '#/webhooks/tidy.ts'
import type { Database } from '#/database/database.ts'
import { loadSender } from '#/outbound/outbound.ts'
import type { Config } from '#/world/config.ts'
import type { World } from '#/world/world.ts'
import { importApart, releaseDead } from './imports.ts'
import { loop } from './loop.ts'
import { synchronize } from './synchronize.ts'

type Options = {
  readonly config: Config
  readonly databaseUrl: string
  /** The same database, through connections whose commits need not wait for the disk. */
  readonly deliveriesDb: Database
}

/** Starts the background work of this process; the function that is returned stops it and waits for its end. */
export async function startWorkers(
  world: World,
  { deliveriesDb, ...place }: Options,
): Promise<() => Promise<void>> {
  await releaseDeadLanes(world)
  await releaseDead(world)
  if (await hasCorrespondents(world)) await loadSender()
  const stop = new AbortController()
  const { signal } = stop
  const running = [
    loop(world, { name: 'engine', batch: runDueHouseholds, rest: 1000, signal }),
    loop(world, {
      name: 'imports',
      batch: (_, woken) => importApart(world, place, { woken, signal }),
      rest: 500,
      wokenBy: 'import',
      signal,
    }),
    loop(world, { name: 'uploads', batch: forgetAbandoned, rest: 600_000, signal }),
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
