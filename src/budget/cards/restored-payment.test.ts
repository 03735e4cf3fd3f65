import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expenses } from '#/budget/expenses/contract.ts'
import { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { transactions } from '#/budget/transactions/contract.ts'
import { assertBooks } from '../../../test/support/ledger.ts'
import { startProduct } from '../../../test/support/product.ts'
import { cardsApp } from './app-contract.ts'

// Checking holds 2,000.00, and the card, which owes 412.00, is covered. Then 300.00 of it are paid from checking.

const product = await startProduct({ start: '2026-01-25T10:00:00Z', limited: false })

async function paidCard() {
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
  await member.client(cardsApp).coverCard({ params: { id: loaded.accounts['visa']! }, body: {} })
  const app = member.client(transactionsApp)
  const record = async (account: string, amount: number) => {
    const { id } = await member.client(transactions).recordTransaction({
      body: {
        account_id: loaded.accounts[account]!,
        amount,
        concept: 'Payment',
        booked_at: '2026-01-25',
        type: 'transfer',
      },
    })
    return id
  }
  const sides = { out: await record('checking', -30_000), into: await record('visa', 30_000) }
  const state = async () => {
    const [card] = await member.client(expenses).listExpenses({})
    const { free_to_spend } = await member.client(cardsApp).listUncoveredCards({})
    const { expense_goal_id, type } = await member
      .client(transactions)
      .showTransaction({ params: { id: sides.out } })
    return [card!.balance, free_to_spend, expense_goal_id === card!.id, type]
  }
  return { ...loaded, app, sides, state }
}

for (const side of ['out', 'into'] as const) {
  test(`a deleted side of a card’s payment is restored with its transfer (${side})`, async () => {
    const { household_id, app, sides, state } = await paidCard()
    // 412.00 − 300.00 are left for the card; 2,000.00 − 412.00 are free, as before the payment.
    const paid = [11_200, 158_800, true, 'transfer']
    assert.deepEqual(await state(), paid)
    const params = { id: sides[side] }
    for (let round = 0; round < 2; round += 1) {
      await app.removeTransaction({ params })
      const { differences } = await app.restoreTransaction({ params })
      assert.deepEqual(differences, [])
      assert.deepEqual(await state(), paid)
    }
    const pairs = await product.db
      .selectFrom('account_transfers')
      .select(['out_id', 'in_id'])
      .where('household_id', '=', household_id)
      .execute()
    assert.deepEqual(pairs, [{ out_id: sides.out, in_id: sides.into }])
    await assertBooks(product.db, household_id)
  })
}
