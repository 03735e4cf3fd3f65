import { createNap, type Nap } from '#/platform/runtime/nap.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { discardFetched, isDone, type Queue } from './queue.ts'
import type { Result } from './record-results.ts'
import { createSlots, type Limits, type Slots } from './slots.ts'

/** Steps of the loop: statements for many queues together. Only one of each runs at a time. */
export type Step = 'claim' | 'fetch' | 'record' | 'release' | 'renew'

/** The state of one process's deliverer. */
export type Dispatcher = {
  readonly runtime: Runtime
  readonly limits: Limits
  readonly slots: Slots
  readonly queues: Map<string, Queue>
  /** Queues with a delivery to send; the one served last is last. */
  readonly ready: Set<Queue>
  readonly running: Set<Step>
  /** Results that are not stored yet. */
  results: Result[]
  sending: number
  /** Attempts started so far. */
  attempts: number
  /** There may be due queues to claim, of any household. */
  looking: boolean
  /** Households to which this process has just added deliveries. */
  readonly fresh: Set<string>
  stopping: boolean
  /** Counts cancellations: a fetch during which it grew is thrown away. */
  cancellations: number
  /** Ends when queues are claimed. */
  readonly untilClaimed: Nap
  /** Schedules the next turn; called after every change that may allow a step. */
  readonly schedule: () => void
}

export function createDispatcher(
  runtime: Runtime,
  limits: Limits,
  schedule: () => void,
): Dispatcher {
  return {
    runtime,
    limits,
    slots: createSlots(limits),
    queues: new Map(),
    ready: new Set(),
    running: new Set(),
    results: [],
    sending: 0,
    attempts: 0,
    looking: false,
    fresh: new Set(),
    stopping: false,
    cancellations: 0,
    untilClaimed: createNap(),
    schedule,
  }
}

/** The current time in epoch milliseconds. */
export function clockOf({ runtime }: Pick<Dispatcher, 'runtime'>): number {
  return runtime.now().epochMilliseconds
}

/** Queues to release. At shutdown that is every queue without an attempt under way. */
export function findFinishedQueues({ queues, stopping }: Dispatcher): Queue[] {
  const done: Queue[] = []
  for (const queue of queues.values()) {
    if (stopping ? queue.busy.size === 0 : isDone(queue)) done.push(queue)
  }
  return done
}

/** Tells if nothing is held, under way or unrecorded. */
export function isIdle({ queues, running, sending, results }: Dispatcher): boolean {
  return queues.size === 0 && running.size === 0 && sending === 0 && results.length === 0
}

/** Adds a result to be stored; until then its event stays busy. */
export function addResult(dispatcher: Dispatcher, queue: Queue, result: Result): void {
  queue.busy.add(result.event_id)
  dispatcher.results.push(result)
  dispatcher.schedule()
}

/** Looks for due deliveries again, in unclaimed queues and in held ones that were drained. */
export function lookAgain(dispatcher: Dispatcher): void {
  dispatcher.looking = true
  for (const queue of dispatcher.queues.values()) queue.drained = false
  dispatcher.schedule()
}

/** The same for one household only, whose deliveries need not wait for those of others. */
export function lookAtHousehold(dispatcher: Dispatcher, householdId: string): void {
  dispatcher.fresh.add(householdId)
  for (const queue of dispatcher.queues.values()) {
    if (queue.lease.household_id === householdId) queue.drained = false
  }
  dispatcher.schedule()
}

/** Looks what others may have added, in held queues the less often the longer they have added nothing. */
export function lookForOthers(dispatcher: Dispatcher): void {
  dispatcher.looking = true
  for (const queue of dispatcher.queues.values()) {
    if (queue.restingTurns > 0) queue.restingTurns -= 1
    else queue.drained = false
  }
  dispatcher.schedule()
}

/** Discards deliveries that are fetched or being fetched, since they may no longer be sent. */
export function discardAllFetched(dispatcher: Dispatcher): void {
  dispatcher.cancellations += 1
  for (const queue of dispatcher.queues.values()) discardFetched(queue)
}
