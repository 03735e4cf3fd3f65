import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountsApp } from '#/budget/accounts/app-contract.ts'
import { expensesApp } from '#/budget/expenses/app-contract.ts'
import { givenChance } from '#/budget/expenses/rules/given.ts'
import { runDueHouseholds } from '#/budget/funding/run-due.ts'
import { settingsApp } from '#/budget/settings/app-contract.ts'
import { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { transactions } from '#/budget/transactions/contract.ts'
import { watchDays } from '../support/explained-days.ts'
import { budget } from '../support/given.ts'
import { assertBooks } from '../support/ledger.ts'
import { startProduct } from '../support/product.ts'

const contracts = {
  ...accountsApp,
  ...expensesApp,
  ...settingsApp,
  ...transactions,
  ...transactionsApp,
}

const accounts = [
  ...budget.accounts,
  { ref: 'bank', name: 'Bank', type: 'depository', subtype: 'savings', provider: 'provider_a' },
  { ref: 'fund', name: 'Fund', type: 'investment', balance: 70_000 },
] as const

const cashTypes = [['depository'], ['depository', 'wallet'], ['investment']] as const

for (const seed of [1, 2]) {
  test(`changes of payments, accounts and rules are explained (seed ${seed})`, async () => {
    const chance = givenChance(seed)
    const product = await startProduct({ seed: String(seed), limited: false })
    const loaded = await product.household({
      ...budget,
      accounts: [...accounts],
      transactions: [5_000, 300].map((amount, index) => ({
        ref: `pending${index}`,
        account: 'bank',
        amount: -amount,
        concept: 'Waits',
        booked_at: '2026-01-05',
        status: 'pending',
      })),
    })
    const [id, memberId] = [loaded.household_id, loaded.members['ada']!]
    const key = loaded.keys['rw']!.api_key
    const days = watchDays(product, { id, key, memberId, zone: 'Europe/Madrid' })
    const payments = Object.values(loaded.transactions)
    const owned = Object.values(loaded.accounts)
    const app = async () => (await product.member(id, memberId)).client(contracts)
    const some = <T>(list: readonly T[]) => list[chance.below(list.length)]!
    const operations: readonly (() => Promise<unknown>)[] = [
      async () => {
        const expense_goal_id = some([null, ...Object.values(loaded.expenses)])
        const amount = chance.below(40_000) - 30_000 || 1
        const [account_id, booked_at] = [some(owned), some(['2025-12-20', '2026-01-05'])]
        const { body } = await product.request<{ id?: string }>('POST', '/transactions', {
          key,
          body: { account_id, amount, concept: 'Something', booked_at, expense_goal_id },
        })
        if (body.id !== undefined) payments.push(body.id)
      },
      async () => {
        const params = { id: some(payments) }
        await (await app()).editTransaction({ params, body: { amount: -1 - chance.below(9_000) } })
      },
      async () => (await app()).removeTransaction({ params: { id: some(payments) } }),
      async () => {
        const body = { spendable: some([null, true, false]) }
        await (await app()).changeAccount({ params: { id: some(owned) }, body })
      },
      async () => {
        const account_types = [...some(cashTypes)]
        const body = { account_types, include_pending: chance.below(2) === 0 }
        await (await app()).changeSettings({ body })
      },
      async () => {
        const body = { name: 'Purse', type: 'wallet', balance: chance.below(9_000) } as const
        owned.push((await (await app()).createAccount({ body })).id)
      },
      async () => (await app()).closeAccount({ params: { id: some(owned) }, body: {} }),
      async () => {
        const params = { id: some(Object.values(loaded.expenses)) }
        await (await app()).archiveExpense({ params, body: {} })
      },
    ]
    let done = 0
    for (let step = 0; step < 80; step += 1) {
      // A change of something gone, closed or in use is refused and moves nothing.
      await some([operations[0]!, ...operations])().then(
        () => (done += 1),
        (error: unknown) => assert.match(String(error), /not_found|still_in_use|sudo|proof/),
      )
      await days.endDays(() => product.runtime.advance({ minutes: chance.below(800) }))
      if (chance.below(3) === 0) while ((await runDueHouseholds(product.runtime)) > 0);
      await assertBooks(product.db, id)
      await days.check(chance)
    }
    assert.ok(done > 40, String(done))
  })
}
