import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApp } from '#/app/http/app.ts'
import { createAdmission } from '#/access/limits/admit.ts'
import { changes, givenWallets, purchase, type Sent } from '../../../test/support/given-wallet.ts'
import { openFragile } from '../../../test/support/other-processes.ts'
import { startProduct } from '../../../test/support/product.ts'

// A process may be killed before any of a push's statements, the commit included, and before its answer arrives.

const product = await startProduct({ start: '2026-11-20T12:00:00Z', limited: false })
const { db, runtime } = product

const { fuse, fragile } = await openFragile(db)
const app = createApp({
  runtime: { ...runtime, db: fragile },
  admit: createAdmission(db, runtime.now),
  publicUrl: null,
  origin: 'http://earmark.test',
  isServing: () => true,
})

async function send(token: string, body: Sent) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const request = { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await app.fetch(new Request('http://earmark.test/ingest/wallet', request))
  return { status: response.status, body: (await response.json()) as Sent }
}

const payment = {
  kind: 'payment',
  merchant: 'Corner Bakery',
  amount: '4,50',
  card: 'Visa',
  id: 'a',
}
for (const [name, body] of [
  ['the first push of an account', changes({ inserted: [purchase()], new_token: '1' })],
  ['a payment with a new card', payment],
] as const) {
  test(`${name}, killed before each of its statements, is there once when it comes again`, async () => {
    const { device, rows } = await givenWallets(product)
    const phone = await device()
    let statement = 0
    for (; ; statement += 1) {
      assert.ok(statement < 60, 'it never comes to its end')
      fuse.left = statement
      const { status } = await send(phone.token, body)
      fuse.left = null
      if (status === 200) break
      assert.equal(status, 500)
      assert.equal((await rows()).length, 0, `statement ${statement} left something behind`)
    }
    assert.ok(statement > 8, 'the fuse did burn')
    assert.equal((await send(phone.token, body)).body['matched'], 1)
    assert.equal((await rows()).length, 1)
  })
}

test('simultaneous pushes of one payment, from one or two devices, make one transaction', async () => {
  const { device, rows } = await givenWallets(product)
  const [phone, tablet] = [await device('Phone'), await device('Tablet')]
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => phone.push(payment)),
    ...Array.from({ length: 4 }, () => tablet.push({ ...payment, id: 'b' })),
  ])
  assert.equal(answers.filter(({ added }) => added === 1).length, 1)
  assert.equal(answers.filter(({ matched }) => matched === 1).length, 7)
  assert.equal((await rows()).length, 1)
})
