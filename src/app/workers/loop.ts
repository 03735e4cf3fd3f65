import type { Word } from '#/platform/runtime/bell.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** One batch of work: does what is due now and says how much there was. `woken`: a word has ended the rest before it. */
export type Batch = (runtime: Runtime, woken: boolean) => Promise<number>

/** How long to rest after a fault, in milliseconds. */
const REST_AFTER_FAULT = 5000

type Work = {
  readonly name: string
  readonly batch: Batch
  /** How long to rest when there was nothing to do, in milliseconds. */
  readonly rest: number
  /** Ends a rest. */
  readonly wokenBy?: Word
  readonly signal: AbortSignal
}

/** Runs a batch again and again until told to stop, and resolves when the last one has ended. */
export async function loop(runtime: Runtime, work: Work): Promise<void> {
  const { name, batch, rest, signal } = work
  let waking = new AbortController()
  let woken = false
  const wake = () => waking.abort()
  const deafen = runtime.bell.listen((word) => {
    if (word === work.wokenBy) wake()
  })
  signal.addEventListener('abort', wake)
  while (!signal.aborted) {
    // A word or a stop during the batch counts: it may have come too late for its look.
    waking = new AbortController()
    const told = woken
    woken = false
    try {
      const done = await batch(runtime, told)
      if (done === 0) {
        await runtime.wait(rest, waking.signal)
        woken = waking.signal.aborted
      }
    } catch (error) {
      runtime.log('error', 'worker.fault', { worker: name, error })
      await runtime.wait(REST_AFTER_FAULT, signal)
    }
  }
  signal.removeEventListener('abort', wake)
  deafen()
}
