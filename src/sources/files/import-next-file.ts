import { sql } from 'kysely'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { Mapping } from '#/sources/statements/csv/layout.ts'
import { StatementFault } from '#/sources/statements/fault.ts'
import type { Cents } from '#/core/values/cents.ts'
import { growSlowly } from '#/platform/runtime/grow-slowly.ts'
import { newLeaseOwner } from '#/platform/leases/lease-owner.ts'
import { releaseDeadOwners } from '#/platform/leases/release-dead.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { type Different, NONE_DIFFERENT } from '#/sources/files/matching/separate-duplicates.ts'
import { destinationOf, type NewAccount } from './entry.ts'
import { deletePieces, storedFile } from './pieces.ts'
import { storeFile } from './store.ts'
import { scanFile } from './scan-file.ts'

/** After so many minutes without progress, another worker takes an import over. */
const LEASE_MINUTES = 10
/** An import is given up after so many workers died of it. */
const ATTEMPTS_MAX = 3
/** Hours that an uploaded file waits for a person to commit or cancel it. */
const KEPT_HOURS = 24

type Leased = {
  readonly household_id: string
  readonly id: string
  readonly account_id: string | null
  readonly new_account: NewAccount | null
  readonly member_id: string | null
  readonly mapping: Mapping
  readonly file_account: string | null
  readonly said_balance: Cents | null
  readonly different: Different | null
  readonly attempts: number
  readonly owner: string
}

/** The import was cancelled or another worker took it over, so this run is rolled back. */
class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/** Imports one waiting file and returns 1, or returns 0 if none waits. A worker calls it until it returns 0. */
export async function importNextFile(runtime: Runtime): Promise<number> {
  const lease = await takeLease(runtime)
  if (!lease) return 0
  try {
    if (lease.attempts > ATTEMPTS_MAX) {
      throw new StatementFault(null, { name: 'given_up' })
    }
    await growSlowly(() => run(runtime, lease))
  } catch (error) {
    if (error instanceof LeaseLost) return 1
    const fault = faultIn(error)
    if (fault.reason.name === 'our_side') {
      runtime.log('error', 'import.fault', { import: lease.id, error })
    }
    await fail(runtime, lease, fault)
  }
  return 1
}

/** Converts any error into a fault that people may read. */
function faultIn(error: unknown): StatementFault {
  if (error instanceof StatementFault) return error
  const isRefused = error instanceof Refusal
  return new StatementFault(
    null,
    isRefused ? { name: 'refused', code: error.code } : { name: 'our_side' },
  )
}

async function run(runtime: Runtime, lease: Leased): Promise<void> {
  const { household_id: householdId, id: importId } = lease
  const source = storedFile(runtime.db, { householdId, importId })
  const destination = await destinationOf(runtime.db, lease)
  const choices = { mapping: lease.mapping, fileAccount: lease.file_account }
  const scanned = await scanFile(source, destination, { ...choices, db: runtime.db })
  // The account may have changed since the person saw the preview.
  if (scanned.question) {
    throw new StatementFault(null, { name: 'reading_open', kind: scanned.question.kind })
  }
  await recordProgress(runtime, lease, { processed: 0, total: scanned.total })
  await storeFile(runtime, {
    importId,
    source,
    destination,
    memberId: lease.member_id,
    scanned,
    chosenBalance: lease.said_balance,
    different: lease.different ?? NONE_DIFFERENT,
    progress: (processed) => recordProgress(runtime, lease, { processed }),
    finish: async (writer, counts) => {
      const kept = await writer.db
        .updateTable('imports')
        .set({
          ...counts,
          status: 'done',
          processed: scanned.total,
          format: scanned.dialect.format,
          file_account: scanned.account,
          skipped: JSON.stringify(scanned.skipped),
          finished_at: writer.now(),
          lease_owner: null,
          lease_until: null,
        })
        .where('household_id', '=', householdId)
        .where('id', '=', importId)
        .where('status', '=', 'running')
        .where('lease_owner', '=', lease.owner)
        .returning('id')
        .executeTakeFirst()
      if (!kept) throw new LeaseLost()
      await deletePieces(writer.db, { householdId, importId })
    },
  })
}

/** Checks whether a file waits for a worker. */
export async function isFileDue({ db, now }: Runtime): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from imports where ${isWaiting(now())}) as due`.execute(db)
  return rows[0]!.due
}

function isWaiting(now: Temporal.Instant) {
  return sql`(status = 'queued' or (status = 'running' and lease_until <= ${now}))`
}

async function takeLease(runtime: Runtime): Promise<Leased | null> {
  const now = runtime.now()
  const owner = newLeaseOwner(runtime)
  const { rows } = await sql<Leased>`
    update imports l set status = 'running', lease_owner = ${owner}, attempts = l.attempts + 1,
      lease_until = ${now.add({ minutes: LEASE_MINUTES })}, processed = 0
    from (
      select household_id, id from imports
      where ${isWaiting(now)}
      order by created_at limit 1 for update skip locked
    ) taken
    where l.household_id = taken.household_id and l.id = taken.id
    returning l.household_id, l.id, l.account_id, l.new_account, l.member_id, l.mapping, l.file_account,
      l.said_balance, l.different, l.attempts,
      ${owner} as owner`.execute(runtime.db)
  return rows[0] ?? null
}

/** At the start of a process: queues the files again that dead processes of this host were importing. */
export async function releaseDeadImports(runtime: Runtime): Promise<void> {
  await releaseDeadOwners(runtime, 'imports', (owners) =>
    runtime.db
      .updateTable('imports')
      .set({ status: 'queued', lease_owner: null, lease_until: null })
      .where('status', '=', 'running')
      .where('lease_owner', 'in', owners)
      .execute(),
  )
}

/**
 * Stores the progress outside the transaction of the rows, so that others see it, and extends the lease. Throws LeaseLost
 * if this worker no longer holds the import.
 */
async function recordProgress(
  runtime: Runtime,
  lease: Leased,
  progress: { readonly processed: number; readonly total?: number },
): Promise<void> {
  const kept = await runtime.db
    .updateTable('imports')
    .set({ ...progress, lease_until: runtime.now().add({ minutes: LEASE_MINUTES }) })
    .where('household_id', '=', lease.household_id)
    .where('id', '=', lease.id)
    .where('status', '=', 'running')
    .where('lease_owner', '=', lease.owner)
    .returning('id')
    .executeTakeFirst()
  if (!kept) throw new LeaseLost()
}

/** Marks an import as failed, unless it was cancelled meanwhile. */
async function fail(
  runtime: Runtime,
  lease: Leased,
  { message, reason, line }: StatementFault,
): Promise<void> {
  await runtime.db
    .updateTable('imports')
    .set({
      message,
      reason: JSON.stringify(reason),
      line,
      status: 'failed',
      finished_at: runtime.now(),
      lease_owner: null,
      lease_until: null,
    })
    .where('household_id', '=', lease.household_id)
    .where('id', '=', lease.id)
    .where('status', '=', 'running')
    .where('lease_owner', '=', lease.owner)
    .execute()
  await deletePieces(runtime.db, { householdId: lease.household_id, importId: lease.id })
}

/** Deletes uploaded files that nobody committed within a day, and returns how many. */
export async function deleteAbandoned({ db, now }: Runtime): Promise<number> {
  const { numAffectedRows } = await sql`delete from imports where status = 'uploaded'
    and created_at < ${now().subtract({ hours: KEPT_HOURS })}`.execute(db)
  return Number(numAffectedRows ?? 0)
}
