import { attempt, postpone } from './attempt.ts'
import { addResult, clockOf, type Dispatcher } from './dispatcher.ts'
import type { Due } from './fetch-due.ts'
import { adjustConcurrency, discardFetched, isStale, type Queue } from './queue.ts'
import type { Result } from './record-results.ts'

/** Sending stops this long before a lease ends: an attempt takes up to 15 seconds and has to be recorded. */
const LEASE_MARGIN_MS = 20_000
/** Sending stops while this many results are not stored yet. */
const UNRECORDED_MAX = 1000

/** Starts every attempt that the limits allow now, one of each queue in turn. */
export function beginSending(dispatcher: Dispatcher): void {
  const now = clockOf(dispatcher)
  let started = true
  while (started) {
    started = false
    for (const queue of dispatcher.ready) {
      if (isStale(queue, now)) discardFetched(queue)
      if (queue.waiting.length === 0) dispatcher.ready.delete(queue)
      else if (queue.leaseEnds - now > LEASE_MARGIN_MS)
        started = startNext(dispatcher, queue) || started
    }
  }
}

function startNext(dispatcher: Dispatcher, queue: Queue): boolean {
  if (dispatcher.results.length >= UNRECORDED_MAX) return false
  const slot = dispatcher.slots.take(queue)
  if (slot === null) return false
  const { due } = queue.waiting.shift()!
  dispatcher.ready.delete(queue)
  dispatcher.ready.add(queue)
  queue.started += 1
  queue.busy.add(due.event_id)
  dispatcher.sending += 1
  dispatcher.attempts += 1
  queue.servedAt = dispatcher.attempts
  void send(dispatcher, queue, due).then((result) => {
    slot.free()
    dispatcher.sending -= 1
    adjustConcurrency(queue, result.unreachable, dispatcher.limits.perWebhook)
    if (result.gone) {
      queue.closed = true
      discardFetched(queue)
    }
    addResult(dispatcher, queue, result)
  })
  return true
}

async function send({ runtime }: Dispatcher, queue: Queue, due: Due): Promise<Result> {
  try {
    return await attempt(runtime, queue.to!, due)
  } catch (error) {
    const { webhook_id } = due
    runtime.log('error', 'deliveries.fault', { work: 'send', webhook_id, error })
    return postpone(runtime, due)
  }
}
