import type { Destination } from './attempt.ts'
import type { Due, Wanted } from './fetch-due.ts'
import type { Leased } from './queues.ts'

/** What one process knows of a lane while it holds it. */
export type Lane = {
  readonly lease: Leased
  /** Epoch milliseconds. */
  leaseEnds: number
  to: Destination | null
  /** Fetched and not yet begun. */
  waiting: Waiting[]
  /** When the last fetch began, in epoch milliseconds. */
  fetchedAt: number
  /** Begun and not yet recorded. */
  readonly busy: Set<string>
  sending: number
  /** How many may be sent at once: few until the destination has shown that it answers. */
  pace: number
  /** Failures to reach the destination, in a row. */
  silent: number
  /** Behind the last one that was fetched; null: from the first again. */
  cursor: { readonly at: string; readonly id: string } | null
  /** Events that were under way when it was last fetched from the first: they may stand behind the cursor. */
  aside: readonly string[]
  /** Begun since the last fetch: what is worth fetching ahead. */
  begun: number
  /** The last fetch found everything there was. */
  dry: boolean
  /** The destination is gone: nothing more is fetched until that is recorded. */
  closed: boolean
}

/** Whether it may be sent was answered by the fetch that began then, in epoch milliseconds. */
export type Waiting = { readonly due: Due; readonly fetchedAt: number }

const PACE_FIRST = 2
/** As much is fetched ahead as is sent in so many milliseconds, and so many at most. */
const AHEAD_MS = 60
const AHEAD_MAX = 256
/** Shorter stretches tell nothing about how fast a destination is. */
const MEASURED_MS = 20
/** From so many on a destination counts as silent, and is asked by few at a time. */
const SILENT_FROM = 3
/**
 * How long what was fetched may wait before it is asked for again, in milliseconds: whether it may be sent is answered
 * by the fetch. So long after a withdrawal nothing of it is begun any more, by any process.
 */
export const FRESH_MS = 100

export function openLane(lease: Leased, leaseEnds: number): Lane {
  return {
    lease,
    leaseEnds,
    to: null,
    waiting: [],
    fetchedAt: 0,
    busy: new Set(),
    sending: 0,
    pace: PACE_FIRST,
    silent: 0,
    cursor: null,
    aside: [],
    begun: 0,
    dry: false,
    closed: false,
  }
}

export function isSilent({ silent }: Lane): boolean {
  return silent >= SILENT_FROM
}

/** After an attempt: an answer doubles the pace, silence in a row drops it. */
export function adjustPace(lane: Lane, silence: boolean, most: number): void {
  lane.silent = silence ? lane.silent + 1 : 0
  if (isSilent(lane)) lane.pace = PACE_FIRST
  else if (!silence) lane.pace = Math.min(lane.pace * 2, most)
}

/** What to fetch of a lane now; null: nothing. A fast destination's deliveries are fetched ahead. */
export function wantedOf(lane: Lane, now: number): Wanted | null {
  if (lane.dry || lane.closed) return null
  const rate = lane.begun / Math.max(now - lane.fetchedAt, MEASURED_MS)
  const ahead = Math.min(Math.ceil(rate * AHEAD_MS), AHEAD_MAX)
  const most = Math.max(lane.pace - lane.sending, ahead) - lane.waiting.length
  if (most <= 0 || lane.waiting.length > ahead / 2) return null
  if (lane.cursor === null) {
    lane.aside = [...lane.busy, ...lane.waiting.map(({ due }) => due.event_id)]
  }
  return {
    household_id: lane.lease.household_id,
    webhook_id: lane.lease.webhook_id,
    most,
    after_at: lane.cursor?.at ?? null,
    after_id: lane.cursor?.id ?? null,
    busy: lane.aside,
  }
}

/** Takes what was fetched into the lane. */
export function fill(lane: Lane, { wanted, found, sendable, now }: Filling): void {
  const last = found.at(-1)
  const all = found.length < wanted.most
  // Something may have been queued before the cursor meanwhile: once more from the first, and then it is dry.
  lane.dry = all && lane.cursor === null
  lane.cursor = all || last === undefined ? null : { at: last.due_at, id: last.event_id }
  lane.fetchedAt = now
  lane.begun = 0
  for (const due of sendable) lane.waiting.push({ due, fetchedAt: now })
}

type Filling = {
  readonly wanted: Wanted
  readonly found: readonly Due[]
  /** Those of them that may be sent. */
  readonly sendable: readonly Due[]
  /** When the fetch began, in epoch milliseconds. */
  readonly now: number
}

/** Forgets what was fetched; it is fetched again, and judged again. */
export function empty(lane: Lane): void {
  if (lane.waiting.length > 0) lane.waiting = []
  lane.cursor = null
  lane.begun = 0
  lane.dry = false
}

/** What is to be begun next was fetched too long ago to be sent unasked. */
export function isStale(lane: Lane, now: number): boolean {
  const [next] = lane.waiting
  return next !== undefined && now - next.fetchedAt > FRESH_MS
}

/** Nothing of it is under way and nothing is due: it can be given back. */
export function isDone({ dry, closed, waiting, busy }: Lane): boolean {
  return (dry || closed) && waiting.length === 0 && busy.size === 0
}
