import { transactions } from '#/budget/transactions/contract.ts'
import { expensesApp } from '#/budget/expenses/app-contract.ts'
import { expenses } from '#/budget/expenses/contract.ts'
import { fundingByHand } from '#/budget/expenses/by-hand/fund-contract.ts'
import { budget } from './given.ts'
import { ada, type Product } from './product.ts'

/** The household of Ada and Bo on 25 January: 1,240.00 free to spend, Rent 1,000.00 and 500.00 in reserve, Groceries 60.00 of 400.00, Trip 200.00. */
export async function givenHands(product: Product) {
  const bo = { ref: 'bo', name: 'Bo', email: 'bo@example.com', role: 'member' } as const
  const loaded = await product.household({ ...budget, members: [...ada.members, bo] })
  const { household_id: id, members, accounts, expenses: ids } = loaded
  const member = await product.member(id, members['ada']!)
  const client = member.client({ ...expenses, ...expensesApp, ...transactions })
  const refused = async (method: string, path: string, body: object) => {
    const answer = await member.request(method, path, { body })
    return [answer.status, answer.body.error.code, answer.body.error.param]
  }
  return {
    id,
    member,
    bo: await product.member(id, members['bo']!),
    client,
    app: member.client(fundingByHand),
    ids: {
      rent: ids['rent']!,
      groceries: ids['groceries']!,
      trip: ids['trip']!,
      card: ids['card']!,
    },
    refused,
    spend: (amount: number, expense_goal_id: string | null = null) =>
      client.recordTransaction({
        body: {
          account_id: accounts['checking']!,
          amount: -amount,
          concept: 'Something',
          booked_at: '2026-01-25',
          expense_goal_id,
        },
      }),
    lanes: async (ref: string) => {
      const row = await product.db
        .selectFrom('expenses')
        .select(['ready', 'building', 'reserve'])
        .where('household_id', '=', id)
        .where('id', '=', ids[ref]!)
        .executeTakeFirstOrThrow()
      return [row.ready, row.building, row.reserve]
    },
    free: async () => {
      const { body } = await member.request<{ free_to_spend: number }>('GET', '/accounts/summary')
      return body.free_to_spend
    },
    entries: () =>
      product.db
        .selectFrom('ledger_entries')
        .select(['amount', 'from_lane', 'to_lane', 'reason'])
        .where('household_id', '=', id)
        .where('reason', 'in', ['fund', 'release'])
        .orderBy('revision')
        .orderBy('to_lane')
        .execute(),
  }
}
