import type { World } from '#/world/world.ts'
import { takeLease } from './lease.ts'
import { runImport } from './run.ts'

/** Imports one connection whose time has come; how many there were. For a worker to call until it answers 0. */
export async function importDue(world: World): Promise<number> {
  const lease = await takeLease(world, { due: true })
  if (!lease) return 0
  await runImport(world, lease)
  return 1
}
