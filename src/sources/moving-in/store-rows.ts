import type { Application } from '#/core/values/moves.ts'
import { sql } from 'kysely'
import { commonOf } from '#/budget/transactions/parts.ts'
import { merchantOf } from '#/budget/transactions/naming/merchant.ts'
import type { ReadContext, WriteContext } from '#/platform/runtime/write-context.ts'
import type { ProviderTransaction } from '#/sources/provider/provider.ts'
import { mapInTurns } from '#/sources/provider/take-turns.ts'
import { storeMirrors } from '#/sources/intake/store-mirrors.ts'
import type { NewRow, ReceivingAccount } from './take-rows.ts'

/** Finds payments that earlier moves stored, by their names in the application. */
export async function findKnownRows(
  { db, caller }: ReadContext,
  app: Application,
  { to, names }: { readonly to: ReceivingAccount; readonly names: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const prefix = `${app}:`
  const ids = names.map((name) => `${prefix}${name}`)
  const { rows } = await sql<{ name: string; id: string }>`
    select m.external_id as name, m.transaction_id as id
    from unnest(${ids}::text[]) as sought (name)
    cross join lateral (
      select p.external_id, p.transaction_id from provider_transactions p
      where p.household_id = ${caller.householdId} and p.provider_account_id = ${to.entryId}
        and p.external_id = sought.name
      limit 1) m`.execute(db)
  return new Map(rows.map(({ name, id }) => [name.slice(prefix.length), id]))
}

type Inserting = {
  readonly moveId: string
  readonly app: Application
  /** The household's categories by their keys in the application. */
  readonly categories: ReadonlyMap<string, string>
}

/** After an insert this large, cached plans are discarded. */
const MANY = 1000

/**
 * Stores payments as history, as an import of a file does: they move no money of Expenses and are not announced. Names and
 * categories are those of the application; they count as choices of a person, from which later payments are filed.
 */
export async function insertMoved(
  writer: WriteContext,
  rows: readonly NewRow[],
  { moveId, app, categories }: Inserting,
): Promise<void> {
  const { householdId } = writer.caller
  const now = writer.now()
  const idOf = (key: string | null) => (key === null ? null : (categories.get(key) ?? null))
  const given = await mapInTurns(rows, (row) => {
    const splits = row.parts?.map(({ amount, category, note }) => {
      return { amount, category_id: idOf(category), expense_goal_id: null, note }
    })
    return {
      id: row.id,
      account_id: row.to.id,
      amount: row.amount,
      booked_at: row.day,
      status: row.isPending ? 'pending' : 'booked',
      concept: row.concept,
      original_concept: row.original,
      merchant: merchantOf(row.concept),
      type: row.pair !== undefined ? 'transfer' : row.amount < 0 ? 'expense' : 'income',
      category_id: splits ? commonOf(splits, 'category_id') : idOf(row.category),
      notes: row.notes,
      splits: splits ?? null,
    }
  })
  await sql`
    insert into transactions (household_id, id, account_id, amount, currency, concept, original_concept,
      booked_at, type, status, merchant, category_id, notes, splits, provider, edited, revision, created_at,
      updated_at, history, hidden)
    select ${householdId}::uuid, g.id, a.id, g.amount, a.currency, g.concept, g.original_concept,
      g.booked_at, g.type, g.status, g.merchant, g.category_id, g.notes, nullif(g.splits, 'null'::jsonb),
      'import', '{}', ${writer.revision}, ${now}, ${now}, true, a.hidden
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (id uuid, account_id uuid, amount bigint,
      booked_at date, status text, concept text, original_concept text, merchant text, type text,
      category_id uuid, notes text, splits jsonb)
    join accounts a on a.household_id = ${householdId} and a.id = g.account_id`.execute(writer.db)
  for (const [to, own] of Map.groupBy(rows, (row) => row.to)) {
    const ref = { institutionId: '', externalId: to.id }
    const entry = { id: to.entryId, ref, accountId: to.id, selected: true }
    const mirrors = own.map((row) => ({
      row: providerRow(row, app, ref),
      merchant: merchantOf(row.concept),
      transactionId: row.id,
    }))
    await storeMirrors(writer, entry, { rows: mirrors, importId: moveId })
  }
  if (rows.length >= MANY) await sql`discard plans`.execute(writer.db)
}

function providerRow(
  row: NewRow,
  app: Application,
  account: ProviderTransaction['account'],
): ProviderTransaction {
  return {
    account,
    externalId: `${app}:${row.name}`,
    status: row.isPending ? 'pending' : 'booked',
    amount: row.amount,
    currency: row.to.currency,
    bookedOn: row.day,
    occurredOn: null,
    occurredAt: null,
    rawDescription: row.original ?? row.concept,
    merchant: row.concept,
    memo: null,
    mcc: null,
    providerCategory: null,
    replacesExternalId: null,
  }
}
