import { growSlowly } from '#/platform/runtime/grow-slowly.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { LeaseLost } from './apply.ts'
import { finishRun, type RunResult } from './finish-run.ts'
import { importUpdates } from './import-updates.ts'
import { importWindows } from './import-windows.ts'
import type { Leased } from './lease.ts'
import { openSecret, prepareRun } from './start-run.ts'

/**
 * Imports what is new on a leased connection. No transaction is open while the provider is asked. Always ends the
 * lease. A run that finds nothing new takes four statements with that which took the lease, and writes only that it ran.
 */
export async function runImport(runtime: Runtime, lease: Leased): Promise<RunResult> {
  const isManual = lease.sync_requested_at !== null
  const run = prepareRun(runtime, lease)
  let failure: unknown = null
  let asked = false
  try {
    openSecret(run)
    const importAll = lease.provider === 'provider_a' ? importWindows : importUpdates
    const isFirst = lease.progress.some(({ history }) => history !== 'live')
    const importNow = () => importAll(run, isManual)
    asked =
      lease.status !== 'disconnected' && (await (isFirst ? growSlowly(importNow) : importNow()))
  } catch (error) {
    if (error instanceof LeaseLost)
      runtime.log('warn', 'sync.lease_lost', { connection_id: lease.id })
    failure = error
  }
  return finishRun(run, { asked, failure })
}
