import type { Runtime } from '#/platform/runtime/runtime.ts'

/** The time of the last verified backup; null: nothing has been backed up. */
export async function lastBackupAt(_: Pick<Runtime, 'db'>): Promise<Temporal.Instant | null> {
  return Promise.resolve(null)
}
