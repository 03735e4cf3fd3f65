import { setImmediate } from 'node:timers/promises'

// Whoever serves requests in this process waits while rows are read. So that nobody waits longer than a few milliseconds,
// long work is done in steps, and between them whatever else is there to do has its turn.

/** Rows that are a millisecond or two of work. */
const STEP = 100

/** Ends when everything that waited in this process has had its turn. */
export async function letOthers(): Promise<void> {
  await setImmediate()
}

/** Takes steps to their end, one turn each. */
export async function inTurns<T>(steps: Iterator<void, T>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await letOthers()
  }
}

/** As `items.map(work)`. */
export async function mapInTurns<T, U>(
  items: readonly T[],
  work: (item: T, index: number) => U,
): Promise<U[]> {
  const results: U[] = []
  for (const [index, item] of items.entries()) {
    if (index % STEP === STEP - 1) await letOthers()
    results.push(work(item, index))
  }
  return results
}
