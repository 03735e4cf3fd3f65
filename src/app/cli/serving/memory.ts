import process from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { compileWhenBusy } from './compile-when-busy.ts'

type Collect = (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/** Milliseconds until the first round of the background work, which leaves memory behind as the start-up does. */
const SETTLED_AFTER = 3000
/** Milliseconds without work before that memory is returned: it takes up to a quarter of a second, for which nobody should wait. */
const REST = 1000
/** Milliseconds between looks. */
const LOOK = 120_000
/** The share of a processor that looking for work takes at most, while nobody asks for anything. */
const IDLE_SHARE = 0.05
/** V8's default: the calls after which TurboFan compiles a function. */
const CALLS = 3000
/** Bytes. Less is not worth a collection. */
const WORTH = 8 * 1024 * 1024

type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>

/**
 * Returns memory while nobody asks for anything: an idle server would keep what a busy hour took until its next large request.
 * Call it when the server serves, and the returned function when it stops. `isBusy`: another process computes an
 * answer that somebody waits for.
 */
export function keepMemoryLow(wait: Wait, isBusy: () => boolean): () => void {
  const stopping = new AbortController()
  void look({ wait, isBusy }, stopping.signal)
  void compileWhenBusy({ wait, signal: stopping.signal, cpu: cpuTime, compile })
  return () => stopping.abort()
}

/** Milliseconds of processor time of this process. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** `bin/earmark.js` has put this off. */
function compile(): void {
  setFlagsFromString('--turbofan --maglev --sparkplug')
  setFlagsFromString(`--invocation-count-for-turbofan=${CALLS}`)
}

type Watch = { readonly wait: Wait; readonly isBusy: () => boolean }

async function look(watch: Watch, signal: AbortSignal): Promise<void> {
  const { wait } = watch
  await wait(SETTLED_AFTER, signal)
  while (!signal.aborted && !(await isIdleFor(REST, watch, signal)));
  if (!signal.aborted) returnMemory()
  let kept = process.memoryUsage.rss()
  while (!signal.aborted) {
    const isIdle = await isIdleFor(LOOK, watch, signal)
    if (signal.aborted || !isIdle || process.memoryUsage.rss() - kept < WORTH) continue
    returnMemory()
    kept = process.memoryUsage.rss()
  }
}

/** Resolves after so many milliseconds: true if hardly anything was computed meanwhile, here or in other processes for this one. */
async function isIdleFor(
  milliseconds: number,
  { wait, isBusy }: Watch,
  signal: AbortSignal,
): Promise<boolean> {
  const before = cpuTime()
  await wait(milliseconds, signal)
  return !isBusy() && cpuTime() - before < IDLE_SHARE * milliseconds
}

/**
 * Returns what is free to the system, by up to seven full collections of 30 ms or so. Call it before the server listens, so that
 * nobody waits for it: two thirds of what loading a hundred modules took is never needed again.
 */
export function returnMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect: Collect = runInNewContext('gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/**
 * Tunes V8's memory for requests. Call it before the first one. Set at run time, because `earmark serve` may run in the
 * process that npm or a shell started without flags.
 *
 * V8 places objects among old ones once many of their kind have survived; then objects of answered requests keep their
 * answers alive until the next full collection, which costs 5 % of the throughput. And it collects young objects in several
 * threads at once, which on a small machine mostly wait for each other: a tenth of the processor time of a short request.
 */
export function tuneForRequests(): void {
  setFlagsFromString('--no-allocation-site-pretenuring --no-parallel-scavenge')
}
