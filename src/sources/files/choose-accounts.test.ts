import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accounts } from '#/budget/accounts/contract.ts'
import { transactions } from '#/budget/transactions/contract.ts'
import { budget } from '../../../test/support/given.ts'
import { startProduct } from '../../../test/support/product.ts'
import type { ApiError } from '#/platform/contract/client.ts'
import { importsApp } from './app-contract.ts'
import { importNextFile } from './import-next-file.ts'

const product = await startProduct({ start: '2026-03-20T10:00:00.000Z' })

const statement = (account: string, ...amounts: readonly string[]) =>
  `<STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>${account}</BANKACCTFROM><BANKTRANLIST>${amounts
    .map(
      (amount) => `<STMTTRN><DTPOSTED>20260302<TRNAMT>${amount}<FITID>${amount}<NAME>S</STMTTRN>`,
    )
    .join('')}</BANKTRANLIST></STMTRS>`

async function givenUpload() {
  const loaded = await product.household(budget)
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  const imports = member.client(importsApp)
  const text = `<OFX>${statement('111', '-1.00')}${statement('222', '-2.00', '-3.00')}${statement('333', '-4.00')}</OFX>`
  const checking = loaded.accounts['checking']!
  const { id } = await imports.uploadImport({
    query: { account_id: checking, file_name: 'all.ofx' },
    body: Buffer.from(`OFXHEADER:100\n\n${text}`),
  })
  return {
    imports,
    id,
    checking,
    finish: async (one: string) => {
      await imports.previewImport({ params: { id: one }, body: {} })
      await imports.commitImport({ params: { id: one } })
      await importNextFile(product.runtime)
      return imports.showImport({ params: { id: one } })
    },
    amounts: async (name: string) => {
      const list = await member.client(accounts).listAccounts({})
      const account = list.find((one) => one.name === name)!
      const query = { account_id: account.id, limit: 100 }
      const { data } = await member.client(transactions).listTransactions({ query })
      return data.map(({ amount }) => amount).toSorted((a, b) => a - b)
    },
  }
}

test('each chosen account of a file is imported into its own account, the others are left out', async () => {
  const { imports, id, finish, amounts } = await givenUpload()
  const chosen = await imports.chooseImportAccounts({
    params: { id },
    body: {
      accounts: [
        { file_account: '222', account_name: 'Savings', account_type: 'depository' },
        { file_account: '111' },
      ],
    },
  })
  assert.deepEqual(
    chosen.map(({ account_name, status }) => [account_name, status]),
    [
      ['Savings', 'uploaded'],
      ['Checking', 'uploaded'],
    ],
  )
  assert.equal(chosen[1]!.id, id)
  for (const one of chosen) assert.equal((await finish(one.id)).status, 'done')
  assert.deepEqual(await amounts('Savings'), [-300, -200])
  assert.deepEqual(await amounts('Checking'), [-100])
})

test('the next file shows which account of the household each of its accounts is', async () => {
  const { imports, id, checking, finish } = await givenUpload()
  const [first] = await imports.chooseImportAccounts({
    params: { id },
    body: { accounts: [{ file_account: '333', account_id: checking }] },
  })
  await finish(first!.id)
  const next = await imports.uploadImport({
    query: { account_name: 'Other', account_type: 'depository', file_name: 'next.ofx' },
    body: Buffer.from(`<OFX>${statement('222', '-2.00')}${statement('333', '-4.00')}</OFX>`),
  })
  assert.deepEqual(
    next.accounts.map(({ number, account_id }) => [number, account_id]),
    [
      ['222', null],
      ['333', checking],
    ],
  )
})

test('an account of a file cannot be chosen twice, nor for an import that is committed', async () => {
  const { imports, id, checking, finish } = await givenUpload()
  const twice = [
    { file_account: '111', account_id: checking },
    { file_account: '111', account_name: 'Twice', account_type: 'depository' as const },
  ]
  await assert.rejects(
    imports.chooseImportAccounts({ params: { id }, body: { accounts: twice } }),
    (error: ApiError) => error.error?.param === 'accounts',
  )
  const once = { params: { id }, body: { accounts: [{ file_account: '111' }] } }
  await imports.chooseImportAccounts(once)
  await finish(id)
  await assert.rejects(imports.chooseImportAccounts(once), /edit_conflict/)
})
