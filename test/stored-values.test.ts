import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { inTransaction, sqlState } from '#/platform/database/database.ts'
import { budget } from './support/given.ts'
import { startProduct } from './support/product.ts'

// One constraint of each hot table calls a function with all conditions. These tests hold every one of them.

const { db, ...product } = await startProduct({ limited: false })
const transactions = [
  { ref: 'coffee', account: 'checking', amount: -450, concept: 'Coffee', booked_at: '2026-01-05' },
]
const { household_id: id } = await product.household({ ...budget, transactions })

type Hot = 'households' | 'accounts' | 'transactions'

const parts = (...amounts: readonly number[]) =>
  `'${JSON.stringify(amounts.map((amount) => ({ amount })))}'`

const refused: Readonly<Record<Hot, readonly string[]>> = {
  households: [
    `name = ''`,
    `kind = 'other'`,
    `plan = 'other'`,
    `standing = 'other'`,
    `currency = 'eur'`,
    `floor = -1`,
    `revision = -1`,
    `date_format = 'YY'`,
    `week_starts_on = 'friday'`,
    `month_starts_on_day = 0`,
    `month_starts_on_day = 29`,
    `account_types = '{credit}'`,
  ],
  accounts: [
    `name = ''`,
    `type = 'card'`,
    `provider = 'bank'`,
    `currency = 'euro'`,
    `balance = 100000000000001`,
    `available_balance = -100000000000001`,
    `hidden = true, subscribed = true`,
  ],
  transactions: [
    `amount = -1000000000001`,
    `concept = ''`,
    `notes = repeat('x', 2001)`,
    `type = 'payment'`,
    `status = 'open'`,
    `provider = 'bank'`,
    `splits = ${parts(-450)}`,
    `splits = ${parts(-400, -49)}`,
    `splits = ${parts(...Array.from({ length: 18 }, () => -25), 0, 0, 0)}`,
  ],
}

const kept: Readonly<Record<Hot, string>> = {
  households: `date_format = null, floor = 0, month_starts_on_day = 28, account_types = '{}'`,
  accounts: `available_balance = null, balance = -100000000000000, hidden = false`,
  transactions: `notes = repeat('é', 2000), splits = ${parts(-400, -50)}`,
}

const store = (table: Hot, change: string) =>
  sql`update ${sql.table(table)} set ${sql.raw(change)} where household_id = ${id}`.execute(db)

for (const table of ['households', 'accounts', 'transactions'] as const) {
  test(`${table} refuse each value that none of them may have`, async () => {
    for (const change of refused[table]) {
      await assert.rejects(store(table, change), (error) => sqlState(error) === '23514', change)
    }
    await store(table, kept[table])
  })
}

test('rows are stored without a search path, as pg_restore does it', async () => {
  await store('transactions', `splits = ${parts(-400, -50)}`)
  for (const table of ['households', 'accounts', 'transactions'] as const) {
    const { rows } = await sql<{
      name: string
    }>`select quote_ident(column_name) as name from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`.execute(
      db,
    )
    const columns = sql.raw(rows.map(({ name }) => name).join(', '))
    const from = sql.raw(`public.${table}`)
    await inTransaction(db, async (tx) => {
      await sql`create temporary table restored (like ${from} including constraints including generated)`.execute(
        tx,
      )
      await sql`set local search_path = ''`.execute(tx)
      await sql`insert into pg_temp.restored (${columns}) select ${columns} from ${from}`.execute(
        tx,
      )
      await sql`drop table pg_temp.restored`.execute(tx)
    })
  }
})
