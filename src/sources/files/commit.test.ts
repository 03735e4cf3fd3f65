import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenFiles } from '../../../test/support/given-files.ts'
import { startProduct } from '../../../test/support/product.ts'
import { importNextFile } from './import-next-file.ts'

const product = await startProduct({ start: '2026-03-20T10:00:00.000Z' })

const known = `Date,Description,Amount
2026-03-02,Green grocer,-12.00
2026-03-03,Book shop,-9.50
2026-03-04,Acme salary,2000.00
`
/** Two of these payments with the opposite sign, and two new ones. */
const turned = Buffer.from(`Day,Details,Amount
2026-03-02,Green grocer,12.00
2026-03-03,Book shop,9.50
2026-03-05,Interest,-1.00
2026-03-06,Kiosk,-2.00
`)

async function given() {
  const files = await givenFiles(product)
  const query = { account_id: files.accountId, file_name: 'march.csv' }
  return {
    ...files,
    upload: () => files.imports.uploadImport({ query, body: turned }),
    commit: (id: string) => files.member.request('POST', `/imports/${id}/commit`),
    amounts: async () => (await files.list()).map(({ amount }) => amount).toSorted((a, b) => a - b),
  }
}

const knownAmounts = [-1200, -950, 200_000]

test('a file with an open reading is not committed before a person has chosen one', async () => {
  const { imports, take, upload, commit, amounts } = await given()
  await take(known)
  const { id, question } = await upload()
  const refused = await commit(id)
  assert.deepEqual(
    [refused.status, refused.body.error.code, refused.body.error.detail],
    [409, 'edit_conflict', { name: 'reading_open', kind: 'spending' }],
  )
  assert.equal(await importNextFile(product.runtime), 0)
  assert.equal((await imports.showImport({ params: { id } })).status, 'uploaded')
  assert.deepEqual(await amounts(), knownAmounts)
  const body = { mapping: question!.readings[0]!.mapping }
  await imports.previewImport({ params: { id }, body })
  assert.equal((await commit(id)).status, 202)
  await importNextFile(product.runtime)
  assert.deepEqual(await amounts(), [-1200, -950, 100, 200, 200_000])
})

test('a committed file whose reading the account contradicts meanwhile stores nothing', async () => {
  const { imports, take, upload, commit, amounts } = await given()
  const { id, question } = await upload()
  assert.equal(question, null)
  assert.equal((await commit(id)).status, 202)
  await take(known)
  await importNextFile(product.runtime)
  const { status, reason } = await imports.showImport({ params: { id } })
  assert.deepEqual([status, reason], ['failed', { name: 'reading_open', kind: 'spending' }])
  assert.deepEqual(await amounts(), knownAmounts)
})
