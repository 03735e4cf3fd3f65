import { accounts } from '#/budget/accounts/contract.ts'
import { expensesApp } from '#/budget/expenses/app-contract.ts'
import { expenses } from '#/budget/expenses/contract.ts'
import { records } from '#/platform/audited/contract.ts'
import assert from 'node:assert/strict'
import { budget } from './given.ts'
import { assertBooks } from './ledger.ts'
import type { Product } from './product.ts'

/** Ada's household with her signed in, and two more cards: one to link, one in another currency. */
export async function givenManager(product: Product) {
  const loaded = await product.household({
    ...budget,
    accounts: [
      ...budget.accounts,
      { ref: 'amex', name: 'Amex', type: 'credit', subtype: 'credit_card', balance: -20_000 },
      { ref: 'euro', name: 'Dollars', type: 'credit', currency: 'USD' },
    ],
  })
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  const read = member.client(expenses)
  return {
    ...loaded,
    id: loaded.household_id,
    memberId: loaded.members['ada']!,
    member,
    app: member.client(expensesApp),
    read,
    show: async (id: string) => (await read.listExpenses({})).find((one) => one.id === id)!,
    free: async () => (await member.client(accounts).summarizeAccounts({})).free_to_spend,
    changes: (subject_id?: string) =>
      member.client(records).listChanges({ query: subject_id ? { subject_id } : {} }),
    check: () => assertBooks(product.db, loaded.household_id),
  }
}

/** For `assert.rejects`: the refusal that is expected. */
export const refusal = (status: number, code: string, param?: string) => (error: unknown) => {
  const { status: got, error: body } = error as { status: number; error: Record<string, unknown> }
  assert.deepEqual([got, body['code'], body['param']], [status, code, param])
  return true
}
