import { isDatabaseGone } from '#/platform/database/database.ts'
import type { Signal } from '#/platform/runtime/bell.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** Does one batch of due work and returns how much there was. `woken`: a signal has ended the rest before it. */
export type Batch = (runtime: Runtime, woken: boolean) => Promise<number>

/** Milliseconds to rest after an error. */
const REST_AFTER_FAULT = 5000

/** A batch that is repeated. */
export type Work = {
  readonly name: string
  readonly batch: Batch
  /** Milliseconds to rest after a batch without work; a function is asked each time. */
  readonly rest: number | (() => number)
  /** The signal that ends a rest. */
  readonly wokenBy?: Signal
  /** Milliseconds to rest while the database is gone; without it as long as after any error. */
  readonly restWhenGone?: number
}

/** Runs a batch repeatedly until the signal aborts, and resolves when the last batch has ended. */
export async function loop(
  runtime: Runtime,
  work: Work & { readonly signal: AbortSignal },
): Promise<void> {
  const { name, batch, rest, signal, restWhenGone = REST_AFTER_FAULT } = work
  let waking = new AbortController()
  let woken = false
  const wake = () => waking.abort()
  const deafen = runtime.bell.listen((word) => {
    if (word === work.wokenBy) wake()
  })
  signal.addEventListener('abort', wake)
  while (!signal.aborted) {
    // A signal during the batch counts too: the batch may already have looked.
    waking = new AbortController()
    const wasWoken = woken
    woken = false
    try {
      const done = await batch(runtime, wasWoken)
      if (done === 0) {
        await runtime.wait(typeof rest === 'number' ? rest : rest(), waking.signal)
        woken = waking.signal.aborted
      }
    } catch (error) {
      // Service managers stop PostgreSQL together with the server, which is no fault of the work.
      if (isDatabaseGone(error)) {
        if (!signal.aborted) {
          runtime.log('warn', 'worker.fault', { worker: name, reason: String(error) })
        }
        // The signal comes from another loop that has found the database again.
        await runtime.wait(restWhenGone, waking.signal)
        woken = waking.signal.aborted
      } else {
        runtime.log('error', 'worker.fault', { worker: name, error })
        await runtime.wait(REST_AFTER_FAULT, signal)
      }
    }
  }
  signal.removeEventListener('abort', wake)
  deafen()
}
