import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { transactions } from '#/budget/transactions/contract.ts'
import { budget } from '../../../test/support/given.ts'
import { startProduct } from '../../../test/support/product.ts'

// Searches look in the texts of a household. These are always those of its visible transactions, each once.

const product = await startProduct({ limited: false })
const { db } = product
const { household_id: householdId, accounts: ids, members } = await product.household(budget)
const member = await product.member(householdId, members['ada']!)
const client = member.client(transactions)
const app = member.client(transactionsApp)

async function textsOf(id: string): Promise<readonly string[]> {
  const { rows } = await sql<{ text: string }>`
    select text from transaction_texts where household_id = ${id}`.execute(db)
  return rows.map(({ text }) => text.trim()).toSorted()
}

async function assertTexts(expected: readonly string[]): Promise<void> {
  const { rows } = await sql<{ text: string }>`
    select distinct search_text(concept, original_concept, notes) as text from transactions
    where household_id = ${householdId} and visible`.execute(db)
  const found = await textsOf(householdId)
  assert.deepEqual(found, rows.map(({ text }) => text.trim()).toSorted())
  assert.deepEqual(
    found.filter((text) => /stall|melon/.test(text)),
    expected,
  )
}

const record = async (concept: string) => {
  const body = { account_id: ids['checking']!, amount: -450, concept, booked_at: '2026-01-05' }
  return (await client.recordTransaction({ body })).id
}

test('a text is there once, and goes with the last transaction that has it', async () => {
  const first = await record('Stall')
  const second = await record('STALL')
  await assertTexts(['stall'])
  await client.editTransaction({ params: { id: second }, body: { notes: 'A melon' } })
  await assertTexts(['stall', 'stall\n\na melon'])
  await client.editTransaction({ params: { id: second }, body: { notes: null } })
  await assertTexts(['stall'])
  await app.removeTransaction({ params: { id: first } })
  await assertTexts(['stall'])
  await app.removeTransaction({ params: { id: second } })
  await assertTexts([])
  await app.restoreTransaction({ params: { id: first } })
  await assertTexts(['stall'])
})

test('the texts of a hidden account go, and come back with it', async () => {
  const hide = (hidden: boolean) =>
    sql`update transactions set hidden = ${hidden} where household_id = ${householdId}
      and account_id = ${ids['checking']!}`.execute(db)
  await hide(true)
  await assertTexts([])
  await hide(false)
  await assertTexts(['stall'])
})

test('transactions that are deleted for good take their texts along', async () => {
  const id = await record('Melon')
  await assertTexts(['melon', 'stall'])
  await sql`delete from transactions where household_id = ${householdId} and id = ${id}`.execute(db)
  await assertTexts(['stall'])
})
