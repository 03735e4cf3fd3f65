import { sql } from 'kysely'
import { beginWrite } from '#/access/households/begin-write.ts'
import { readNamingProgress, storeNamingProgress } from '#/access/households/naming-progress.ts'
import {
  findIdlePayees,
  forgetPayees,
  renamePayees,
  type RenamedKey,
} from '#/budget/expenses/rename-payees.ts'
import { renameDismissed } from '#/budget/proposals/rename-dismissed.ts'
import { merchantOf, NAMING_VERSION } from '#/budget/transactions/naming/merchant.ts'
import { renewName } from './renew-name.ts'
import { inTransaction } from '#/platform/database/database.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { ReadContext, WriteContext } from '#/platform/runtime/write-context.ts'

/** Rows at a time in the server, where naming them must not keep a request waiting. */
const FEW = 200

/** Rows at a time in an import, where no request waits. */
const MANY = 5000

/**
 * Names a few rows of a household again that an earlier version of Earmark has named, and returns their number. A worker
 * calls it until it returns 0.
 */
export async function renewNextNames({ db, ...runtime }: Runtime): Promise<number> {
  const household = await db
    .selectFrom('households')
    .select(['household_id', 'timezone'])
    .where('naming_version', '<', NAMING_VERSION)
    .where('standing', '<>', 'moving')
    .orderBy('naming_version')
    .limit(1)
    .executeTakeFirst()
  if (!household) return 0
  const { household_id: householdId, timezone: zone } = household
  return inTransaction(db, async (tx) => {
    const begun = await beginWrite({ ...runtime, db: tx }, householdId)
    const writer = { ...runtime, db: tx, ...begun, caller: { householdId, zone } }
    // One more than the rows, so that a household without rows counts as done, too.
    return (await renewSome(writer, FEW)) + 1
  })
}

/** Names all rows of a household again before others are compared with them, if an earlier version has named them. */
export async function renewNames(writer: WriteContext): Promise<void> {
  while ((await renewSome(writer, MANY)) > 0);
}

/** Names the next rows again and returns their number; 0 when all are named by the present rule. */
async function renewSome(writer: WriteContext, count: number): Promise<number> {
  const { db, caller } = writer
  const { version, through } = await readNamingProgress(db, caller.householdId)
  if (version >= NAMING_VERSION) return 0
  const rows = await loadRows(writer, { after: through, count })
  await storeRows(writer, rows)
  const isDone = rows.length < count
  if (isDone) await renewIdlePayees(writer)
  await storeNamingProgress(db, caller.householdId, {
    version: isDone ? NAMING_VERSION : version,
    through: isDone ? null : rows.at(-1)!.id,
  })
  return isDone ? 0 : rows.length
}

type Row = {
  readonly id: string
  readonly concept: string
  readonly original: string | null
  readonly merchant: string
  readonly isOurs: boolean
}

type Part = { readonly after: string | null; readonly count: number }

async function loadRows({ db, caller }: WriteContext, { after, count }: Part): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, concept, original_concept as original, merchant,
      provider <> 'manual' and 'concept' <> all (edited) and not exists (
        select 1 from category_rules r
        where r.household_id = ${caller.householdId} and r.concept = t.concept) as "isOurs"
    from transactions t
    where household_id = ${caller.householdId} and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${count}`.execute(db)
  return rows
}

async function storeRows(writer: WriteContext, rows: readonly Row[]): Promise<void> {
  const { db, caller, now, revision } = writer
  const changed = rows.flatMap((row) => {
    const renewed = renewName(row)
    const isSame = renewed.concept === row.concept && renewed.merchant === row.merchant
    return isSame ? [] : [{ id: row.id, was: row.merchant, called: row.concept, ...renewed }]
  })
  if (changed.length === 0) return
  const given = sql`jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
    as g (id uuid, was text, called text, concept text, original text, merchant text)`
  await sql`
    update transactions t set concept = g.concept, original_concept = g.original, merchant = g.merchant,
      revision = case when g.concept = g.called then t.revision else ${revision} end,
      updated_at = case when g.concept = g.called then t.updated_at else ${now()} end
    from ${given} where t.household_id = ${caller.householdId} and t.id = g.id`.execute(db)
  // Where the household has not renamed a payment, its key is the one that its source's rows are recognised by.
  await sql`
    update provider_transactions m set merchant = g.merchant
    from ${given} where m.household_id = ${caller.householdId} and m.transaction_id = g.id
      and m.merchant = g.was`.execute(db)
  await renamePayees(
    writer,
    unique(changed.map(({ was, merchant }) => ({ from: was, to: merchant }))),
  )
  await renameDismissed(
    writer,
    unique(changed.map(({ called, concept }) => ({ from: called, to: concept }))),
  )
}

/** Makes the keys of payees again that no payment has, from the old keys themselves. */
export async function renewIdlePayees(writer: ReadContext): Promise<void> {
  const idle = await findIdlePayees(writer)
  const renamed = idle
    .map((from) => ({ from, to: merchantOf(from.replaceAll('-', ' ')) }))
    .filter(({ from, to }) => from !== to)
  await renamePayees(writer, renamed)
  await forgetPayees(
    writer,
    renamed.map(({ from }) => from),
  )
}

function unique(pairs: readonly RenamedKey[]): RenamedKey[] {
  const found = new Map(pairs.map((pair) => [`${pair.from}\n${pair.to}`, pair]))
  return [...found.values()].filter(({ from, to }) => from !== to)
}
