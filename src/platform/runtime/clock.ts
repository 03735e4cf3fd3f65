/**
 * The clock of a process. With `start` it stood at that instant when the process started and has run on since, so that
 * all clocks of a process agree (rehearsals and tests of the whole product); without, it is the machine's.
 */
export function createClock(start: Temporal.Instant | null): () => Temporal.Instant {
  if (start === null) return () => Temporal.Now.instant()
  return () => start.add({ milliseconds: Math.floor(performance.now()) })
}

/** Resolves after so many milliseconds, or at once when the signal aborts. */
export function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    signal?.addEventListener('abort', done)
  })
}
