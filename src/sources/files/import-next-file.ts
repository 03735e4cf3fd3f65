import type { Mapping } from '#/sources/statements/csv/layout.ts'
import { readableFault, StatementFault } from '#/sources/statements/fault.ts'
import type { Cents } from '#/core/values/cents.ts'
import {
  doNextWork,
  extendedLease,
  isHeld,
  type LeasedWork,
  noLease,
  requireHeld,
} from '#/platform/leases/queued-work.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { type Different, NONE_DIFFERENT } from '#/sources/files/matching/separate-duplicates.ts'
import { destinationOf, type NewAccount } from './entry.ts'
import { deletePieces, storedFile } from './pieces.ts'
import { storeFile } from './store.ts'
import { scanFile } from './scan-file.ts'

type Leased = LeasedWork & {
  readonly account_id: string | null
  readonly new_account: NewAccount | null
  readonly member_id: string | null
  readonly mapping: Mapping
  readonly file_account: string | null
  readonly said_balance: Cents | null
  readonly different: Different | null
}

/** Imports one waiting file and returns 1, or returns 0 if none waits. A worker calls it until it returns 0. */
export function importNextFile(runtime: Runtime): Promise<number> {
  return doNextWork<Leased>(runtime, {
    table: 'imports',
    run: (lease) => run(runtime, lease),
    givenUp: () => new StatementFault(null, { name: 'given_up' }),
    fail: (lease, error) => fail(runtime, lease, error),
  })
}

async function run(runtime: Runtime, lease: Leased): Promise<void> {
  const { household_id: householdId, id: importId } = lease
  if (lease.attempts > 1) await recordProgress(runtime, lease, { processed: 0 })
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
      const finished = writer.db
        .updateTable('imports')
        .set({
          ...counts,
          status: 'done',
          processed: scanned.total,
          format: scanned.dialect.format,
          file_account: scanned.account,
          skipped: JSON.stringify(scanned.skipped),
          finished_at: writer.now(),
          ...noLease,
        })
        .where(isHeld(lease))
      requireHeld(await finished.executeTakeFirst())
      await deletePieces(writer.db, { householdId, importId })
    },
  })
}

/** Stores the progress outside the transaction of the rows, so that others see it, and extends the lease. */
async function recordProgress(
  runtime: Runtime,
  lease: Leased,
  progress: { readonly processed: number; readonly total?: number },
): Promise<void> {
  const kept = runtime.db
    .updateTable('imports')
    .set({ ...progress, ...extendedLease(runtime) })
    .where(isHeld(lease))
  requireHeld(await kept.executeTakeFirst())
}

/** Marks an import as failed, unless it was cancelled or taken over meanwhile. */
async function fail(runtime: Runtime, lease: Leased, error: unknown): Promise<void> {
  const { message, reason, line } = readableFault(error)
  if (reason.name === 'our_side') {
    runtime.log('error', 'import.fault', { import: lease.id, error })
  }
  const { numUpdatedRows } = await runtime.db
    .updateTable('imports')
    .set({
      message,
      reason: JSON.stringify(reason),
      line,
      status: 'failed',
      finished_at: runtime.now(),
      ...noLease,
    })
    .where(isHeld(lease))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await deletePieces(runtime.db, { householdId: lease.household_id, importId: lease.id })
}
