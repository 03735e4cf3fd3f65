import type { Runtime } from '#/platform/runtime/runtime.ts'

/** Sets this process's clock by the database's from time to time. */
export async function synchronize(runtime: Runtime): Promise<number> {
  await runtime.synchronize()
  return 0
}
