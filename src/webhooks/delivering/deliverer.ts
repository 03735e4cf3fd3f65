import type { Runtime } from '#/platform/runtime/runtime.ts'
import { beginSending } from './begin-sending.ts'
import {
  clockOf,
  type Desk,
  isIdle,
  keyOf,
  lanesDone,
  look,
  openDesk,
  wantedNow,
} from './dispatcher.ts'
import { type Work, withdraw } from './dispatcher.ts'
import { fetchWaiting } from './fetch-waiting.ts'
import { type Lane, openLane } from './queue.ts'
import { claimLanes, LEASE_SECONDS, releaseLanes, renewLanes } from './queues.ts'
import { recordResults } from './record-results.ts'
import { defaultLimits, type Limits } from './slots.ts'

/** How often a process looks for what others have queued, in milliseconds. */
const LOOK_MS = 200
const RENEW_MS = 20_000
/** Results are stored together: so many, or what came within so many milliseconds. */
const RECORD_MOST = 200
const RECORD_WAIT_MS = 15
/** Somebody is queueing to a lane that was to be given back. */
const RELEASE_REST_MS = 20
/** An attempt takes 15 seconds at most; its result is to be stored too. */
const STOP_MOST_MS = 20_000
const REST_AFTER_FAULT_MS = 1000

export type Deliverer = {
  /** Delivers what is due, whenever it is, until told to stop; then ends what has begun and gives back its lanes. */
  readonly run: (signal: AbortSignal) => Promise<void>
  /** Delivers what is due at this moment, and what becomes due meanwhile; how many attempts that took. */
  readonly deliverDue: () => Promise<number>
}

type Shift = {
  readonly desk: Desk
  /** Nothing is left to do: go home. */
  readonly endsIdle: () => boolean
  readonly end: (fault?: unknown) => void
  /** Faults end it, instead of being rested from. */
  readonly strict: boolean
}

/**
 * One process's part in delivering. Everything goes on side by side and nothing waits for anything else: lanes are
 * claimed, deliveries fetched, sent and recorded, each by one statement for many lanes together. No transaction is open
 * while a receiver is waited for.
 */
export function createDeliverer(runtime: Runtime, limits: Limits = defaultLimits): Deliverer {
  return {
    deliverDue: async () => {
      const shift = begin(runtime, limits, { strict: true })
      await shift.ended.finally(shift.leave)
      return shift.desk.attempts
    },
    run: async (signal) => {
      const { desk, ended, leave, perform } = begin(runtime, limits, { strict: false })
      let renewed = clockOf(desk)
      while (!signal.aborted) {
        await runtime.wait(LOOK_MS, signal)
        look(desk)
        if (clockOf(desk) - renewed < RENEW_MS || desk.lanes.size === 0) continue
        renewed = clockOf(desk)
        void perform('renew', () => renew(desk))
      }
      desk.stopping = true
      desk.soon()
      const over = new AbortController()
      await Promise.race([ended, runtime.wait(STOP_MOST_MS, over.signal)])
      // Else the wait would keep a stopped process alive to its end.
      over.abort()
      leave()
    },
  }
}

function begin(runtime: Runtime, limits: Limits, { strict }: Pick<Shift, 'strict'>) {
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  let [scheduled, left] = [false, false]
  const desk = openDesk(runtime, limits, () => {
    if (scheduled || left) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      if (!left) proceed(shift)
    })
  })
  const shift: Shift = {
    desk,
    strict,
    endsIdle: () => desk.stopping || (strict && !desk.looking),
    end: (fault) => (fault === undefined ? resolve() : reject(fault as Error)),
  }
  const deafen = runtime.bell.listen((word) => {
    if (word === 'import') return
    if (word === 'withdrawn') withdraw(desk)
    look(desk)
  })
  look(desk)
  const leave = () => {
    left = true
    deafen()
  }
  return { desk, ended, leave, perform: (work: Work, act: Act) => perform(shift, work, act) }
}

/** Does whatever can be done now. */
function proceed(shift: Shift): void {
  const { desk } = shift
  const free = (work: Work) => !desk.running.has(work)
  if (!desk.stopping) beginSending(desk)
  if (desk.results.length > 0) void perform(shift, 'record', () => record(desk))
  if (!desk.stopping && free('fetch')) {
    const wanted = wantedNow(desk)
    if (wanted.length > 0) void perform(shift, 'fetch', () => fetchWaiting(desk, wanted))
  }
  if (!desk.stopping && desk.looking && desk.lanes.size < desk.limits.lanes) {
    void perform(shift, 'claim', () => claim(desk))
  }
  if (free('release')) {
    const done = lanesDone(desk)
    if (done.length > 0) void perform(shift, 'release', () => release(desk, done))
  }
  if (isIdle(desk) && shift.endsIdle()) shift.end()
}

type Act = () => Promise<void>

/** Of each kind of work one runs at a time. */
async function perform({ desk, strict, end }: Shift, work: Work, act: Act): Promise<void> {
  const { runtime, running } = desk
  if (running.has(work)) return
  running.add(work)
  try {
    await act()
  } catch (error) {
    if (strict) return end(error)
    runtime.log('error', 'deliveries.fault', { work, error })
    await runtime.wait(REST_AFTER_FAULT_MS)
  } finally {
    running.delete(work)
  }
  desk.soon()
}

async function claim(desk: Desk): Promise<void> {
  desk.looking = false
  const room = desk.limits.lanes - desk.lanes.size
  const ends = clockOf(desk) + LEASE_SECONDS * 1000
  const claimed = await claimLanes(desk.runtime, room)
  for (const lease of claimed) desk.lanes.set(keyOf(lease), openLane(lease, ends))
  if (claimed.length === room) desk.looking = true
}

async function record(desk: Desk): Promise<void> {
  if (desk.results.length < RECORD_MOST) await desk.runtime.wait(RECORD_WAIT_MS)
  const stored = desk.results
  desk.results = []
  try {
    await recordResults(desk.runtime, stored)
  } catch (error) {
    // Stored twice they change nothing, so what may have been stored is stored again.
    desk.results = [...stored, ...desk.results]
    throw error
  }
  for (const result of stored) {
    const lane = desk.lanes.get(keyOf(result))
    lane?.busy.delete(result.event_id)
    if (lane && result.gone) lane.closed = false
  }
}

async function release(desk: Desk, done: readonly Lane[]): Promise<void> {
  const leases = done.map(({ lease }) => lease)
  for (const lane of done) lane.closed = true
  const released = await releaseLanes(desk.runtime, leases).finally(() => {
    for (const lane of done) lane.closed = false
  })
  const gone = new Set(released.map(keyOf))
  for (const lane of done) {
    const key = keyOf(lane.lease)
    // It may have been claimed anew before this was known; forgotten then, it would stand still as long as its lease.
    if (gone.has(key) && desk.lanes.get(key) === lane) desk.lanes.delete(key)
  }
  if (gone.size < done.length) await desk.runtime.wait(RELEASE_REST_MS)
  // Something may have been queued since.
  desk.looking = true
}

async function renew(desk: Desk): Promise<void> {
  const now = clockOf(desk)
  const leases = [...desk.lanes.values()].map(({ lease }) => lease)
  for (const key of await renewLanes(desk.runtime, leases)) {
    const lane = desk.lanes.get(keyOf(key))
    if (lane) lane.leaseEnds = now + LEASE_SECONDS * 1000
  }
  for (const [key, lane] of desk.lanes) {
    if (lane.leaseEnds > now) continue
    // Somebody else's by now. What is under way is recorded all the same.
    desk.lanes.delete(key)
    desk.ready.delete(lane)
  }
}
