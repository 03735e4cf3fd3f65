import { isDatabaseGone } from '#/platform/database/database.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { beginSending } from './begin-sending.ts'
import { claimSome } from './claim-some.ts'
import {
  clockOf,
  createDispatcher,
  discardAllFetched,
  type Dispatcher,
  findFinishedQueues,
  isIdle,
  lookAgain,
  lookAtHousehold,
  lookForOthers,
  type Step,
} from './dispatcher.ts'
import { chooseWanted, fetchWaiting } from './fetch-waiting.ts'
import type { Queue } from './queue.ts'
import { keyOf, LEASE_SECONDS, releaseQueues, renewQueues } from './queues.ts'
import { recordResults } from './record-results.ts'
import { defaultLimits, type Limits } from './slots.ts'

/** How often a process that holds queues looks what others have added to them, in milliseconds. */
const LOOK_MS = 200
const RENEW_MS = 20_000
/** Results are stored together: as soon as there are this many, or after `RECORD_WAIT_MS`. */
const RECORD_BATCH = 200
const RECORD_WAIT_MS = 30
/** Wait before retrying to release a queue that somebody is adding to. */
const RELEASE_REST_MS = 20
/** Longest wait at shutdown: an attempt takes up to 15 seconds, and its result has to be stored. */
const STOP_MAX_MS = 20_000
/** Wait after an error before the step may run again. */
const REST_AFTER_FAULT_MS = 1000

export type Deliverer = {
  /** Delivers until `signal` aborts; then finishes the attempts under way and releases its queues. */
  readonly run: (signal: AbortSignal) => Promise<void>
  /** Delivers everything that is due now or becomes due meanwhile. Returns the number of attempts. */
  readonly deliverDue: () => Promise<number>
}

type Loop = {
  readonly dispatcher: Dispatcher
  /** Tells if the loop ends when nothing is left to do. */
  readonly endsIdle: () => boolean
  readonly end: (fault?: unknown) => void
  /** Rethrow instead of backing off (tests). */
  readonly strict: boolean
}

/**
 * Creates one process's deliverer. It claims queues, fetches, sends and records concurrently, each by one statement for
 * many queues, so that no step waits for another. No transaction is open while a receiver is answering.
 */
export function createDeliverer(runtime: Runtime, limits: Limits = defaultLimits): Deliverer {
  return {
    deliverDue: async () => {
      const loop = startLoop(runtime, limits, { strict: true })
      await loop.ended.finally(loop.leave)
      return loop.dispatcher.attempts
    },
    run: async (signal) => {
      const { dispatcher, ended, leave, perform } = startLoop(runtime, limits, { strict: false })
      let renewed = clockOf(dispatcher)
      while (!signal.aborted) {
        // Without a queue it looks when it is woken: by this process, or by the lookout for others.
        if (dispatcher.queues.size === 0) await dispatcher.untilClaimed.sleep(signal)
        await runtime.wait(LOOK_MS, signal)
        if (dispatcher.queues.size === 0) continue
        lookForOthers(dispatcher)
        if (clockOf(dispatcher) - renewed < RENEW_MS) continue
        renewed = clockOf(dispatcher)
        void perform('renew', () => renew(dispatcher))
      }
      dispatcher.stopping = true
      dispatcher.schedule()
      const over = new AbortController()
      await Promise.race([ended, runtime.wait(STOP_MAX_MS, over.signal)])
      // Without this the timer would keep a stopped process alive.
      over.abort()
      leave()
    },
  }
}

function startLoop(runtime: Runtime, limits: Limits, { strict }: Pick<Loop, 'strict'>) {
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  let [scheduled, left] = [false, false]
  const dispatcher = createDispatcher(runtime, limits, () => {
    if (scheduled || left) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      if (!left) runSteps(loop)
    })
  })
  const loop: Loop = {
    dispatcher,
    strict,
    endsIdle: () =>
      dispatcher.stopping || (strict && !dispatcher.looking && dispatcher.fresh.size === 0),
    end: (fault) => (fault === undefined ? resolve() : reject(fault as Error)),
  }
  const stopListening = runtime.bell.listen((word, householdId) => {
    if (word === 'cancelled') discardAllFetched(dispatcher)
    if (word === 'due' && householdId !== undefined) lookAtHousehold(dispatcher, householdId)
    else if (word === 'cancelled' || word === 'due') lookAgain(dispatcher)
  })
  lookAgain(dispatcher)
  const leave = () => {
    left = true
    stopListening()
  }
  return { dispatcher, ended, leave, perform: (step: Step, act: Act) => perform(loop, step, act) }
}

/** Starts every step that can run now. */
function runSteps(loop: Loop): void {
  const { dispatcher } = loop
  const isFree = (step: Step) => !dispatcher.running.has(step)
  if (!dispatcher.stopping) beginSending(dispatcher)
  if (dispatcher.results.length > 0) void perform(loop, 'record', () => record(dispatcher))
  if (!dispatcher.stopping && isFree('fetch')) {
    const wanted = chooseWanted(dispatcher)
    if (wanted.length > 0) void perform(loop, 'fetch', () => fetchWaiting(dispatcher, wanted))
  }
  if (
    !dispatcher.stopping &&
    (dispatcher.looking || dispatcher.fresh.size > 0) &&
    dispatcher.queues.size < dispatcher.limits.queues
  ) {
    void perform(loop, 'claim', () => claimSome(dispatcher))
  }
  if (isFree('release')) {
    const done = findFinishedQueues(dispatcher)
    if (done.length > 0) void perform(loop, 'release', () => release(dispatcher, done))
  }
  if (isIdle(dispatcher) && loop.endsIdle()) loop.end()
}

type Act = () => Promise<void>

/** Runs a step unless one of its kind is running already. */
async function perform({ dispatcher, strict, end }: Loop, step: Step, act: Act): Promise<void> {
  const { runtime, running } = dispatcher
  if (running.has(step)) return
  running.add(step)
  try {
    await act()
  } catch (error) {
    if (strict) return end(error)
    if (isDatabaseGone(error))
      runtime.log('warn', 'deliveries.fault', { work: step, reason: String(error) })
    else runtime.log('error', 'deliveries.fault', { work: step, error })
    await runtime.wait(REST_AFTER_FAULT_MS)
  } finally {
    running.delete(step)
  }
  dispatcher.schedule()
}

async function record(dispatcher: Dispatcher): Promise<void> {
  if (dispatcher.results.length < RECORD_BATCH) await dispatcher.runtime.wait(RECORD_WAIT_MS)
  const stored = dispatcher.results
  dispatcher.results = []
  try {
    await recordResults(dispatcher.runtime, stored)
  } catch (error) {
    // They may have been stored already; storing them twice changes nothing.
    dispatcher.results = [...stored, ...dispatcher.results]
    throw error
  }
  for (const result of stored) {
    dispatcher.runtime.tally.add('delivery', result.state === 'queued' ? 'retried' : result.state)
    const queue = dispatcher.queues.get(keyOf(result))
    queue?.busy.delete(result.event_id)
    if (queue && result.gone) queue.closed = false
  }
}

async function release(dispatcher: Dispatcher, done: readonly Queue[]): Promise<void> {
  const leases = done.map(({ lease }) => lease)
  for (const queue of done) queue.closed = true
  const released = await releaseQueues(dispatcher.runtime, leases).finally(() => {
    for (const queue of done) queue.closed = false
  })
  const gone = new Set(released.map(keyOf))
  for (const queue of done) {
    const key = keyOf(queue.lease)
    // It may have been claimed again meanwhile; dropped here, it would be stuck until its lease ends.
    if (gone.has(key) && dispatcher.queues.get(key) === queue) dispatcher.queues.delete(key)
  }
  if (gone.size < done.length) await dispatcher.runtime.wait(RELEASE_REST_MS)
  // Something may have been queued since.
  dispatcher.looking = true
}

async function renew(dispatcher: Dispatcher): Promise<void> {
  const now = clockOf(dispatcher)
  const leases = [...dispatcher.queues.values()].map(({ lease }) => lease)
  for (const key of await renewQueues(dispatcher.runtime, leases)) {
    const queue = dispatcher.queues.get(keyOf(key))
    if (queue) queue.leaseEnds = now + LEASE_SECONDS * 1000
  }
  for (const [key, queue] of dispatcher.queues) {
    if (queue.leaseEnds > now) continue
    // The lease was lost. Attempts under way are still recorded.
    dispatcher.queues.delete(key)
    dispatcher.ready.delete(queue)
  }
}
