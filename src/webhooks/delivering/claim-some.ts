import { clockOf, type Dispatcher } from './dispatcher.ts'
import { createQueue } from './queue.ts'
import {
  type Claimed,
  claimOfHouseholds,
  claimQueues,
  findDueQueues,
  keyOf,
  LEASE_SECONDS,
} from './queues.ts'

/** The most queues, or households with fresh deliveries, that one step claims. */
const BATCH = 16

/** Claims a few queues, those of households with fresh deliveries first; the next turn goes on. */
export async function claimSome(dispatcher: Dispatcher): Promise<void> {
  const ends = clockOf(dispatcher) + LEASE_SECONDS * 1000
  const claimed = await (dispatcher.fresh.size > 0 ? claimFresh(dispatcher) : claimDue(dispatcher))
  for (const lease of claimed) dispatcher.queues.set(keyOf(lease), createQueue(lease, ends))
  if (claimed.length > 0) dispatcher.untilClaimed.wake()
}

function claimFresh({ runtime, fresh }: Dispatcher): Promise<Claimed[]> {
  const households = [...fresh].slice(0, BATCH)
  for (const household of households) fresh.delete(household)
  return claimOfHouseholds(runtime, households)
}

async function claimDue(dispatcher: Dispatcher): Promise<Claimed[]> {
  dispatcher.looking = false
  const room = dispatcher.limits.queues - dispatcher.queues.size
  const most = Math.min(room, BATCH)
  const due = await findDueQueues(dispatcher.runtime, most)
  const claimed = await claimQueues(dispatcher.runtime, due)
  // If other processes claimed all of them, they claim the rest, too.
  if (due.length === most && claimed.length > 0) dispatcher.looking = true
  return claimed
}
