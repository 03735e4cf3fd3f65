import { sql } from 'kysely'
import { areDaysDue } from '#/budget/funding/run-due.ts'
import { nextNoticeDue } from '#/notices/delivering/claim-messages.ts'
import { nextMailDue } from '#/platform/mail/outbox/claim-mails.ts'
import { areWatchesDue } from '#/app/notices/due.ts'
import { nextQueueDue } from '#/webhooks/delivering/queues.ts'
import type { Signal } from '#/platform/runtime/bell.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { isImportDue } from './imports.ts'

/** Milliseconds between looks: the longest that work waits which another process has made due. */
export const LOOK = 1500

type Due = {
  readonly days: boolean
  readonly imports: boolean
  readonly delivery_at: Temporal.Instant | null
  readonly notice_at: Temporal.Instant | null
  readonly mail_at: Temporal.Instant | null
  readonly watches: boolean
}

/**
 * Looks by one statement for all work that may be due at any moment, and wakes those who do it. Each of them used to look
 * for itself: an idle server asked the database eleven times a second.
 */
export async function lookForWork(runtime: Runtime, signal: AbortSignal): Promise<number> {
  const now = runtime.now()
  const { rows } = await sql<Due>`select ${areDaysDue(now)} as days, ${isImportDue(now)} as imports,
    ${nextQueueDue()} as delivery_at, ${nextNoticeDue()} as notice_at, ${nextMailDue()} as mail_at, ${areWatchesDue(now)} as watches`.execute(
    runtime.db,
  )
  const {
    days,
    imports,
    watches,
    delivery_at: deliveryAt,
    notice_at: noticeAt,
    mail_at: mailAt,
  } = rows[0]!
  if (days) runtime.bell.ring('days')
  if (imports) runtime.bell.ring('import')
  if (watches) runtime.bell.ring('watch')
  if (deliveryAt !== null) void ringAt(runtime, { word: 'due', at: deliveryAt }, signal)
  if (noticeAt !== null) void ringAt(runtime, { word: 'notice', at: noticeAt }, signal)
  if (mailAt !== null) void ringAt(runtime, { word: 'mail', at: mailAt }, signal)
  return 0
}

/** Retries are due at a moment, not at the next look. */
async function ringAt(
  { now, wait, bell }: Runtime,
  { word, at }: { readonly word: Signal; readonly at: Temporal.Instant },
  signal: AbortSignal,
) {
  const left = at.epochMilliseconds - now().epochMilliseconds
  if (left > LOOK) return
  if (left > 0) await wait(left, signal)
  if (!signal.aborted) bell.ring(word)
}
