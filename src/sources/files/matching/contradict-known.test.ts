import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenFiles } from '../../../../test/support/given-files.ts'
import { startProduct } from '../../../../test/support/product.ts'
import { importsApp } from '#/sources/files/app-contract.ts'

const product = await startProduct({ start: '2026-03-20T10:00:00.000Z' })

const known = `Date,Description,Amount
2026-03-02,Green grocer,-12.00
2026-03-03,Book shop,-9.50
2026-03-04,Acme salary,2000.00
`

/** Uploads a file and returns the question that it leaves open. */
async function questionOf(given: Awaited<ReturnType<typeof givenFiles>>, text: string) {
  const imports = given.member.client(importsApp)
  const query = { account_id: given.accountId, file_name: 'march.csv' }
  return (await imports.uploadImport({ query, body: Buffer.from(text) })).question
}

test('a file that has the known payments with the opposite sign is asked about', async () => {
  const given = await givenFiles(product)
  await given.take(known)
  const turned = `Day,Details,Amount
2026-03-02,Green grocer,12.00
2026-03-03,Book shop,9.50
2026-03-05,Interest,-1.00
2026-03-06,Kiosk,-2.00
`
  const question = await questionOf(given, turned)
  assert.equal(question?.kind, 'spending')
  // The likelier reading has the known signs.
  assert.equal(question?.readings[0]?.mapping.isInverted, true)
})

test('a refund of one payment on its own day is not a contradiction', async () => {
  const given = await givenFiles(product)
  await given.take(known)
  const refund = `Day,Details,Amount
2026-03-02,Green grocer,12.00
2026-03-06,Kiosk,-2.00
2026-03-07,Tram,-2.40
`
  assert.equal(await questionOf(given, refund), null)
})
