import { sql } from 'kysely'
import { runDueHouseholds } from '#/budget/funding/run-due.ts'
import { prunePeople } from '#/people/prune.ts'
import { pruneRequests } from '#/access/request-log/prune.ts'
import { renewNextNames } from '#/sources/renaming/renew-names.ts'
import { endDueItems } from '#/sources/banks/connecting/end-items.ts'
import { releaseDeadMessages } from '#/notices/delivering/claim-messages.ts'
import { releaseDeadLooks } from '#/app/notices/due.ts'
import { releaseDeadMails } from '#/platform/mail/outbox/claim-mails.ts'
import { deleteAbandonedWork } from '#/platform/leases/queued-work.ts'
import { createDeliverer } from '#/webhooks/delivering/deliverer.ts'
import { releaseDeadQueues } from '#/webhooks/delivering/queues.ts'
import { sealUrls } from '#/webhooks/managing/seal-urls.ts'
import { firstPlace, tidyDeliveries } from '#/webhooks/delivering/tidy.ts'
import type { Database } from '#/platform/database/database.ts'
import { loadSender } from '#/platform/outbound/outbound.ts'
import type { Config } from '#/platform/runtime/config.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { ChildSettings } from './child.ts'
import { backUpSeparately, settleDeadBackups } from './backups.ts'
import { importSeparately, releaseDead } from './imports.ts'
import { LOOK, lookForWork } from './lookout.ts'
import { loop, type Work } from './loop.ts'
import { createOperatorWatch } from './operator-changes.ts'
import { BEAT, createPresence, type Presence } from './presence.ts'
import { pruneOld } from './prune.ts'
import { synchronize } from './synchronize.ts'

/** Milliseconds. The lookout ends the rest before, unless its message is lost in a fault. */
const UNTIL_WOKEN = 60_000
/** Milliseconds, for work that the lookout alone finds. */
const UNSEEN = 600_000

type Options = {
  readonly config: Config
  readonly databaseUrl: string
  /** The same database, through connections whose commits need not wait for the disk. */
  readonly deliveriesDb: Database
}

/** Starts the background work of this process. The returned function stops it and waits for its end. */
export async function startWorkers(
  runtime: Runtime,
  { deliveriesDb, ...settings }: Options,
): Promise<() => Promise<void>> {
  await releaseDeadQueues(runtime)
  await releaseDead(runtime)
  await releaseDeadMessages(runtime)
  await releaseDeadLooks(runtime)
  await releaseDeadMails(runtime)
  await settleDeadBackups(runtime)
  if (await hasCorrespondents(runtime)) await loadSender()
  const presence = createPresence(runtime)
  // Until it succeeds, which its loop sees to, this process looks as if it were alone.
  await presence.beat().catch(() => {})
  const stop = new AbortController()
  const { signal } = stop
  const running = [
    ...listWork(runtime, { settings, presence, signal }).map((work) =>
      loop(runtime, { ...work, signal }),
    ),
    createDeliverer({ ...runtime, db: deliveriesDb }).run(signal),
  ]
  return async () => {
    stop.abort()
    await Promise.all(running)
    // Its turns are lost until the others notice, which does no harm if the database is gone.
    await presence.leave().catch(() => {})
  }
}

type Shared = {
  readonly settings: ChildSettings
  readonly presence: Presence
  readonly signal: AbortSignal
}

/**
 * Lists the background work. Together it asks the database less than once a second while nothing is due, and all processes
 * together hardly more: each looks less often, the more of them there are.
 */
export function listWork(
  runtime: Runtime,
  { settings, presence, signal }: Shared,
): readonly Work[] {
  const tidied = firstPlace()
  const shared = (rest: number) => () => presence.share(rest)
  return [
    {
      name: 'lookout',
      batch: () => lookForWork(runtime, signal),
      rest: () => presence.untilTurn(LOOK),
      // It finds the database again for all.
      restWhenGone: LOOK,
    },
    {
      name: 'engine',
      batch: runDueHouseholds,
      rest: shared(UNTIL_WOKEN),
      wokenBy: 'days',
    },
    {
      name: 'imports',
      batch: (_, woken) => importSeparately(runtime, settings, { woken, signal }),
      rest: shared(UNTIL_WOKEN),
      wokenBy: 'import',
    },
    {
      name: 'backups',
      batch: () => backUpSeparately(runtime, settings, signal),
      rest: shared(30_000),
      wokenBy: 'backup',
    },
    {
      name: 'watches',
      batch: async (within, woken) => {
        if (!woken) return 0
        const { lookAtHouseholds } = await import('#/app/notices/look-at-households.ts')
        return lookAtHouseholds(within)
      },
      rest: UNSEEN,
      wokenBy: 'watch',
    },
    { name: 'notices', batch: sendNotices, rest: UNSEEN, wokenBy: 'notice' },
    { name: 'mails', batch: sendMails, rest: UNSEEN, wokenBy: 'mail' },
    { name: 'uploads', batch: (one) => deleteAbandonedWork(one, 'imports'), rest: shared(600_000) },
    { name: 'names', batch: renewNextNames, rest: shared(3_600_000) },
    { name: 'moves', batch: (one) => deleteAbandonedWork(one, 'moves'), rest: shared(600_000) },
    { name: 'items', batch: endDueItems, rest: shared(30_000) },
    { name: 'prune', batch: pruneOld, rest: shared(600_000) },
    { name: 'people', batch: prunePeople, rest: shared(600_000) },
    { name: 'requests', batch: pruneRequests, rest: shared(600_000) },
    { name: 'tidy', batch: (one) => tidyDeliveries(one, tidied), rest: shared(60_000) },
    { name: 'webhook_urls', batch: sealUrls, rest: shared(3_600_000) },
    { name: 'operator', batch: createOperatorWatch(runtime), rest: 60_000 },
    { name: 'clock', batch: synchronize, rest: 120_000 },
    { name: 'presence', batch: presence.beat, rest: BEAT },
  ]
}

/** Sends all messages that are due. Its code is loaded when there is one. */
async function sendNotices(runtime: Runtime, woken: boolean): Promise<number> {
  if (!woken) return 0
  const { deliverDueNotices } = await import('#/notices/delivering/deliver-due.ts')
  let count = 0
  for (let sent = 1; sent > 0; count += sent) sent = await deliverDueNotices(runtime)
  return count
}

/** Answers what was asked for, and sends all mails that are due. Its code is loaded when there is one. */
async function sendMails(runtime: Runtime, woken: boolean): Promise<number> {
  if (!woken) return 0
  const { answerAsked } = await import('#/people/mails/answer-asked.ts')
  const { deliverDueMails } = await import('#/platform/mail/outbox/deliver-due.ts')
  let count = 0
  for (let done = 1; done > 0; count += done) {
    done = (await answerAsked(runtime)) + (await deliverDueMails(runtime))
  }
  return count
}

/** True if a bank or a receiver can be reached. */
async function hasCorrespondents({ db }: Runtime): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select 1 from connections) or exists (select 1 from webhooks) as any`.execute(db)
  return rows[0]!.any
}
