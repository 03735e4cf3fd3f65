import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardsApp } from '#/budget/cards/app-contract.ts'
import { expenses } from '#/budget/expenses/contract.ts'
import { takeFile } from '../../../test/support/given-files.ts'
import { assertBooks } from '../../../test/support/ledger.ts'
import { startProduct } from '../../../test/support/product.ts'
import { importsApp } from './app-contract.ts'

const product = await startProduct({ start: '2026-03-20T10:00:00.000Z', limited: false })

type Name = 'checking' | 'visa'

/** 2,000.00 in a checking account, and 412.00 owed on a covered card: 1,588.00 is free. Both are kept by files. */
async function given() {
  const loaded = await product.household({
    accounts: [
      {
        ref: 'checking',
        name: 'Checking',
        type: 'depository',
        subtype: 'checking',
        balance: 200_000,
      },
      { ref: 'visa', name: 'River Visa', type: 'credit', balance: -41_200 },
    ],
  })
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  const app = member.client(cardsApp)
  await app.coverCard({ params: { id: loaded.accounts['visa']! }, body: {} })
  return {
    member,
    imports: member.client(importsApp),
    take: (name: Name, ...rows: string[]) =>
      takeFile(product.runtime, loaded.accounts[name]!, {
        text: ['Date,Description,Amount', ...rows, ''].join('\n'),
        // So few rows do not show it.
        reading: { spending: 'minus' },
      }),
    /** Reads free-to-spend and what the card's Expense holds. */
    state: async () => {
      await assertBooks(product.db, loaded.household_id)
      const [card] = await member.client(expenses).listExpenses({})
      return [(await app.listUncoveredCards({})).free_to_spend, card?.balance]
    },
  }
}

const purchase = '2026-03-20,Shoe shop,-50.00'
const out = '2026-03-21,CHASE CREDIT CRD AUTOPAY,-462.00'
const into = '2026-03-22,Card services,462.00'

for (const [name, order] of [
  ['the bank’s file first', ['checking', 'visa']],
  ['the card’s file first', ['visa', 'checking']],
] as const) {
  test(`a card's payment from two files costs free-to-spend once, ${name}`, async () => {
    const { take, state } = await given()
    await take('visa', purchase)
    // 1,588.00 − 50.00 = 1,538.00.
    assert.deepEqual(await state(), [153_800, 46_200])
    for (const side of order) await take(side, side === 'visa' ? into : out)
    assert.deepEqual(await state(), [153_800, 0])
  })
}

test('undoing the import of one side gives the card’s Expense its money back', async () => {
  const { take, state, imports } = await given()
  await take('checking', '2026-03-20,Autopay,-412.00')
  const before = await state()
  await take('visa', '2026-03-20,Card services,412.00')
  assert.deepEqual(await state(), [158_800, 0])
  const [last] = await imports.listImports({ query: {} })
  await imports.undoImport({ params: { id: last!.id } })
  assert.deepEqual(await state(), before)
})
