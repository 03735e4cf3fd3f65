import { setFlagsFromString } from 'node:v8'

/** How much V8 lets the heap grow after a collection, of what is alive then, in percent; by itself up to three times that. */
const GROWTH = 50

let running = 0

/**
 * Does work that makes much and keeps little, such as an import of a hundred thousand rows. Left to itself V8 collects the
 * more rarely the faster a program allocates, and gives back late, so that 50 MB in use became 200. For the whole process,
 * while any such work runs.
 */
export async function growSlowly<T>(work: () => Promise<T>): Promise<T> {
  running += 1
  if (running === 1) setFlagsFromString(`--heap-growing-percent=${GROWTH}`)
  try {
    return await work()
  } finally {
    running -= 1
    if (running === 0) setFlagsFromString('--heap-growing-percent=0')
  }
}
