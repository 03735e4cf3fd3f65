import { loop } from '#/app/workers/loop.ts'
import { createNap } from '#/platform/runtime/nap.ts'
import { importNextFile } from '#/sources/files/import-next-file.ts'
import type { TestRuntime } from './runtime.ts'

/** Takes in committed files as the importing process does, whenever it is called, until `done` has ended. */
export async function importing<T>(runtime: TestRuntime, done: Promise<T>): Promise<T> {
  const over = new AbortController()
  const imports = loop(
    // Only a call ends its rest: to look again and again would take the processor from the browser.
    { ...runtime, wait: (_, signal = over.signal) => createNap().sleep(signal) },
    { name: 'imports', batch: importNextFile, rest: 0, wokenBy: 'import', signal: over.signal },
  )
  try {
    return await done
  } finally {
    over.abort()
    await imports
  }
}
