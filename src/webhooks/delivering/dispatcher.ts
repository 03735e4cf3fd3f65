import type { Runtime } from '#/platform/runtime/runtime.ts'
import { empty, isDone, type Lane, wantedOf } from './queue.ts'
import type { LaneKey } from './queues.ts'
import type { Wanted } from './fetch-due.ts'
import type { Result } from './record-results.ts'
import { createSlots, type Limits, type Slots } from './slots.ts'

/** Statements of which one at a time runs, each for many lanes together. */
export type Work = 'claim' | 'fetch' | 'record' | 'release' | 'renew'

/** All that one process's deliverer knows between two statements. */
export type Desk = {
  readonly runtime: Runtime
  readonly limits: Limits
  readonly slots: Slots
  readonly lanes: Map<string, Lane>
  /** Lanes with something to begin; who was served last stands last. */
  readonly ready: Set<Lane>
  readonly running: Set<Work>
  /** Not stored yet. */
  results: Result[]
  sending: number
  /** Begun so far. */
  attempts: number
  /** Something may be due that nobody has claimed. */
  looking: boolean
  stopping: boolean
  /** What is fetched while something is withdrawn is not sent. */
  withdrawals: number
  /** Called after everything that changes what can be done. */
  readonly soon: () => void
}

export function openDesk(runtime: Runtime, limits: Limits, soon: () => void): Desk {
  return {
    runtime,
    limits,
    slots: createSlots(limits),
    lanes: new Map(),
    ready: new Set(),
    running: new Set(),
    results: [],
    sending: 0,
    attempts: 0,
    looking: false,
    stopping: false,
    withdrawals: 0,
    soon,
  }
}

export function keyOf(lane: LaneKey): string {
  return `${lane.household_id} ${lane.webhook_id}`
}

/** Epoch milliseconds. */
export function clockOf({ runtime }: Desk): number {
  return runtime.now().epochMilliseconds
}

export function wantedNow(desk: Desk): Wanted[] {
  const wanted: Wanted[] = []
  const now = clockOf(desk)
  for (const lane of desk.lanes.values()) {
    const want = wantedOf(lane, now)
    if (want !== null) wanted.push(want)
  }
  return wanted
}

export function lanesDone({ lanes, stopping }: Desk): Lane[] {
  const done: Lane[] = []
  for (const lane of lanes.values()) {
    if (stopping ? lane.busy.size === 0 : isDone(lane)) done.push(lane)
  }
  return done
}

/** Nothing is held, under way or unrecorded. */
export function isIdle({ lanes, running, sending, results }: Desk): boolean {
  return lanes.size === 0 && running.size === 0 && sending === 0 && results.length === 0
}

/** Takes in what came of a delivery; it stays busy until that is stored. */
export function keep(desk: Desk, lane: Lane, result: Result): void {
  lane.busy.add(result.event_id)
  desk.results.push(result)
  desk.soon()
}

/** Looks again for what is due: in new lanes, and in those that seemed to have nothing more. */
export function look(desk: Desk): void {
  desk.looking = true
  for (const lane of desk.lanes.values()) lane.dry = false
  desk.soon()
}

/** Forgets what was fetched and what is being fetched, for it may no longer be sent. */
export function withdraw(desk: Desk): void {
  desk.withdrawals += 1
  for (const lane of desk.lanes.values()) empty(lane)
}
