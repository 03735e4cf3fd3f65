import { setImmediate } from 'node:timers/promises'

// Whoever serves requests in this process waits while rows are read. So that nobody waits longer than a few milliseconds,
// long work is done in steps, and between them whatever else is there to do has its turn.

/** Rows that are about a millisecond of work. */
const STEP = 50

/** Whoever needs longer than this while we stand aside has something to do, and likely more of it right after. */
const BUSY_MS = 0.2
/** However busy everybody else is, long work comes to its end. */
const ROUNDS_MAX = 50

let standingAside = 0

/**
 * Ends when whatever waited in this process has had its turn: one request takes several, so as long as somebody is busy,
 * up to fifty. Long works among each other take turns of one step.
 */
export async function letOthers(): Promise<void> {
  standingAside += 1
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const left = performance.now()
    await setImmediate()
    if (standingAside > 1 || performance.now() - left < BUSY_MS) break
  }
  standingAside -= 1
}

/** Takes steps to their end, one turn each. */
export async function inTurns<T>(steps: Iterator<void, T>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await letOthers()
  }
}

/** As `for (const item of items)`. */
export async function* eachInTurns<T>(items: Iterable<T>): AsyncGenerator<T> {
  let index = 0
  for (const item of items) {
    if (index % STEP === STEP - 1) await letOthers()
    yield item
    index += 1
  }
}

/** As `items.map(work)`. */
export async function mapInTurns<T, U>(
  items: Iterable<T>,
  work: (item: T, index: number) => U,
): Promise<U[]> {
  const results: U[] = []
  for await (const item of eachInTurns(items)) results.push(work(item, results.length))
  return results
}
