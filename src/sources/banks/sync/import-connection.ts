import { growSlowly } from '#/platform/runtime/grow-slowly.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { LeaseLost } from './apply.ts'
import { finishRun, type RunResult } from './finish-run.ts'
import { importUpdates } from './import-updates.ts'
import { importWindows } from './import-windows.ts'
import type { Leased } from './lease.ts'
import { openSecret, prepareRun } from './start-run.ts'
import { PLAID } from '#/sources/provider/bank-provider.ts'

/**
 * Imports the news of a leased connection and always releases the lease. No transaction is open while the provider is
 * asked. A run without news takes four statements, including the one that took the lease, and writes only its own
 * record.
 */
export async function runImport(runtime: Runtime, lease: Leased): Promise<RunResult> {
  const isManual = lease.sync_requested_at !== null
  const run = prepareRun(runtime, lease)
  let failure: unknown = null
  let asked = false
  try {
    openSecret(run)
    const importAll = lease.provider === PLAID ? importUpdates : importWindows
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
