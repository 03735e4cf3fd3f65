import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { addDays, toDay } from '#/core/values/day.ts'
import type { Database } from '#/platform/database/database.ts'
import { migrateWithin, readMigrations } from '#/platform/database/migrate.ts'
import { emptyDatabase } from '../../../test/support/backups.ts'
import { budget } from '../../../test/support/given.ts'
import { startProduct } from '../../../test/support/product.ts'

// An earlier version kept rollups by day. The migration turns them into rows by month and keeps the tail.

const BY_MONTH = readMigrations().findIndex(({ name }) => name.includes('rollups-by-month'))
const { db, runtime, ...product } = await startProduct()

const transactions = Array.from({ length: 60 }, (_, index) => ({
  ref: `t${index}`,
  account: index % 5 === 0 ? 'visa' : 'checking',
  amount: index % 7 === 0 ? 1000 + index : -index - 1,
  concept: `Shop ${index % 4}`,
  booked_at: addDays(toDay('2025-11-20'), (index * 37) % 70),
  type: (['expense', 'income', 'transfer', 'expense'] as const)[index % 4]!,
  category: index % 3 === 0 ? 'food' : null,
  expense: index % 6 === 0 ? 'groceries' : null,
}))

/** Copies the rows of a table into an earlier version of it. */
async function copyRows(table: string, old: Database): Promise<void> {
  const { rows: columns } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_name = ${table} and is_generated = 'NEVER'`.execute(old)
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  const { rows } = await sql<{ rows: string }>`
    select coalesce(json_agg(t), '[]')::text as rows from ${sql.table(table)} t`.execute(db)
  await sql`insert into ${sql.table(table)} (${names}) select ${names}
    from json_populate_recordset(null::${sql.table(table)}, ${rows[0]!.rows}::json)`.execute(old)
}

/** Sums the rollups and the tail, without rollups that count nothing. */
async function totalsOf(one: Database): Promise<unknown[]> {
  const { rows } = await sql`
    select facet, facet_key, grain, start, currency, sum(transactions) as transactions, sum(expenses) as expenses,
      sum(incomes) as incomes, sum(transfers) as transfers, sum(spent) as spent, sum(refunded) as refunded,
      sum(income) as income, sum(transfer) as transfer
    from transaction_totals group by 1, 2, 3, 4, 5
    having (sum(transactions), sum(spent), sum(refunded), sum(income), sum(transfer)) <> (0, 0, 0, 0, 0)
    order by 1, 2, 3, 4, 5`.execute(one)
  return rows
}

test('rollups of an earlier version count the same, also after changes and removals', async () => {
  await product.household({ ...budget, transactions })
  const old = await emptyDatabase()
  const earlier = readMigrations().slice(0, BY_MONTH)
  await migrateWithin(old.db, { now: runtime.now(), migrations: earlier })
  for (const table of [
    'persons',
    'households',
    'members',
    'accounts',
    'categories',
    'expense_groups',
    'expenses',
    'transactions',
  ]) {
    await copyRows(table, old.db)
  }
  const both = async (statement: ReturnType<typeof sql>) => {
    for (const one of [db, old.db]) await statement.execute(one)
  }
  // Few enough for the tail, and a split one.
  await both(
    sql`update transactions set category_id = null where concept = 'Shop 1' and amount < -40`,
  )
  await both(sql`update transactions set category_id = null, expense_goal_id = null,
      splits = jsonb_build_array(
        jsonb_build_object('amount', -3, 'category_id', (select min(id::text) from categories)),
        jsonb_build_object('amount', amount + 3, 'category_id', null))
    where id = (select max(id::text)::uuid from transactions where type = 'expense' and amount < -20)`)
  await migrateWithin(old.db, { now: runtime.now(), migrations: readMigrations() })
  assert.ok((await totalsOf(db)).length > 100)
  assert.deepEqual(await totalsOf(old.db), await totalsOf(db))
  await both(sql`update transactions set amount = amount * 2, splits = null where amount > 0`)
  await both(sql`delete from transactions where concept = 'Shop 2'`)
  assert.deepEqual(await totalsOf(old.db), await totalsOf(db))
  await both(sql`delete from transactions`)
  assert.deepEqual(await totalsOf(old.db), [])
  await sql`select add_to_rollups(changes) from rollup_tails`.execute(old.db)
  const { rows } = await sql`
    select * from transaction_rollups where days is not null or expenses + incomes + transfers <> 0`.execute(
    old.db,
  )
  assert.deepEqual(rows, [])
})
