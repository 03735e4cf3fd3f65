/** Milliseconds of computing after which the server is busy. A start, and memory returned after it, take less. */
const BUSY = 500
/** The share of a processor that a server takes while nobody but its watchers asks for anything. */
const IDLE_SHARE = 0.02
/** Milliseconds between looks. */
const STEP = 1000

export type Watched = {
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  readonly signal: AbortSignal
  /** Milliseconds of processor time so far. */
  readonly cpu: () => number
  /** Called once, unless the signal comes first. */
  readonly compile: () => void
}

/**
 * Lets V8 compile for speed as soon as the server has work: within a second under load, and after a while if it does a little
 * all the time. An idle server gains nothing by it, and the compilers would take 9 MB of its memory.
 */
export async function compileWhenBusy({ wait, signal, cpu, compile }: Watched): Promise<void> {
  let before = cpu()
  for (let busy = 0; busy < BUSY;) {
    await wait(STEP, signal)
    if (signal.aborted) return
    const now = cpu()
    busy = Math.max(0, busy + now - before - IDLE_SHARE * STEP)
    before = now
  }
  compile()
}
