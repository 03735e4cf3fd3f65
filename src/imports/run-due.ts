import { sql } from 'kysely'
import { Refusal } from '#/contract/refusal.ts'
import type { Mapping } from '#/statements/csv-layout.ts'
import { StatementFault } from '#/statements/fault.ts'
import type { Cents } from '#/values/cents.ts'
import { growSlowly } from '#/world/grow-slowly.ts'
import type { World } from '#/world/world.ts'
import { type Different, NONE_DIFFERENT } from './apart.ts'
import { destinationOf, type NewAccount } from './entry.ts'
import { forgetPieces, storedFile } from './pieces.ts'
import { storeFile } from './store.ts'
import { surveyFile } from './survey.ts'

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
export async function runDueImport(world: World): Promise<number> {
  const lease = await takeLease(world)
  if (!lease) return 0
  try {
    if (lease.attempts > ATTEMPTS_MAX) {
      throw new StatementFault(null, { name: 'given_up' })
    }
    await growSlowly(() => run(world, lease))
  } catch (error) {
    if (error instanceof NotOurs) return 1
    const fault = faultIn(error)
    if (fault.reason.name === 'our_side') {
      world.log('error', 'import.fault', { import: lease.id, error })
    }
    await fail(world, lease, fault)
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

async function run(world: World, lease: Leased): Promise<void> {
  const { household_id: householdId, id: importId } = lease
  const source = storedFile(world.db, { householdId, importId })
  const destination = await destinationOf(world.db, lease)
  const said = { mapping: lease.mapping, fileAccount: lease.file_account }
  const surveyed = await surveyFile(source, destination, said)
  await note(world, lease, { processed: 0, total: surveyed.total })
  await storeFile(world, {
    importId,
    source,
    destination,
    memberId: lease.member_id,
    surveyed,
    saidBalance: lease.said_balance,
    different: lease.different ?? NONE_DIFFERENT,
    progress: (processed) => note(world, lease, { processed }),
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
export async function isFileDue({ db, now }: World): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from imports where ${isWaiting(now())}) as due`.execute(db)
  return rows[0]!.due
}

function isWaiting(now: Temporal.Instant) {
  return sql`(status = 'queued' or (status = 'running' and lease_until <= ${now}))`
}

async function takeLease(world: World): Promise<Leased | null> {
  const now = world.now()
  const owner = `${world.host.name}/${world.host.pid}/${world.newId()}`
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
      ${owner} as owner`.execute(world.db)
  return rows[0] ?? null
}

/** At the start of a process: what its own dead predecessors on this machine were importing waits again. */
export async function releaseDeadImports(world: World): Promise<void> {
  const { name, pid, isAlive } = world.host
  const held = await world.db
    .selectFrom('imports')
    .select(['household_id', 'id', 'lease_owner'])
    .where('status', '=', 'running')
    .execute()
  for (const { household_id, id, lease_owner } of held) {
    const [host, holder] = lease_owner?.split('/') ?? []
    if (host !== name || (Number(holder) !== pid && isAlive(Number(holder)))) continue
    await world.db
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
  world: World,
  lease: Leased,
  progress: { readonly processed: number; readonly total?: number },
): Promise<void> {
  const kept = await world.db
    .updateTable('imports')
    .set({ ...progress, lease_until: world.now().add({ minutes: LEASE_MINUTES }) })
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
  world: World,
  lease: Leased,
  { message, reason, line }: StatementFault,
): Promise<void> {
  await world.db
    .updateTable('imports')
    .set({
      message,
      reason: JSON.stringify(reason),
      line,
      status: 'failed',
      finished_at: world.now(),
      lease_owner: null,
      lease_until: null,
    })
    .where('household_id', '=', lease.household_id)
    .where('id', '=', lease.id)
    .where('status', '=', 'running')
    .where('lease_owner', '=', lease.owner)
    .execute()
  await forgetPieces(world.db, { householdId: lease.household_id, importId: lease.id })
}

/** A file that was uploaded and left is not kept for ever. How many there were. */
export async function forgetAbandoned({ db, now }: World): Promise<number> {
  const { numAffectedRows } = await sql`delete from imports where status = 'uploaded'
    and created_at < ${now().subtract({ hours: KEPT_HOURS })}`.execute(db)
  return Number(numAffectedRows ?? 0)
}
