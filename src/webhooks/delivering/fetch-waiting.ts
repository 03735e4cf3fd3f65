import type { Runtime } from '#/platform/runtime/runtime.ts'
import { cancel, isSameDestination, openDestination, postpone } from './attempt.ts'
import { addResult, clockOf, type Dispatcher } from './dispatcher.ts'
import { type Due, fetchDue, type Wanted } from './fetch-due.ts'
import { addFetched, type Queue } from './queue.ts'
import { keyOf } from './queues.ts'
import type { Result } from './record-results.ts'

/** Fetches due deliveries into their queues. Those with an obstacle are cancelled at once. */
export async function fetchWaiting(
  dispatcher: Dispatcher,
  wanted: readonly Wanted[],
): Promise<void> {
  const [cancellations, now] = [dispatcher.cancellations, clockOf(dispatcher)]
  const found = Map.groupBy(await fetchDue(dispatcher.runtime, wanted), keyOf)
  if (cancellations !== dispatcher.cancellations) return
  for (const want of wanted) {
    const queue = dispatcher.queues.get(keyOf(want))
    if (queue === undefined || queue.closed) continue
    const dues = found.get(keyOf(want)) ?? []
    const sendable = dues.filter((due) => {
      const result = resultWithoutSending(dispatcher, queue, due)
      if (result !== null) addResult(dispatcher, queue, result)
      return result === null
    })
    addFetched(queue, { wanted: want, found: dues, now, sendable })
    if (sendable.length > 0) dispatcher.ready.add(queue)
  }
}

/** Cancels or postpones a delivery without an attempt; null if it can be sent. */
function resultWithoutSending({ runtime }: Dispatcher, queue: Queue, due: Due): Result | null {
  if (due.obstacle !== null) return cancel(runtime, due, due.obstacle)
  if (due.secret !== null) updateDestination(runtime, queue, due)
  return queue.to === null ? postpone(runtime, due) : null
}

/** Takes over the destination of this fetch: the URL or the headers may have changed. */
function updateDestination(runtime: Runtime, queue: Queue, due: Due): void {
  if (queue.to !== null && isSameDestination(queue.to, due)) return
  try {
    queue.to = openDestination(runtime, due)
  } catch (error) {
    queue.to = null
    runtime.log('error', 'deliveries.secret_unreadable', { webhook_id: due.webhook_id, error })
  }
}
