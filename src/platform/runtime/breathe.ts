/** How long one turn of the event loop may be worked in, in milliseconds. */
const TURN = 8

/** Lets whatever waits for this thread go first. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** As `items.map(each)`, but lets others go first every few milliseconds. Few items take no turn of their own. */
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
