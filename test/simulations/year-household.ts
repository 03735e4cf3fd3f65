// A simulated household in Earmark: connects its bank, plans its bills, reads its number and answers what it is asked.
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { accounts as accountsContract } from '#/budget/accounts/contract.ts'
import { accountsOf } from './year-accounts.ts'
import { assignmentsApp } from '#/budget/assignments/app-contract.ts'
import { connectWithSetupToken } from '#/sources/banks/connecting/connect-simplefin.ts'
import { syncHousehold } from '#/sources/banks/sync/sync-household.ts'
import { transactions } from '#/budget/transactions/contract.ts'
import type { Bank } from '../support/bank.ts'
import type { Product } from '../support/product.ts'
import { planSetAsides } from './year-plan.ts'
import type { Feed } from './year-feed.ts'
import type { Payment } from './year-payments.ts'
import type { Terms } from './year-terms.ts'

export const ZONE = 'America/New_York'
const NEVER = '2029-01-01T00:00:00Z'

/** A transaction of the household, and the payment that it is. */
export type Row = {
  readonly id: string
  readonly payment: Payment
  readonly expenseId: string | null
  readonly type: 'expense' | 'income' | 'transfer'
  readonly status: 'pending' | 'booked'
}

export type Suggestion = {
  readonly id: string
  readonly transaction: { readonly id: string }
  readonly expense: { readonly id: string }
}

export type Home = {
  readonly id: string
  /** The id of the Expense of a bill or a card. */
  readonly expenseOf: (truth: string) => string
  /** The bill or card of an Expense. */
  readonly refOf: (expenseId: string) => string | null
  readonly import: () => Promise<void>
  /** Reads the money that is free to spend, set aside and in cash, in cents. */
  readonly money: () => Promise<{ free: number; setAside: number; cash: number }>
  /** Reads the balance of each bill and card, in cents, and its name. */
  readonly setAside: () => Promise<Map<string, { name: string; balance: number }>>
  /** Transactions of the last weeks that have moved money. */
  readonly rows: () => Promise<Row[]>
  readonly suggestions: () => Promise<Suggestion[]>
  readonly accept: (id: string) => Promise<void>
  readonly dismiss: (id: string) => Promise<void>
  readonly assign: (row: Row, truth: string | null) => Promise<void>
  readonly callTransfer: (row: Row) => Promise<void>
}

type Given = {
  readonly product: Product
  readonly bank: Bank
  readonly feed: Feed
  readonly terms: Terms
}

export async function openHome({ product, bank, feed, terms }: Given): Promise<Home> {
  const loaded = await product.household({
    household: { name: 'Rivers', timezone: ZONE, currency: 'USD' },
    // Without a date, a key ends after a year.
    keys: [{ ref: 'rw', member: 'ada', scopes: ['data.read', 'data.write'], expires_at: NEVER }],
  })
  const householdId = loaded.household_id
  const member = await product.member(householdId, loaded.members['ada']!, 800)
  const key = loaded.keys['rw']!.api_key
  await connectWithSetupToken(product.runtime, {
    householdId,
    memberId: loaded.members['ada']!,
    zone: ZONE,
    setupToken: bank.setupToken(),
    connectionId: null,
    selectAll: true,
  })
  const run = async () => {
    const [report] = (await syncHousehold(product.runtime, householdId, null)).connections
    assert.equal(report!.error, null, product.runtime.logged.join(''))
  }
  await run()
  const accountIds = await accountsOf(product.db, householdId, feed)
  const expenses = await planSetAsides({ product, member, householdId, accountIds, feed, terms })
  const refs = new Map([...expenses].map(([ref, id]) => [id, ref]))
  const summary = product.client(accountsContract, key)
  const edits = product.client(transactions, key)
  const app = member.client(assignmentsApp)
  return {
    id: householdId,
    expenseOf: (truth) => expenses.get(truth)!,
    refOf: (expenseId) => refs.get(expenseId) ?? null,
    import: run,
    money: async () => {
      const said = await summary.summarizeAccounts({})
      return { free: said.free_to_spend, setAside: said.set_aside, cash: said.spendable_balance }
    },
    setAside: async () => {
      const rows = await product.db
        .selectFrom('expenses')
        .select(['id', 'name', 'balance'])
        .where('household_id', '=', householdId)
        .execute()
      const held = new Map(rows.map(({ id, name, balance }) => [id, { name, balance: balance! }]))
      return new Map([...expenses].map(([ref, id]) => [ref, held.get(id)!]))
    },
    rows: () => readRows(product, householdId, feed),
    suggestions: () => app.listAssignmentSuggestions({}),
    accept: async (id) => void (await app.acceptAssignmentSuggestion({ params: { id } })),
    dismiss: async (id) => void (await app.dismissAssignmentSuggestion({ params: { id } })),
    assign: async ({ id }, truth) => {
      const expense_goal_id = truth === null ? null : expenses.get(truth)!
      await edits.assignTransaction({ params: { id }, body: { expense_goal_id } })
    },
    callTransfer: async ({ id }) => {
      await edits.editTransaction({ params: { id }, body: { type: 'transfer' } })
    },
  }
}

/** Days that are looked back on: a payment is answered within a week of its booking. */
const LOOK_BACK = 30

async function readRows({ db, runtime }: Product, householdId: string, feed: Feed): Promise<Row[]> {
  const since = runtime
    .now()
    .subtract({ hours: 24 * LOOK_BACK })
    .toString()
    .slice(0, 10)
  const { rows } = await sql<Omit<Row, 'payment'> & { externalId: string }>`
    select t.id, t.expense_goal_id as "expenseId", t.type, t.status,
      (select m.external_id from provider_transactions m
        where m.household_id = t.household_id and m.transaction_id = t.id
        order by m.removed_at nulls first, m.first_seen_at desc limit 1) as "externalId"
    from transactions t
    where t.household_id = ${householdId} and t.visible and not t.history
      and t.booked_at >= ${since}`.execute(db)
  return rows.map(({ externalId, ...row }) => ({ ...row, payment: feed.paymentOf(externalId) }))
}
