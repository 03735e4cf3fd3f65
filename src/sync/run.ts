import type { World } from '#/world/world.ts'
import { LeaseLost } from './apply.ts'
import { importUpdates } from './import-updates.ts'
import { importWindows } from './import-windows.ts'
import type { Leased } from './lease.ts'
import { openSecret, prepareRun } from './open-run.ts'
import { finishRun, type RunResult, startRun } from './runs.ts'

/**
 * Imports what is new on a leased connection. No transaction is open while the provider is asked. Always ends the
 * lease.
 */
export async function runImport(world: World, lease: Leased): Promise<RunResult> {
  const isManual = lease.sync_requested_at !== null
  const purpose = isManual ? 'manual' : 'schedule'
  const runId = await startRun(world, lease, purpose)
  const run = prepareRun(world, lease, purpose)
  let failure: unknown = null
  let asked = false
  try {
    openSecret(run)
    const importAll = lease.provider === 'provider_a' ? importWindows : importUpdates
    asked = lease.status !== 'disconnected' && (await importAll(run, isManual))
  } catch (error) {
    if (error instanceof LeaseLost)
      world.log('warn', 'sync.lease_lost', { connection_id: lease.id })
    failure = error
  }
  const outcome = { asked, failure, issues: run.issues, requests: run.requests, counts: run.counts }
  return finishRun(world, { lease, runId }, outcome)
}
