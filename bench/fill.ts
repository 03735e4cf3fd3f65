import { sql } from 'kysely'
import { type Database, inTransaction } from '#/platform/database/database.ts'
import { merchantOf } from '#/budget/transactions/naming/merchant.ts'
import { keepTexts } from '../test/support/keep-texts.ts'
import type { Household } from './households.ts'

/** A word that as many transactions of every household contain, however many it has. */
export const RARE_WORD = 'zeppelin'
const RARE_ROWS = 5
/** Eighteen months. */
const DAYS = 548
const ROWS_AT_ONCE = 100_000

const first = 'Corner North Old Blue Green Market River Sunny Central Royal'.split(' ')
const second = 'Bakery Pharmacy Grocers Cinema Books Station Coffee Garage Sports Florist'.split(
  ' ',
)
const third = ['Madrid', 'Online']
const merchants = first.flatMap((a) =>
  second.flatMap((b) => third.map((c) => ({ concept: `${a} ${b} ${c}` }))),
)

/**
 * Gives a household a history of `count` transactions up to `today`: eighteen months, every account and category, 200
 * merchants, one in ten with an Expense, one in twelve income, a few refunds and transfers. As superuser, so that a
 * million rows need no checks of their references; the product's own function counts them.
 */
export async function fill(
  admin: Database,
  household: Household,
  { count, today }: { readonly count: number; readonly today: string },
): Promise<void> {
  await inTransaction(admin, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`set local work_mem = '128MB'`.execute(tx)
    for (let from = 1; from <= count; from += ROWS_AT_ONCE) {
      const to = Math.min(count, from + ROWS_AT_ONCE - 1)
      await insertRows(tx, household, { count, today, from, to })
    }
    await keepTexts(tx, household.id)
  })
}

/**
 * Runs `work` without the secondary indexes of the transactions and builds them again from their definitions: for a
 * million rows a fraction of the time that keeping them would take.
 */
export async function withoutIndexes(admin: Database, work: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = 'transactions'::regclass and not indisunique`.execute(admin)
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(admin)
  await work()
  await admin.connection().execute(async (one) => {
    await sql`set maintenance_work_mem = '512MB'`.execute(one)
    await sql`set statement_timeout = 0`.execute(one)
    for (const { definition } of rows) await sql.raw(definition).execute(one)
  })
}

type Stretch = {
  readonly count: number
  readonly today: string
  readonly from: number
  readonly to: number
}

// The columns' bits of chance are cut from one digest a row, so every run has the same rows.
async function insertRows(db: Database, household: Household, stretch: Stretch): Promise<void> {
  const { count, today, from, to } = stretch
  const pick = (values: readonly string[], divisor: number) =>
    sql`(${values}::uuid[])[1 + c.chance / ${divisor}::int % ${values.length}::int]`
  await sql`with added as (
    insert into transactions (household_id, id, account_id, amount, currency, concept,
      original_concept, booked_at, type, status, category_id, expense_goal_id, notes, merchant,
      provider, external_id, edited, idempotency_key, revision, created_at, updated_at, deleted_at,
      history, hidden)
    select ${household.id},
      (lpad(to_hex((extract(epoch from b.booked_at)::bigint + 36000) * 1000), 12, '0')
        || '7' || substr(c.digest, 1, 3) || '8' || substr(c.digest, 4, 15))::uuid,
      ${pick(household.accounts, 1)}, k.amount, 'EUR', k.concept, upper(k.concept) || ' 4417', b.booked_at,
      k.type, 'booked', ${pick(household.categories, 1000)},
      case when c.chance % 10 = 3 then ${pick(household.expenses, 3000)} end, null, k.merchant,
      'manual', null, '{}', null, 1, b.created_at, b.created_at, null, true, false
    from generate_series(${from}::int, ${to}::int) n
    cross join lateral (select digest, ('x' || substr(digest, 20, 7))::bit(28)::int as chance
      from md5(n::text) digest) c
    cross join lateral (select
      ${today}::date - ((${count}::bigint - n) * ${DAYS} / ${count}::bigint)::int as booked_at) d
    cross join lateral (select d.booked_at,
      d.booked_at::timestamp at time zone 'UTC' + make_interval(secs => c.chance % 86400) as created_at) b
    cross join lateral (select
      case when c.chance % 12 = 0 then 'income' when c.chance % 30 = 1 then 'transfer' else 'expense' end as type,
      case when c.chance % 12 = 0 then 150000 when c.chance % 40 = 2 then 900 else -100 end
        * (1 + c.chance / 7 % 90)::bigint as amount,
      case when n % ${Math.ceil(count / RARE_ROWS)}::int = 0 then 'Zeppelin Museum' else m.concept end as concept,
      m.merchant
      from (select (${merchants.map(({ concept }) => concept)}::text[])[1 + c.chance % ${merchants.length}::int] as concept,
        (${merchants.map(({ concept }) => merchantOf(concept))}::text[])[1 + c.chance % ${merchants.length}::int] as merchant) m
    ) k
    returning *)
    select add_to_rollups(array_agg(row(household_id, account_id, category_id, expense_goal_id,
      merchant, currency, booked_at, type, amount, 1, null)::rollup_change)) from added`.execute(db)
}

/** Does the work of autovacuum: statistics, and which pages every reader sees. */
export async function settleTables(db: Database): Promise<void> {
  for (const table of [
    'transactions',
    'transaction_texts',
    'transaction_rollups',
    'household_windows',
    'key_windows',
  ]) {
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
  }
}
