import type { Runtime } from '#/platform/runtime/runtime.ts'

/** Sets this process's clock by the database's, now and then. */
export async function synchronize(runtime: Runtime): Promise<number> {
  await runtime.synchronize()
  return 0
}
