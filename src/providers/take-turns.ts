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
