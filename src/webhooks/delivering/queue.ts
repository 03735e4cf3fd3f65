import type { Destination } from './attempt.ts'
import type { Due, Wanted } from './fetch-due.ts'
import type { Claimed, LeasedQueue } from './queues.ts'

/** A webhook's queue, as the process that holds its lease sees it. */
export type Queue = {
  readonly lease: LeasedQueue
  /** In epoch milliseconds. */
  leaseEnds: number
  to: Destination | null
  /** Deliveries that are fetched and not started yet. */
  waiting: Waiting[]
  /** When the last fetch began, in epoch milliseconds. */
  fetchedAt: number
  /** Events that are started and not recorded yet. */
  readonly busy: Set<string>
  sending: number
  /** Allowed attempts at once: few until the destination has answered. */
  concurrency: number
  /** Consecutive failures to reach the destination. */
  unreachableCount: number
  /** Position of the last fetched delivery; null: the next fetch starts at the first. */
  cursor: { readonly at: string; readonly id: string } | null
  /** Events that were fetched or under way at the last fetch from the first: they may come after the cursor. */
  excluded: readonly string[]
  /** Attempts started since the last fetch; they show how much to fetch ahead. */
  started: number
  /** The number of its latest attempt among those of the process; 0: it has made none. */
  servedAt: number
  /** The last fetch found nothing more to fetch. */
  drained: boolean
  /** Consecutive fetches that found nothing at all. */
  emptyFetches: number
  /** Turns of looking what others have added that are left out. */
  restingTurns: number
  /** Nothing is fetched: the destination is gone and that is not recorded yet, or the queue is being released. */
  closed: boolean
}

/** A fetched delivery. `fetchedAt` is the start of its fetch in epoch milliseconds: obstacles were checked then. */
export type Waiting = { readonly due: Due; readonly fetchedAt: number }

const CONCURRENCY_FIRST = 2
/** Fetch ahead what is sent in 60 ms, but at most 256 deliveries. */
const AHEAD_MS = 60
const AHEAD_MAX = 256
/** The first fetch knows no speed yet. A slow destination lets these go stale once, which costs one small fetch. */
const AHEAD_FIRST = 32
/** Of eight turns, 1.6 seconds, a held queue that stays empty rests seven: about as long as work waits that nobody has begun. */
const RESTING_MAX = 7
/** Shortest span, in milliseconds, from which the speed of a destination is measured. */
const MEASURED_MS = 20
/** After this many failures in a row a destination counts as unreachable, and gets few requests at once. */
const UNREACHABLE_FROM = 3
/**
 * How long a fetched delivery may wait, in milliseconds, before it is fetched again: obstacles are checked by the fetch.
 * So this long after a cancellation no process starts a cancelled delivery.
 */
export const FRESH_MS = 100

export function createQueue({ unreachable_count, ...lease }: Claimed, leaseEnds: number): Queue {
  return {
    lease,
    leaseEnds,
    to: null,
    waiting: [],
    fetchedAt: 0,
    busy: new Set(),
    sending: 0,
    concurrency: CONCURRENCY_FIRST,
    unreachableCount: unreachable_count,
    cursor: null,
    excluded: [],
    started: 0,
    servedAt: 0,
    drained: false,
    emptyFetches: 0,
    restingTurns: 0,
    closed: false,
  }
}

export function isUnreachable({ unreachableCount }: Queue): boolean {
  return unreachableCount >= UNREACHABLE_FROM
}

/** Adapts the concurrency after an attempt: an answer doubles it, an unreachable destination resets it. */
export function adjustConcurrency(queue: Queue, unreachable: boolean, most: number): void {
  queue.unreachableCount = unreachable ? queue.unreachableCount + 1 : 0
  if (isUnreachable(queue)) queue.concurrency = CONCURRENCY_FIRST
  else if (!unreachable) queue.concurrency = Math.min(queue.concurrency * 2, most)
}

/**
 * The share of what is fetched ahead that may still wait when a queue is fetched for. `urgent`: a queue that runs dry asks by
 * itself. `along`: others come along, so that queues are fetched for together, and not each by a statement of its own.
 */
export const REFILLED = { urgent: 0.5, along: 0.9 } as const

type Asking = {
  /** In epoch milliseconds. */
  readonly now: number
  readonly refilled: number
  /** Attempts that can start now. */
  readonly room: number
}

/** Decides what to fetch now; null: nothing. Deliveries for a fast destination are fetched ahead. */
export function wantedOf(queue: Queue, { now, refilled, room }: Asking): Wanted | null {
  if (queue.drained || queue.closed) return null
  const ahead = aheadOf(queue, now, room)
  const most = Math.max(room, ahead) - queue.waiting.length
  if (most <= 0 || queue.waiting.length > ahead * refilled) return null
  if (queue.cursor === null) {
    queue.excluded = [...queue.busy, ...queue.waiting.map(({ due }) => due.event_id)]
  }
  return {
    household_id: queue.lease.household_id,
    webhook_id: queue.lease.webhook_id,
    most,
    after_at: queue.cursor?.at ?? null,
    after_id: queue.cursor?.id ?? null,
    busy: queue.excluded,
  }
}

function aheadOf({ fetchedAt, started }: Queue, now: number, room: number): number {
  if (fetchedAt === 0) return room > 0 ? AHEAD_FIRST : 0
  const rate = started / Math.max(now - fetchedAt, MEASURED_MS)
  return Math.min(Math.floor(rate * AHEAD_MS), AHEAD_MAX)
}

/** Adds fetched deliveries to the queue and moves its cursor. */
export function addFetched(queue: Queue, { wanted, found, sendable, now }: Fetched): void {
  const last = found.at(-1)
  const all = found.length < wanted.most
  // Only a fetch from the first proves that none is left: one may have been added before the cursor.
  queue.drained = all && queue.cursor === null
  const at = all ? null : (last?.due_at ?? null)
  queue.cursor = last === undefined || at === null ? null : { at, id: last.event_id }
  queue.fetchedAt = now
  queue.started = 0
  queue.emptyFetches = last === undefined ? queue.emptyFetches + 1 : 0
  queue.restingTurns = Math.min(2 ** queue.emptyFetches - 1, RESTING_MAX)
  for (const due of sendable) queue.waiting.push({ due, fetchedAt: now })
}

type Fetched = {
  readonly wanted: Wanted
  readonly found: readonly Due[]
  /** The found deliveries without an obstacle. */
  readonly sendable: readonly Due[]
  /** When the fetch began, in epoch milliseconds. */
  readonly now: number
}

/** Discards fetched deliveries, so that they are fetched and checked again. */
export function discardFetched(queue: Queue): void {
  if (queue.waiting.length > 0) queue.waiting = []
  queue.cursor = null
  queue.started = 0
  queue.drained = false
}

/** Tells if the next delivery was fetched too long ago to be sent without a new check. */
export function isStale(queue: Queue, now: number): boolean {
  const [next] = queue.waiting
  return next !== undefined && now - next.fetchedAt > FRESH_MS
}

/** Tells if nothing is under way and nothing is due, so that the queue can be released. */
export function isDone({ drained, closed, waiting, busy }: Queue): boolean {
  return (drained || closed) && waiting.length === 0 && busy.size === 0
}
