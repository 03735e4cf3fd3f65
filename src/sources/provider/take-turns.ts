import { setImmediate } from 'node:timers/promises'

// Reading rows blocks other work of this process, such as requests. Long work is therefore done in steps of about a
// millisecond, and other work runs between the steps.

/** Rows of one step: about a millisecond of work. */
const STEP = 50

/** Other work that took longer than this, in milliseconds, probably continues right after. */
const BUSY_MS = 0.2
/** Limits the turns given to other work between two steps, so that long work finishes. */
const ROUNDS_MAX = 50

let waiting = 0

/**
 * Lets other work of this process run. A request needs several turns, so this yields again while others are busy, up to
 * `ROUNDS_MAX` times. Two long works alternate step by step.
 */
export async function letOthers(): Promise<void> {
  waiting += 1
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const left = performance.now()
    await setImmediate()
    if (waiting > 1 || performance.now() - left < BUSY_MS) break
  }
  waiting -= 1
}

/** Runs all steps, one per turn, and returns the generator's result. */
export async function inTurns<T>(steps: Iterator<void, T>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await letOthers()
  }
}

/** Iterates as `for (const item of items)`, in turns. */
export async function* eachInTurns<T>(items: Iterable<T>): AsyncGenerator<T> {
  let index = 0
  for (const item of items) {
    if (index % STEP === STEP - 1) await letOthers()
    yield item
    index += 1
  }
}

/** Maps as `items.map(work)`, in turns. */
export async function mapInTurns<T, U>(
  items: Iterable<T>,
  work: (item: T, index: number) => U,
): Promise<U[]> {
  const results: U[] = []
  for await (const item of eachInTurns(items)) results.push(work(item, results.length))
  return results
}
