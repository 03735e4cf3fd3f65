import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/**
 * Returns the memory of the start-up to the system: two thirds of what loading a hundred modules took is never needed
 * again, and an idle server would keep it until its next large request. Takes less than 0.1 s.
 */
export function returnMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect: Collect = runInNewContext('gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/** Compiles what runs often for speed, which `bin/earmark.js` has put off while the server was loaded. */
export function compileForSpeed(): void {
  setFlagsFromString('--turbofan --maglev --sparkplug')
}

/**
 * Stops V8 from placing new objects among old ones. It does so once many objects of a kind have survived; then objects
 * of answered requests keep their answers alive until the next full collection, which costs 5 % of the throughput. Call
 * it before the first request. Set at run time, because `earmark serve` may run in the process that npm or a shell
 * started without flags.
 */
export function keepRequestsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}
