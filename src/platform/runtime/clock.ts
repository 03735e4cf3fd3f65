/**
 * Creates the clock of a process. With `start`, it showed that instant when the process started and runs on from there, so
 * that all clocks of a process agree (for rehearsals and end-to-end tests). Without, it is the machine's clock.
 */
export function createClock(start: Temporal.Instant | null): () => Temporal.Instant {
  if (start === null) return () => Temporal.Now.instant()
  return () => start.add({ milliseconds: Math.floor(performance.now()) })
}

/** Resolves after this many milliseconds, or at once when the signal aborts. */
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
