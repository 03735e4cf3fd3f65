import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { actFor, type Verb } from '#/app/cli/budgeting/act-for.ts'
import { accounts } from '#/budget/accounts/contract.ts'
import { categoriesApp } from '#/budget/categories/app-contract.ts'
import { expensesApp } from '#/budget/expenses/app-contract.ts'
import { expenses } from '#/budget/expenses/contract.ts'
import { analytics } from '#/budget/reports/contract.ts'
import { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { transactions } from '#/budget/transactions/contract.ts'
import { splitTransaction } from '#/budget/transactions/splitting/split.ts'
import type { Loaded } from '#/documents/load.ts'
import { budget } from './given.ts'
import { assertBooks } from './ledger.ts'
import type { Product } from './product.ts'

/** Ada's budget, and short words for splitting and for what it does to her money. */
export async function givenSplits(product: Product) {
  const loaded = await product.household(budget)
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  const api = member.client({ ...transactions, ...accounts, ...expenses, ...analytics })
  const app = member.client({ ...transactionsApp, ...expensesApp, ...categoriesApp })
  const { expenses: ids, categories } = loaded
  const record = async (amount: number, more: object = {}) => {
    const body = {
      account_id: loaded.accounts['checking']!,
      amount,
      concept: 'Market',
      booked_at: '2026-01-05',
      ...more,
    }
    return (await api.recordTransaction({ body })).id
  }
  const part = (amount: number, category: string | null = null, expense: string | null = null) => ({
    amount,
    category_id: category && categories[category]!,
    expense_goal_id: expense && ids[expense]!,
  })
  return {
    ...loaded,
    api,
    app,
    record,
    part,
    split: async (id: string, ...parts: ReturnType<typeof part>[]) =>
      (await app.splitTransaction({ params: { id }, body: { parts } })).undo,
    show: (id: string) => api.showTransaction({ params: { id } }),
    free: async () => {
      const summary = await api.summarizeAccounts({})
      assert.ok('free_to_spend' in summary)
      return summary.free_to_spend
    },
    lanes: () => lanesOf(product, loaded.household_id),
    books: () => assertBooks(product.db, loaded.household_id),
  }
}
export type Ada = Awaited<ReturnType<typeof givenSplits>>

/** Every lane and counter of every Expense, by name. */
async function lanesOf(product: Product, householdId: string): Promise<unknown[]> {
  const { rows } = await sql`
    select name, ready, building, reserve, prepaid, spent, cycle from expenses
    where household_id = ${householdId} order by name`.execute(product.db)
  return rows
}

export async function balanceOf({ api, expenses: ids }: Ada, name: string): Promise<number> {
  const all = await api.listExpenses({})
  return all.find(({ id }) => id === ids[name])!.balance
}

/** Records a card purchase and, as an operator, divides it between the trip and the rent. */
export async function splitParty(
  { runtime, request }: Product,
  { household_id: householdId, accounts: ids, categories, expenses: of, keys }: Loaded,
): Promise<void> {
  const body = {
    account_id: ids['visa'],
    amount: -7000,
    concept: 'Party',
    booked_at: '2026-11-20',
  }
  const key = keys['rw']!.api_key
  const { body: made } = await request<{ id: string }>('POST', '/transactions', { key, body })
  const parts = [
    { amount: -2000, category_id: categories['food']!, expense_goal_id: of['trip']! },
    { amount: -5000, expense_goal_id: of['rent']!, note: 'the room' },
  ]
  await actFor(runtime, householdId, {
    endpoint: transactionsApp.splitTransaction,
    verb: splitTransaction as Verb,
    input: { params: { id: made.id }, body: { parts } },
  })
}
