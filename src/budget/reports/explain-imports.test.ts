import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { importsApp } from '#/sources/files/app-contract.ts'
import { settingsApp } from '#/budget/settings/app-contract.ts'
import { transactionsApp } from '#/budget/transactions/app-contract.ts'
import type { WireAnswer } from '#/platform/contract/endpoint.ts'
import { readMigrations } from '#/platform/database/migrate.ts'
import { bankAccount, bankRow, noon, openBank } from '../../../test/support/bank.ts'
import { givenBank, pendingRow } from '../../../test/support/given-bank.ts'
import { budget } from '../../../test/support/given.ts'
import { takeFile } from '../../../test/support/given-files.ts'
import { assertBooks } from '../../../test/support/ledger.ts'
import { type Product, startProduct } from '../../../test/support/product.ts'
import { freeToSpendChanges } from './changes-contract.ts'

// Free-to-spend follows the banks: what their rows and balances say, and what remains between the two.

type Line = WireAnswer<typeof freeToSpendChanges.explainChange>['lines'][number]

function shorten(line: Line): string {
  const amount = (line.amount / 100).toFixed(2)
  if (line.kind === 'payment') return `${amount} ${line.change} ${line.transaction.amount / 100}`
  if (line.kind === 'account') return `${amount} ${line.change}`
  return `${amount} ${line.kind}`
}

type Home = { readonly product: Product; readonly householdId: string; readonly memberId: string }

/** The day's lines; each day is asked on its own evening, and once more when all is over. */
function reader({ product, householdId, memberId }: Home) {
  return async (from?: string, to?: string) => {
    const member = await product.member(householdId, memberId)
    const { lines } = await member.client(freeToSpendChanges).explainChange({ query: { from, to } })
    return lines.map(shorten)
  }
}

const booked = (id: string, day: string, amount: string) =>
  bankRow(id, { posted: noon(day), amount })

test('a bank’s first import is its account; later rows, pending or booked, are lines once', async () => {
  const old = [booked('h1', '2025-12-20', '-70.00'), booked('h2', '2025-12-28', '-30.00')]
  const bank = await openBank([bankAccount('A', { balance: '500.00', transactions: old })])
  const given = await givenBank(old, { bank })
  const { look, product, householdId, members } = given
  const why = reader({ product, householdId, memberId: members['ada']! })
  const account = bank.state.accounts[0]!
  await look(old, { hours: 24 })
  // A card purchase waits on one day and is booked with its tip on the next.
  await look([...old, pendingRow('p', '2026-01-07', { amount: '-20.00' })], { hours: 24 })
  assert.deepEqual(await why(), ['-20.00 recorded -20'])
  account.balance = '478.00'
  await look([...old, booked('p', '2026-01-08', '-22.00')], { hours: 24 })
  assert.deepEqual(await why(), ['-2.00 edited -22'])
  // Interest that the bank reports in its balance and not yet among its rows.
  account.balance = '479.50'
  await look([...old, booked('p', '2026-01-08', '-22.00')], { hours: 24 })
  assert.deepEqual(await why(), ['1.50 corrected'])
  assert.deepEqual(await why('2026-01-06', '2026-01-07'), ['-20.00 recorded -22'])
  assert.deepEqual(await why('2026-01-06'), ['-22.00 recorded -22', '1.50 corrected'])
  await assertBooks(product.db, householdId)
})

test('a person who deletes a booked payment of a bank does not change what the bank holds', async () => {
  const bank = await openBank([bankAccount('A', { balance: '500.00' })])
  const given = await givenBank([], { bank })
  const { look, product, householdId, members, rows } = given
  const why = reader({ product, householdId, memberId: members['ada']! })
  await look([], { hours: 24 })
  bank.state.accounts[0]!.balance = '460.00'
  await look([booked('1', '2026-01-06', '-40.00')], { hours: 1 })
  product.runtime.advance({ hours: 24 })
  const member = await product.member(householdId, members['ada']!)

  const [row] = (await rows()).filter(({ amount }) => amount === -4_000)
  await member.client(transactionsApp).removeTransaction({ params: { id: row!.id } })
  assert.deepEqual(await why(), [])
})

test('whether pending payments count is a rule of the household, named by its accounts', async () => {
  const bank = await openBank([bankAccount('A', { balance: '500.00' })])
  const given = await givenBank([], { bank })
  const { look, product, householdId, members } = given
  const why = reader({ product, householdId, memberId: members['ada']! })
  await look([pendingRow('p', '2026-01-05', { amount: '-20.00' })])
  product.runtime.advance({ hours: 24 })
  const member = await product.member(householdId, members['ada']!)
  await member.client(settingsApp).changeSettings({ body: { include_pending: false } })
  assert.deepEqual(await why(), ['20.00 corrected'])
  await assertBooks(product.db, householdId)
})

const csv = (...rows: readonly string[]) => `Date,Description,Amount\n${rows.join('\n')}\n`

test('the rows of a file count on the day of the import, and their undo on its own day', async () => {
  const product = await startProduct({ start: '2026-03-20T10:00:00Z', limited: false })
  const loaded = await product.household(budget)
  const [householdId, memberId] = [loaded.household_id, loaded.members['ada']!]
  const why = reader({ product, householdId, memberId })
  product.runtime.advance({ hours: 24 })
  const text = csv('2026-03-02,Coffee,-4.50', '2026-03-03,Salary,2100.00')
  await takeFile(product.runtime, loaded.accounts['checking']!, { text })
  assert.deepEqual(await why(), ['2100.00 recorded 2100', '-4.50 recorded -4.5'])
  product.runtime.advance({ hours: 24 })
  const imports = (await product.member(householdId, memberId)).client(importsApp)
  const [taken] = await imports.listImports({ query: {} })
  await imports.undoImport({ params: { id: taken!.id } })
  assert.deepEqual(await why(), ['-2100.00 deleted 2100', '4.50 deleted -4.5'])
  assert.deepEqual(await why('2026-03-20', '2026-03-21'), [
    '2100.00 recorded 2100',
    '-4.50 recorded -4.5',
  ])
  assert.deepEqual(await why('2026-03-20'), [])
  await assertBooks(product.db, householdId)
})

test('an existing household gets its log with the migration, beginning at its last change', async () => {
  const product = await startProduct({ start: '2026-03-20T10:00:00Z', limited: false })
  const { household_id: id, members } = await product.household(budget)
  await sql`delete from cash_levels where household_id = ${id}`.execute(product.db)
  await sql`update households set cash_log_since = null where household_id = ${id}`.execute(
    product.db,
  )
  const { sql: text } = readMigrations().find(({ name }) => name.includes('cash-log'))!
  await sql.raw(text.slice(text.indexOf('-- Existing households'))).execute(product.db)
  await assertBooks(product.db, id)
  product.runtime.advance({ hours: 24 })
  const app = (await product.member(id, members['ada']!)).client(freeToSpendChanges)
  const answer = await app.explainChange({ query: {} })
  assert.deepEqual([answer.first_day, answer.before, answer.change], ['2026-03-20', 124_000, 0])
})
