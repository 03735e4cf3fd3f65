import { caps } from '#/platform/contract/caps.ts'
import { sql } from 'kysely'
import { type Database, inTransaction, openDatabase } from '#/platform/database/database.ts'
import { type Loaded, loadDocument } from '#/documents/load.ts'
import type { WrittenDocument } from '#/documents/document.ts'
import { openSession } from '#/access/sessions/open.ts'
import { urlOf } from './other-processes.ts'
import { ada } from './product.ts'
import { givenPerson } from './given-person.ts'
import type { TestRuntime } from './runtime.ts'
import { keepTexts } from './keep-texts.ts'

/** Left of each cap, so that requests may create some more. */
const LEFT = 5

/** Nearly as many of each as a household may have. */
export const CAPS = {
  expenses: caps.expenses.max - LEFT,
  schedules: caps.funding_schedules.max - LEFT,
  rules: caps.category_rules.max - LEFT,
  categories: caps.categories.max - LEFT,
} as const

/** Of one Expense. */
const SCHEDULES_EACH = 3
const DAYS = 548

export type Caps = {
  readonly loaded: Loaded
  readonly cookie: string
  readonly key: string
}

/** Creates a household with everything at its cap and this many transactions, a signed-in member, and a key. */
export async function givenCaps(runtime: TestRuntime, transactions: number): Promise<Caps> {
  const loaded = await loadDocument(runtime, document())
  await giveHistory(runtime, loaded, transactions)
  const { household_id: householdId, members } = loaded
  const personId = await givenPerson(runtime, householdId, members['ada']!)
  const client = { address: 'direct', agent: 'test' }
  const session = await openSession(runtime, {
    personId,
    householdId,
    through: 'password',
    client,
  })
  return {
    loaded,
    cookie: `earmark_session=${session.token}`,
    key: loaded.keys['rw']!.api_key,
  }
}

function document(): WrittenDocument {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
  return {
    ...ada,
    accounts: numbers(20).map((n) => ({
      ref: `a${n}`,
      name: `Account ${n}`,
      type: n % 5 === 0 ? 'credit' : 'depository',
      balance: 100_000_000 * (n % 5 === 0 ? -1 : 1),
    })),
    categories: numbers(CAPS.categories).map((n) => ({
      ref: `c${n}`,
      name: `Category ${n}`,
      ...(n % 10 !== 0 && { parent: `c${n - (n % 10)}` }),
    })),
    category_rules: numbers(CAPS.rules).map((n) => ({
      ref: `r${n}`,
      // The last one alone fits most: every transaction is held against all of them.
      text: n === CAPS.rules - 1 ? 'corner shop 2999' : `merchant ${n * 7919} of nowhere`,
      category: `c${n % CAPS.categories}`,
      // Blanks between two letters once cost a pattern the cube of their number.
      concept: n % 2 === 0 ? `Bakery ${n}` : `x${' '.repeat(198)}a`,
    })),
    funding_schedules: numbers(CAPS.schedules).map((n) => ({
      ref: `s${n}`,
      name: `Pay ${n}`,
      ...(n % 2 === 0
        ? { frequency: 'weekly', days: [] }
        : { frequency: 'semimonthly', days: [(n % 14) + 1, 31] }),
      anchor: `2026-01-${String((n % 28) + 1).padStart(2, '0')}`,
      weekend: n % 3 === 0 ? 'before' : 'none',
      estimated_deposit: 10_000,
      wait_for_deposit: true,
    })),
    expense_groups: numbers(50).map((n) => ({ ref: `g${n}`, name: `Group ${n}` })),
    expenses: numbers(CAPS.expenses).map((n) => ({
      ref: `e${n}`,
      name: `Expense ${n}`,
      group: `g${n % 50}`,
      target_amount: 10_000 + n,
      recurrence_interval_months: ([1, 3, 6, 12] as const)[n % 4]!,
      recurrence_anchor_date: `2026-0${(n % 9) + 1}-${String((n % 28) + 1).padStart(2, '0')}`,
      fund_ahead_payment_count: (n % 3) + 1,
      funding_schedules: numbers(SCHEDULES_EACH).map(
        (k) => `s${(n * 7 + k * 41) % CAPS.schedules}`,
      ),
      balance: 10 + (n % 100),
    })),
  }
}

/** Inserts the history as superuser, because two hundred thousand rows need no check of their references. */
async function giveHistory({ db, now }: TestRuntime, loaded: Loaded, count: number): Promise<void> {
  const url = new URL(await urlOf(db))
  const admin = openDatabase({ url: asAdmin(url), connectionsMax: 1 })
  try {
    await inTransaction(admin, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`set local statement_timeout = 0`.execute(tx)
      await withoutIndexes(tx, () => insertTransactions(tx, loaded, { count, at: now() }))
      await keepTexts(tx, loaded.household_id)
      await insertTrail(tx, loaded, { count: count / 10, at: now() })
    })
    for (const table of [
      'transactions',
      'transaction_texts',
      'transaction_rollups',
      'ledger_entries',
      'expenses',
    ]) {
      await sql`vacuum analyze ${sql.table(table)}`.execute(admin)
    }
  } finally {
    await admin.destroy()
  }
}

function asAdmin({ pathname }: URL): string {
  const admin = new URL(process.env['EARMARK_TEST_ADMIN']!)
  admin.pathname = pathname
  return admin.href
}

/** Runs `work` without the secondary indexes of the transactions, and builds them again: a fraction of the time. */
async function withoutIndexes(db: Database, work: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = 'transactions'::regclass and not indisunique`.execute(db)
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(db)
  await work()
  await sql`set local maintenance_work_mem = '256MB'`.execute(db)
  for (const { definition } of rows) await sql.raw(definition).execute(db)
}

type History = { readonly count: number; readonly at: Temporal.Instant }

async function insertTransactions(
  db: Database,
  { household_id: householdId, accounts, categories, expenses }: Loaded,
  { count, at }: History,
): Promise<void> {
  const pick = (ids: Readonly<Record<string, string>>) => {
    const all = Object.values(ids)
    return sql`(${all}::uuid[])[1 + n * 7919 % ${all.length}::int]`
  }
  await sql`with added as (
    insert into transactions (household_id, id, account_id, amount, currency, concept,
      original_concept, booked_at, type, status, category_id, expense_goal_id, notes, merchant,
      provider, external_id, edited, idempotency_key, revision, created_at, updated_at, deleted_at,
      history, hidden)
    select ${householdId}, gen_random_uuid(), ${pick(accounts)},
      case when n % 12 = 0 then 150000 else -100 - n % 9000 end, 'EUR',
      'Corner Shop ' || n % 3000, 'CORNER SHOP ' || n % 3000 || ' 4417',
      ${at.toString()}::date - (n::bigint * ${DAYS} / ${count}::int)::int,
      case when n % 12 = 0 then 'income' else 'expense' end, 'booked',
      case when n % 3 > 0 then ${pick(categories)} end,
      case when n % 10 = 3 then ${pick(expenses)} end, null, 'corner shop ' || n % 3000,
      'import', null, '{}', null, 1, ${at}::timestamptz - n * interval '1 second',
      ${at}::timestamptz - n * interval '1 second', null, true, false
    from generate_series(1, ${count}::int) n
    returning *)
    select add_to_rollups(array_agg(row(household_id, account_id, category_id, expense_goal_id,
      merchant, currency, booked_at, type, amount, 1, null)::rollup_change)) from added`.execute(db)
}

/** Fills the ledger and the audit log of a household. */
async function insertTrail(
  db: Database,
  { household_id: householdId, expenses, members }: Loaded,
  { count, at }: History,
): Promise<void> {
  const all = Object.values(expenses)
  const expense = sql`(${all}::uuid[])[1 + n * 7919 % ${all.length}::int]`
  const when = sql`${at}::timestamptz - n * interval '1 minute'`
  await sql`insert into ledger_entries (household_id, id, amount, from_expense_id, from_lane,
      to_expense_id, to_lane, reason, transaction_id, transfer_id, day, revision, created_at)
    select ${householdId}, gen_random_uuid(), 100, null, 'free', ${expense}, 'ready', 'payday', null,
      null, ${at.toString()}::date, 1, ${when} from generate_series(1, ${count}::int) n`.execute(db)
  await sql`insert into audit_entries (household_id, id, at, member_id, through, action, subject_type,
      subject_id, before, after)
    select ${householdId}, gen_random_uuid(), ${when}, ${members['ada']!}, 'app', 'expense.change',
      'expense', ${expense}, '{"name": "A"}', '{"name": "B"}'
    from generate_series(1, ${count}::int) n`.execute(db)
}
