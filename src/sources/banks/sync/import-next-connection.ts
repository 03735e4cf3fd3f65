import type { Runtime } from '#/platform/runtime/runtime.ts'
import { takeLease } from './lease.ts'
import { runImport } from './import-connection.ts'

/** Imports one connection whose time has come; how many there were. For a worker to call until it answers 0. */
export async function importDue(runtime: Runtime): Promise<number> {
  const lease = await takeLease(runtime, { due: true })
  if (!lease) return 0
  await runImport(runtime, lease)
  return 1
}
