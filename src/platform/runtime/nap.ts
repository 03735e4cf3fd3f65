/** Rest of a loop that has nothing to do: a timer that looks again and again is most of an idle process's work. */
export type Nap = {
  /** Resolves when somebody wakes it, or the signal aborts. */
  readonly sleep: (signal: AbortSignal) => Promise<void>
  readonly wake: () => void
}

export function createNap(): Nap {
  let wake = () => {}
  return {
    sleep: async (signal) => {
      if (signal.aborted) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const end = () => resolve()
      wake = end
      signal.addEventListener('abort', end)
      await promise
      signal.removeEventListener('abort', end)
    },
    wake: () => wake(),
  }
}
