import type { Runtime } from '#/platform/runtime/runtime.ts'
import { takeLease } from './lease.ts'
import { runImport } from './import-connection.ts'
import type { RunResult } from './finish-run.ts'
import { type BankProvider } from '#/sources/provider/bank-provider.ts'

export type SyncReport = {
  readonly connections: readonly RunResult[]
  readonly added: number
  readonly updated: number
  readonly removed: number
}

/** Milliseconds between looks at an import of another process, and until giving up. */
const POLL_EVERY = 250
const POLL_FOR = 11 * 60 * 1000

/** Imports all connections of a household now, first imports to their end. Joins an import that is already running. */
export async function syncHousehold(
  runtime: Runtime,
  householdId: string,
  provider: BankProvider | null,
): Promise<SyncReport> {
  const rows = await runtime.db
    .selectFrom('connections')
    .select(['id', 'provider', 'status'])
    .where('household_id', '=', householdId)
    .orderBy('created_at')
    .execute()
  const wanted = rows.filter((row) => provider === null || row.provider === provider)
  const connections: RunResult[] = []
  for (const { id } of wanted) connections.push(await syncOne(runtime, householdId, id))
  const sum = (name: 'added' | 'updated' | 'removed') =>
    connections.reduce((total, one) => total + one[name], 0)
  return { connections, added: sum('added'), updated: sum('updated'), removed: sum('removed') }
}

async function syncOne(
  runtime: Runtime,
  householdId: string,
  connectionId: string,
): Promise<RunResult> {
  const lease = await takeLease(runtime, { due: false, householdId, connectionId })
  if (lease) return runImport(runtime, lease)
  for (let waited = 0; waited < POLL_FOR; waited += POLL_EVERY) {
    await runtime.wait(POLL_EVERY)
    const joined = await lastRun(runtime, householdId, connectionId)
    if (joined) return joined
  }
  throw new Error(`the import of connection ${connectionId} did not end in time`)
}

/** Returns the result of the latest run; null while it is running. */
async function lastRun(
  runtime: Runtime,
  householdId: string,
  connectionId: string,
): Promise<RunResult | null> {
  const row = await runtime.db
    .selectFrom('sync_runs')
    .innerJoin('connections', (join) =>
      join
        .on('connections.household_id', '=', householdId)
        .onRef('connections.id', '=', 'sync_runs.connection_id'),
    )
    .selectAll('sync_runs')
    .select('connections.provider')
    .where('sync_runs.household_id', '=', householdId)
    .where('sync_runs.connection_id', '=', connectionId)
    .orderBy('sync_runs.started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row || row.status === 'running') return null
  const {
    error_code,
    error_message,
    status,
    provider,
    added,
    updated,
    removed,
    dropped,
    requests,
  } = row
  return {
    connection_id: connectionId,
    provider,
    status,
    added,
    updated,
    removed,
    dropped,
    requests,
    error: error_code === null ? null : { code: error_code, message: error_message ?? '' },
  }
}
