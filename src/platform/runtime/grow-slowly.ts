import { setFlagsFromString } from 'node:v8'

/** How far V8 lets the heap grow after a collection, in percent of the live objects; the default is up to three times that. */
const GROWTH = 50

let running = 0

/**
 * Runs work that allocates much and keeps little, such as an import of a hundred thousand rows. By default V8 collects less
 * often the faster a program allocates, so that 50 MB in use became 200. The setting holds for the whole process, while any
 * such work runs.
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
