// Mistakes that the compiler must catch. Type-checked, never run.
import { createClient } from '#/platform/contract/client.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { bind } from '#/app/http/routes.ts'
import { expenses } from '#/budget/expenses/contract.ts'
import { listTransactions } from '#/budget/transactions/list.ts'
import { transactions } from '#/budget/transactions/contract.ts'
import { categories } from '#/budget/categories/contract.ts'
import { listCategories } from '#/budget/categories/list.ts'
import { showSettings } from '#/budget/settings/show.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import * as z from 'zod'

const client = createClient(transactions, { baseUrl: '', key: '', send: () => new Response() })
const money = createClient(expenses, { baseUrl: '', key: null, send: () => new Response() })
const id = '0190a000-0000-7000-8000-000000000001'

// @ts-expect-error a required field is missing
void client.recordTransaction({ body: { account_id: id, amount: 1, concept: 'x' } })
// @ts-expect-error a field has the wrong type
void client.editTransaction({ params: { id }, body: { amount: '1' } })
// @ts-expect-error an unknown field
void client.assignTransaction({ params: { id }, body: { expense_goal_id: null, force: true } })
// @ts-expect-error no such endpoint
void client.removeTransaction({})
// @ts-expect-error the path needs an id
void client.showTransaction({})
// @ts-expect-error a read takes no Idempotency-Key
void client.listTransactions({ query: {}, idempotencyKey: 'abcd1234' })
// @ts-expect-error a type that does not exist
void client.listTransactions({ query: { type: 'refund' } })
// @ts-expect-error the endpoint takes no query
void money.listExpenses({ query: { page: 1 } })
// @ts-expect-error the answer has no such field
void money.listExpenses({}).then(([expense]) => expense?.colour)

// @ts-expect-error a handler is missing
bind(transactions, { listTransactions })
// @ts-expect-error another endpoint's handler
bind(categories, { listCategories: showSettings })
// @ts-expect-error a handler too many
bind(categories, { listCategories, showSettings })

// @ts-expect-error a required field of the answer is missing
export const shortAnswer: Handle<typeof transactions.editTransaction> = async () => ({})
// @ts-expect-error a day is a Day, which only parsing gives
export const wrongDay: Parameters<typeof listTransactions>[1]['query']['from'] = '2026-01-01x'

// @ts-expect-error no such code
void new Refusal('account_not_found')
endpoint({
  method: 'GET',
  path: '/x',
  tag: 'X',
  summary: 'X',
  scope: 'data.read',
  // @ts-expect-error no such code
  refusals: ['gone_fishing'],
  response: z.object({}),
})
// @ts-expect-error a path begins with a slash
endpoint({ method: 'GET', path: 'x', tag: 'X', summary: '', scope: 'data.read', response: z.any() })
