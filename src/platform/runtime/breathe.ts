/** The longest work in one turn of the event loop, in milliseconds. */
const TURN = 8

/** Yields to other work that waits for this thread. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** Same as `items.map(each)`, but yields every few milliseconds. Does not yield for a few items. */
export async function mapInTurns<T, R>(
  items: readonly T[],
  each: (item: T, index: number) => R,
): Promise<R[]> {
  const results: R[] = []
  let began = performance.now()
  for (const [index, item] of items.entries()) {
    results.push(each(item, index))
    if (performance.now() - began < TURN) continue
    await breathe()
    began = performance.now()
  }
  return results
}

/** Runs all steps to the end and returns their result, but yields every few milliseconds. */
export async function runInTurns<T>(steps: Iterator<void, T>): Promise<T> {
  let began = performance.now()
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (performance.now() - began < TURN) continue
    await breathe()
    began = performance.now()
  }
}
