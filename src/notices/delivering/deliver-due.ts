import type { Runtime } from '#/platform/runtime/runtime.ts'
import { sayFact, sayTogether } from '#/notices/rules/say.ts'
import { placeOf } from '#/notices/rules/place.ts'
import { afterQuiet } from '#/notices/rules/when.ts'
import { openTarget } from '#/notices/way.ts'
import { type Claimed, claimMessages } from './claim-messages.ts'
import { cancelNotices, type Outcome, postpone, recordResult } from './record-result.ts'
import { send } from './send.ts'

/** Messages that one process sends at the same time. */
const CONCURRENCY = 16

/** Sends the messages that are due, and returns their number. A worker calls it until it returns 0. */
export async function deliverDueNotices(runtime: Runtime): Promise<number> {
  const claimed = await claimMessages(runtime, CONCURRENCY)
  const ended = await Promise.allSettled(claimed.map((message) => deliver(runtime, message)))
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  return claimed.length
}

/**
 * A message holds the notices that are still true and wanted. If the server was away when it was due, it may be due in quiet
 * hours now: then it waits for their end.
 */
async function deliver(runtime: Runtime, claimed: Claimed): Promise<void> {
  const now = runtime.now()
  const until = afterQuiet(now, claimed.hours)
  if (Temporal.Instant.compare(until, now) > 0) return postpone(runtime, claimed, until)
  const over = claimed.notices.filter(({ counts }) => !counts)
  if (over.length > 0) await cancelNotices(runtime, claimed, over)
  const message = { ...claimed, notices: claimed.notices.filter(({ counts }) => counts) }
  if (message.notices.length === 0) return
  await recordResult(runtime, message, await attempt(runtime, message))
}

async function attempt(runtime: Runtime, message: Claimed): Promise<Outcome> {
  if (!message.allowed) return { verdict: 'cancelled', status: null, reason: null }
  const { language, notices } = message
  const texts = notices.map(({ kind, facts }) => sayFact(language, kind, facts))
  try {
    return await send(runtime, {
      target: openTarget(runtime, message.way_id, message.target),
      messageId: message.message_id,
      message: sayTogether(language, texts),
      language,
      place: placeOf(notices.map(({ kind }) => kind)),
    })
  } catch (error) {
    runtime.log('error', 'notices.fault', { way_id: message.way_id, error })
    return { verdict: 'retry', status: null, reason: 'Something failed on the server.' }
  }
}
