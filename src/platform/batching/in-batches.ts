export type BatchOptions<Item, Result> = {
  /** Does the work of all items; returns a result for each, in their order. */
  readonly work: (items: readonly Item[]) => Promise<readonly Result[]>
  /** The most items of a batch. */
  readonly max: number
  /**
   * Resolves when the next batch should begin; until then more items may join it. `usual` resolves when as many wait as the
   * last batch and those behind it were, so that callers who come again at the same time stay together.
   */
  readonly gather: (usual: Promise<void>) => Promise<void>
  /** Resolves when the next batch need not wait any longer for this one; by default when it has ended. */
  readonly leave?: (running: Promise<void>) => Promise<void>
}

/**
 * Returns a function that does its work for many callers at once: those that come while a batch runs share the next one. A
 * batch that fails fails for all of its callers.
 */
export function inBatches<Item, Result>({
  work,
  max,
  gather,
  leave = (running) => running,
}: BatchOptions<Item, Result>): (item: Item) => Promise<Result> {
  type Waiting = {
    readonly item: Item
    readonly resolve: (result: Result) => void
    readonly reject: (error: unknown) => void
  }
  let waiting: Waiting[] = []
  let isRunning = false
  let usual = 1
  let noteUsual = () => {}

  async function runBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index]!)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  async function run(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) {
      await gather(
        new Promise((resolve) => {
          noteUsual = resolve
          if (waiting.length >= usual) resolve()
        }),
      )
      const batch = waiting.slice(0, max)
      waiting = waiting.slice(max)
      await leave(runBatch(batch))
      usual = Math.min(batch.length + waiting.length, max)
    }
    isRunning = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (waiting.length >= usual) noteUsual()
      if (!isRunning) void run()
    })
}
