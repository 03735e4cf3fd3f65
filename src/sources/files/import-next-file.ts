import { sql } from 'kysely'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { Mapping } from '#/sources/statements/csv-layout.ts'
import { StatementFault } from '#/sources/statements/fault.ts'
import type { Cents } from '#/core/values/cents.ts'
import { growSlowly } from '#/platform/runtime/grow-slowly.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { type Different, NONE_DIFFERENT } from '#/sources/files/matching/separate-duplicates.ts'
import { destinationOf, type NewAccount } from './entry.ts'
import { forgetPieces, storedFile } from './pieces.ts'
import { storeFile } from './store.ts'
import { surveyFile } from './scan-file.ts'

/** How long a worker may be silent about an import before another one takes it over, in minutes. */
const LEASE_MINUTES = 10
/** An import that its worker did not survive so often is given up. */
const ATTEMPTS_MAX = 3
/** How long a file waits for somebody to decide, in hours. */
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

/** The import was cancelled, or another worker has it: nothing of this run may stay. */
class NotOurs extends Error {
  override name = 'NotOurs'
}

/** Imports one file that waits; how many there were. For a worker to call until it answers 0. */
export async function runDueImport(runtime: Runtime): Promise<number> {
  const lease = await takeLease(runtime)
  if (!lease) return 0
  try {
    if (lease.attempts > ATTEMPTS_MAX) {
      throw new StatementFault(null, { name: 'given_up' })
    }
    await growSlowly(() => run(runtime, lease))
  } catch (error) {
    if (error instanceof NotOurs) return 1
    const fault = faultIn(error)
    if (fault.reason.name === 'our_side') {
      runtime.log('error', 'import.fault', { import: lease.id, error })
    }
    await fail(runtime, lease, fault)
  }
  return 1
}

/** What to tell people of what an import has stumbled over. */
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
  const said = { mapping: lease.mapping, fileAccount: lease.file_account }
  const surveyed = await surveyFile(source, destination, said)
  await note(runtime, lease, { processed: 0, total: surveyed.total })
  await storeFile(runtime, {
    importId,
    source,
    destination,
    memberId: lease.member_id,
    surveyed,
    saidBalance: lease.said_balance,
    different: lease.different ?? NONE_DIFFERENT,
    progress: (processed) => note(runtime, lease, { processed }),
    finish: async (writer, counts) => {
      const kept = await writer.db
        .updateTable('imports')
        .set({
          ...counts,
          status: 'done',
          processed: surveyed.total,
          format: surveyed.understood.format,
          file_account: surveyed.account,
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
      if (!kept) throw new NotOurs()
      await forgetPieces(writer.db, { householdId, importId })
    },
  })
}

/** Whether a file waits that nobody has taken. */
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
  const owner = `${runtime.host.name}/${runtime.host.pid}/${runtime.newId()}`
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

/** At the start of a process: what its own dead predecessors on this machine were importing waits again. */
export async function releaseDeadImports(runtime: Runtime): Promise<void> {
  const { name, pid, isAlive } = runtime.host
  const held = await runtime.db
    .selectFrom('imports')
    .select(['household_id', 'id', 'lease_owner'])
    .where('status', '=', 'running')
    .execute()
  for (const { household_id, id, lease_owner } of held) {
    const [host, holder] = lease_owner?.split('/') ?? []
    if (host !== name || (Number(holder) !== pid && isAlive(Number(holder)))) continue
    await runtime.db
      .updateTable('imports')
      .set({ status: 'queued', lease_owner: null, lease_until: null })
      .where('household_id', '=', household_id)
      .where('id', '=', id)
      .where('lease_owner', '=', lease_owner)
      .execute()
  }
}

/** Through another connection than the rows, so that everybody sees it; throws where the import is not ours any more. */
async function note(
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
  if (!kept) throw new NotOurs()
}

/** What was cancelled meanwhile stays so, whatever its worker has stumbled over since. */
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
  await forgetPieces(runtime.db, { householdId: lease.household_id, importId: lease.id })
}

/** A file that was uploaded and left is not kept for ever. How many there were. */
export async function forgetAbandoned({ db, now }: Runtime): Promise<number> {
  const { numAffectedRows } = await sql`delete from imports where status = 'uploaded'
    and created_at < ${now().subtract({ hours: KEPT_HOURS })}`.execute(db)
  return Number(numAffectedRows ?? 0)
}
