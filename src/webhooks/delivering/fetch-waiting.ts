import type { Runtime } from '#/platform/runtime/runtime.ts'
import { cancel, isSameDestination, openDestination, postpone } from './attempt.ts'
import { addResult, clockOf, type Dispatcher } from './dispatcher.ts'
import { type Due, fetchDue, type Wanted } from './fetch-due.ts'
import { addFetched, isUnreachable, type Queue, REFILLED, wantedOf } from './queue.ts'
import { keyOf } from './queues.ts'
import type { Result } from './record-results.ts'

/**
 * The most households that are fetched for together: as many statements run at once. A queue that becomes due meanwhile waits
 * for these few, and not for all that are held.
 */
const HOUSEHOLDS_MAX = 4

/**
 * Chooses what to fetch next: nothing until a queue runs dry. Destinations that can be reached come first, and among equals the
 * one that has waited longest. Nothing is fetched for a queue without a free slot: it would go stale, and be fetched again
 * ten times a second.
 */
export function chooseWanted({ queues, slots, ...dispatcher }: Dispatcher): Wanted[] {
  const now = clockOf(dispatcher)
  const dry = [...queues.values()].filter((queue) => asks(queue, now, REFILLED.urgent))
  if (dry.length === 0) return []
  const others = [...queues.values()].filter((queue) => asks(queue, now, REFILLED.along))
  const share = slots.share()
  const chosen = new Map<string, Map<Queue, Wanted>>()
  const choose = (queue: Queue, refilled: number) => {
    const { household_id: household } = queue.lease
    const some = chosen.get(household) ?? new Map<Queue, Wanted>()
    if (some.has(queue) || (some.size === 0 && chosen.size === HOUSEHOLDS_MAX)) return
    const want = wantedOf(queue, { now, refilled, room: share(queue) })
    if (want !== null) chosen.set(household, some.set(queue, want))
  }
  for (const queue of dry.sort(byTurn)) choose(queue, REFILLED.urgent)
  if (chosen.size > 0) for (const queue of others) choose(queue, REFILLED.along)
  return [...chosen.values()].flatMap((some) => [...some.values()])
}

/** Tells if a queue would be fetched for if every slot were free. */
function asks(queue: Queue, now: number, refilled: number): boolean {
  const room = queue.concurrency - queue.sending
  return wantedOf(queue, { now, refilled, room }) !== null
}

function byTurn(one: Queue, other: Queue): number {
  const last = Number(isUnreachable(one)) - Number(isUnreachable(other))
  return last === 0 ? one.servedAt - other.servedAt : last
}

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
