import type { Runtime } from '#/platform/runtime/runtime.ts'
import { takeLease } from './lease.ts'
import { runImport } from './import-connection.ts'

/** Imports one connection that is due. Returns how many there were (0 or 1): a worker calls it until it returns 0. */
export async function importDue(runtime: Runtime): Promise<number> {
  const lease = await takeLease(runtime, { due: true })
  if (!lease) return 0
  await runImport(runtime, lease)
  return 1
}
