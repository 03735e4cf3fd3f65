import { attempt, postpone } from './attempt.ts'
import { clockOf, type Desk, keep } from './dispatcher.ts'
import type { Due } from './fetch-due.ts'
import { adjustPace, empty, isStale, type Lane } from './queue.ts'
import type { Result } from './record-results.ts'

/** Nothing is begun so shortly before a lease ends: an attempt takes 15 seconds, and is to be recorded. */
const LEASE_MARGIN_MS = 20_000
/** Nothing more is begun while so many results could not be stored. */
const UNRECORDED_MOST = 1000

/** Begins whatever may be sent now, one of each lane in turn. */
export function beginSending(desk: Desk): void {
  const now = clockOf(desk)
  let begun = true
  while (begun) {
    begun = false
    for (const lane of desk.ready) {
      if (isStale(lane, now)) empty(lane)
      if (lane.waiting.length === 0) desk.ready.delete(lane)
      else if (lane.leaseEnds - now > LEASE_MARGIN_MS) begun = beginNext(desk, lane) || begun
    }
  }
}

function beginNext(desk: Desk, lane: Lane): boolean {
  if (desk.results.length >= UNRECORDED_MOST) return false
  const slot = desk.slots.take(lane)
  if (slot === null) return false
  const { due } = lane.waiting.shift()!
  desk.ready.delete(lane)
  desk.ready.add(lane)
  lane.begun += 1
  lane.busy.add(due.event_id)
  desk.sending += 1
  desk.attempts += 1
  void send(desk, lane, due).then((result) => {
    slot.free()
    desk.sending -= 1
    adjustPace(lane, result.silence, desk.limits.perWebhook)
    if (result.gone) {
      lane.closed = true
      empty(lane)
    }
    keep(desk, lane, result)
  })
  return true
}

async function send({ runtime }: Desk, lane: Lane, due: Due): Promise<Result> {
  try {
    return await attempt(runtime, lane.to!, due)
  } catch (error) {
    const { webhook_id } = due
    runtime.log('error', 'deliveries.fault', { work: 'send', webhook_id, error })
    return postpone(runtime, due)
  }
}
