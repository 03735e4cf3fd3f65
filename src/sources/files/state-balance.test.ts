import assert from 'node:assert/strict'
import { test } from 'node:test'
import { budget } from '../../../test/support/given.ts'
import { assertBooks } from '../../../test/support/ledger.ts'
import { startProduct } from '../../../test/support/product.ts'
import { importsApp } from './app-contract.ts'
import { importNextFile } from './import-next-file.ts'

const product = await startProduct({ start: '2026-03-20T10:00:00.000Z' })

type Unstated = { readonly account_id: string; readonly import_id: string; readonly day: string }

async function given() {
  const loaded = await product.household(budget)
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  const imports = member.client(importsApp)
  return {
    imports,
    unstated: async () =>
      (await member.request<{ unstated: readonly Unstated[] }>('GET', '/home')).body.unstated,
    balanceOf: async (id: string) => {
      const { body } = await member.request<{ id: string; balance: number }[]>('GET', '/accounts')
      return body.find((one) => one.id === id)?.balance
    },
    /** Imports a file into a new account, or into an existing one. */
    take: async (text: string, account_id?: string) => {
      const into = account_id
        ? { account_id }
        : { account_name: 'Savings', account_type: 'depository' as const }
      const preview = await imports.uploadImport({
        query: { ...into, file_name: 'savings.csv' },
        body: Buffer.from(text),
      })
      const params = { id: preview.id }
      await imports.commitImport({ params })
      product.runtime.advance({ minutes: 1 })
      await importNextFile(product.runtime)
      const { account_id: accountId } = await imports.showImport({ params })
      await assertBooks(product.db, loaded.household_id)
      return { params, preview, accountId: accountId! }
    },
    books: () => assertBooks(product.db, loaded.household_id),
  }
}

const csv = (...rows: readonly string[]) => `Date,Description,Amount\n${rows.join('\n')}\n`
const march = csv('2026-03-02,Coffee,-4.50', '2026-03-03,Salary,2100.00')

test('a new account of a file without a balance is unstated until a person states it', async () => {
  const { imports, take, unstated, balanceOf, books } = await given()
  const { params, preview, accountId } = await take(march)
  assert.deepEqual([preview.balance?.is_known, preview.balance?.after], [false, 209_550])
  assert.deepEqual(
    (await unstated()).map(({ account_id, import_id, day }) => [account_id, import_id, day]),
    [[accountId, params.id, '2026-03-03']],
  )
  const stated = await imports.stateImportBalance({ params, body: { balance: 500_000 } })
  assert.deepEqual([stated.balance, stated.balance_day], [500_000, '2026-03-03'])
  assert.deepEqual(await unstated(), [])
  assert.equal(await balanceOf(accountId), 500_000)
  await books()
  // Later rows move the stated balance, and the question does not come back.
  const next = await take(csv('2026-03-10,Shoes,-50.00'), accountId)
  assert.equal(next.preview.balance?.is_known, true)
  assert.equal(await balanceOf(accountId), 495_000)
})

test('the question stays for the next file of the account while nobody has answered', async () => {
  const { imports, take, unstated, balanceOf } = await given()
  const { accountId } = await take(march)
  const next = await take(csv('2026-03-10,Shoes,-50.00'), accountId)
  assert.equal(next.preview.balance?.is_known, false)
  assert.deepEqual(
    (await unstated()).map(({ import_id, day }) => [import_id, day]),
    [[next.params.id, '2026-03-10']],
  )
  // The sum of the rows may be the answer.
  await imports.stateImportBalance({ params: next.params, body: { balance: 204_550 } })
  assert.deepEqual(await unstated(), [])
  assert.equal(await balanceOf(accountId), 204_550)
})

test('undoing the import takes the stated balance back', async () => {
  const { imports, take, balanceOf, books } = await given()
  const { params, accountId } = await take(march)
  await imports.stateImportBalance({ params, body: { balance: 500_000 } })
  await imports.undoImport({ params })
  assert.equal(await balanceOf(accountId), 0)
  await books()
})

test('a late second answer is refused, so that the undo takes the first one back', async () => {
  const { imports, take, balanceOf, books } = await given()
  const { params, accountId } = await take(march)
  await imports.stateImportBalance({ params, body: { balance: 500_000 } })
  await assert.rejects(
    imports.stateImportBalance({ params, body: { balance: 600_000 } }),
    /edit_conflict/,
  )
  assert.equal(await balanceOf(accountId), 500_000)
  await imports.undoImport({ params })
  assert.equal(await balanceOf(accountId), 0)
  await books()
})

test('no balance is stated for a file that is not imported, or of another household', async () => {
  const { imports, take } = await given()
  const { params } = await imports
    .uploadImport({
      query: { account_name: 'S', account_type: 'other', file_name: 's.csv' },
      body: Buffer.from(march),
    })
    .then(({ id }) => ({ params: { id } }))
  await assert.rejects(
    imports.stateImportBalance({ params, body: { balance: 1 } }),
    /edit_conflict/,
  )
  const other = await given()
  const done = await take(march)
  await assert.rejects(
    other.imports.stateImportBalance({ ...done, body: { balance: 1 } }),
    /resource_not_found/,
  )
})

test('an account with a balance that a person, a file or a bank has stated is not asked about', async () => {
  const { take, unstated } = await given()
  const balance = 'Date,Description,Amount,Balance\n2026-03-02,Coffee,-4.50,95.50\n'
  const { preview } = await take(balance)
  assert.equal(preview.balance?.is_known, true)
  assert.deepEqual(await unstated(), [])
})
