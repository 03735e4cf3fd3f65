import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readExport } from '../../../test/support/exported.ts'
import { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { walletApp } from '#/sources/wallet/app-contract.ts'
import { bankRow, noon } from '../../../test/support/bank.ts'
import { givenBank, pendingRow } from '../../../test/support/given-bank.ts'
import { connectedToPlaid, plaidRow } from '../../../test/support/plaid.ts'

// A field that a person sends unchanged becomes theirs: no later import changes it.

const pending = pendingRow('1', '2026-01-05', { payee: 'Kiosk', description: 'KIOSK 12' })
const posted = bankRow('b1', {
  posted: noon('2026-01-06'),
  payee: 'Grand Central Holding',
  description: 'GRAND CENTRAL HOLDING AG',
})

test('a confirmed name stays when the payment is booked; the bank’s text is kept too', async () => {
  const { look, rows, transactions } = await givenBank()
  await look([pending])
  const [row] = await rows()
  const params = { id: row!.id }
  await transactions.editTransaction({ params, body: { concept: row!.concept } })
  await look([posted])
  const [after] = await rows()
  assert.deepEqual(
    [after!.id, after!.concept, after!.status, after!.original_concept],
    [row!.id, 'Kiosk', 'booked', 'GRAND CENTRAL HOLDING AG'],
  )
})

test('a confirmed day, type and category stay when the payment is booked', async () => {
  const { look, rows, transactions, product } = await givenBank()
  await look([pending])
  const [row] = await rows()
  const { booked_at, type, category_id } = row!
  product.runtime.advance({ minutes: 5 })
  await transactions.editTransaction({
    params: { id: row!.id },
    body: { booked_at, type, category_id },
  })
  assert.deepEqual(await rows(), [row], 'nothing visible has changed')
  await look([{ ...posted, mcc: '5812', description: 'TRANSFER TO SAVINGS' }])
  const [after] = await rows()
  assert.deepEqual([after!.booked_at, after!.type, after!.category_id], [booked_at, type, null])
})

test('a confirmed amount stays until the bank changes its own amount', async () => {
  const { look, rows, transactions } = await givenBank()
  await look([pending])
  const [row] = await rows()
  const params = { id: row!.id }
  await transactions.editTransaction({ params, body: { amount: row!.amount } })
  await look([{ ...posted, amount: '-12.34' }])
  assert.equal((await rows())[0]!.amount, -1234)
  await look([{ ...posted, amount: '-13.00' }])
  assert.equal((await rows())[0]!.amount, -1300)
})

test('a type confirmed in a bulk edit and a confirmed name stay, at Plaid too', async () => {
  const { plaid, tells, list, run, product, householdId, members, transactions } =
    await connectedToPlaid()
  tells(plaidRow('p', { pending: true, name: 'KIOSK 12', merchant: 'Kiosk' }))
  await run()
  const [row] = await list()
  const app = (await product.member(householdId, members['ada']!)).client(transactionsApp)
  const { id, concept, type } = row!
  await app.editTransactions({ body: { changes: [{ id, type }] } })
  await transactions.editTransaction({ params: { id }, body: { concept } })
  plaid.state.happened.push(
    {
      upsert: plaidRow('b', {
        replaces: 'p',
        name: 'TRANSFER TO SAVINGS',
        merchant: 'Savings',
        category: 'TRANSFER_OUT',
      }),
    },
    { remove: 'p', account: 'A' },
  )
  await run()
  const [after] = await list()
  assert.deepEqual([after!.id, after!.concept, after!.status], [id, 'Kiosk', 'booked'])
  assert.equal(after!.type, 'expense')
})

test('a confirmed name of a wallet payment stays when the bank lists it', async () => {
  const { look, list, transactions, member, product, bank } = await givenBank()
  await member.prove()
  const phone = await member.client(walletApp).createDevice({ body: { name: 'Phone' } })
  const card = bank.state.accounts[0]!.name
  const paid = { kind: 'payment', merchant: 'Kiosk', amount: '12.34', id: 'w1', card }
  await product.request('POST', '/ingest/wallet', { base: '', key: phone.token!, body: paid })
  const [row] = (await list()).filter(({ provider }) => provider === 'wallet')
  const params = { id: row!.id }
  await transactions.editTransaction({ params, body: { concept: row!.concept } })
  await look([{ ...posted, amount: '-12.34' }])
  const after = (await list()).find(({ id }) => id === row!.id)
  assert.deepEqual([after!.id, after!.concept, after!.status], [row!.id, 'Kiosk', 'booked'])
})

test('an export keeps which fields a person has confirmed', async () => {
  const { look, rows, transactions, product, householdId } = await givenBank()
  await look([pending])
  const [row] = await rows()
  const params = { id: row!.id }
  await transactions.editTransaction({ params, body: { concept: row!.concept } })
  const document = await readExport(product.runtime, householdId)
  const written = Object.values(document.state?.transactions ?? {}).map(({ edited }) => edited)
  assert.deepEqual(written, [['concept']])
})
