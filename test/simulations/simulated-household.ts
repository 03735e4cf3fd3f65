import assert from 'node:assert/strict'
import type { WrittenDocument } from '#/documents/document.ts'
import type { Loaded } from '#/documents/load.ts'
import type { Chance } from '#/budget/expenses/rules/given.ts'
import { randomDocument } from './engine-household.ts'
import { budget } from '../support/given.ts'
import { ada, type Answer, type Product } from '../support/product.ts'

/** A transaction as the oracle knows it: what the API was asked to store, and nothing else. */
export type Known = {
  id: string
  account_id: string
  amount: number
  currency: string
  concept: string
  booked_at: string
  type: 'expense' | 'income' | 'transfer'
  category_id: string | null
  expense_goal_id: string | null
  notes: string | null
  created_at: string
}

/** A household that is written to by chance, and what a reader with a pencil knows of it. */
export type Simulated = {
  readonly loaded: Loaded
  readonly key: string
  readonly zone: string
  readonly transactions: Known[]
  /** Cents by account. */
  readonly balances: Map<string, number>
  readonly currencies: ReadonlyMap<string, string>
  readonly externalIds: Set<string>
}

const document: Partial<WrittenDocument> = {
  ...ada,
  ...budget,
  accounts: [
    ...budget.accounts,
    { ref: 'savings', name: 'Savings', type: 'depository', subtype: 'savings', balance: 900_000 },
    { ref: 'purse', name: 'Purse', type: 'wallet', balance: 5000 },
    { ref: 'loan', name: 'Loan', type: 'loan', subtype: 'auto', balance: -700_000 },
    { ref: 'funds', name: 'Funds', type: 'investment', balance: 123_456 },
    { ref: 'dollars', name: 'Dollars', type: 'depository', subtype: 'checking', currency: 'USD' },
  ],
}

/** No two households are alike but in their accounts and categories, which the oracle's questions name. */
function documentBy(chance: Chance): Partial<WrittenDocument> {
  const { household, funding_schedules = [], expenses = [], state } = randomDocument(chance)
  const groceries = budget.expenses.find(({ ref }) => ref === 'groceries')!
  const own = { ...groceries, group: null, funding_schedules: [funding_schedules[0]!.ref] }
  return {
    ...document,
    household: household!,
    funding_schedules,
    expenses: [...expenses, own],
    ...(state && { state }),
  }
}

export async function simulate(product: Product, chance: Chance): Promise<Simulated> {
  const written = documentBy(chance)
  const loaded = await product.household(written)
  const balances = new Map<string, number>()
  const currencies = new Map<string, string>()
  for (const { ref, balance, currency } of document.accounts!) {
    balances.set(loaded.accounts[ref]!, balance ?? 0)
    currencies.set(loaded.accounts[ref]!, currency ?? 'EUR')
  }
  const key = loaded.keys['rw']!.api_key
  const zone = written.household!.timezone
  return { loaded, key, zone, transactions: [], balances, currencies, externalIds: new Set() }
}

/** One write. It is sent now; the function that it resolves to tells the oracle once it has been answered. */
export type Operation = (product: Product, home: Simulated) => Promise<void>

const concepts = [
  'Coffee',
  'Corner Shop',
  'RENT',
  'Café Ñandú',
  '100% juice',
  'a_b',
  'Bus \\ tram',
  '404',
]
const days = [
  '2026-01-05',
  '2026-01-04',
  '2026-01-31',
  '2025-12-31',
  '2025-11-15',
  '2025-02-28',
  '2024-02-29',
  '2026-06-30',
]

export function chooseNew(chance: Chance, { loaded }: Simulated) {
  const some = (ids: Readonly<Record<string, string>>) =>
    chance.pick(Object.values(ids) as [string, ...string[]])
  const type = chance.pick([undefined, undefined, 'expense', 'income', 'transfer'] as const)
  return {
    account_id: some(loaded.accounts),
    amount: chance.below(20_000) * chance.pick([-1, -1, -1, 1]),
    concept: chance.pick(concepts as [string, ...string[]]),
    booked_at: chance.pick(days as [string, ...string[]]),
    ...(type && { type }),
    category_id: chance.below(3) === 0 ? null : some(loaded.categories),
    expense_goal_id: chance.below(2) === 0 ? null : some(loaded.expenses),
    notes: chance.pick([null, 'with Bo', 'COFFEE again', '50%_off']),
  }
}
type New = ReturnType<typeof chooseNew>

function remember(home: Simulated, sent: New, stored: { id: string; created_at: string }): void {
  const { id, created_at } = stored
  const type = sent.type ?? (sent.amount < 0 ? 'expense' : 'income')
  const currency = home.currencies.get(sent.account_id)!
  home.transactions.push({ ...sent, type, currency, id, created_at })
  home.balances.set(sent.account_id, home.balances.get(sent.account_id)! + sent.amount)
}

type Stored = { id: string; created_at: string }

function record(sent: New): Operation {
  return async ({ request }, home) => {
    const answer = await request<Stored>('POST', '/transactions', { key: home.key, body: sent })
    assert.equal(answer.status, 200, answer.text)
    remember(home, sent, answer.body)
  }
}

/** Several at once; some repeat an external id, within the request or from an earlier one, and are not stored. */
export function recordAll(items: readonly (New & { external_id?: string })[]): Operation {
  return async ({ request }, home) => {
    const answer = await request<{
      results: { status: string; transaction: Stored | null }[]
    }>('POST', '/transactions/bulk', { key: home.key, body: { transactions: items } })
    assert.equal(answer.status, 200, answer.text)
    for (const [index, { status, transaction }] of answer.body.results.entries()) {
      const { external_id, ...sent } = items[index]!
      const known = external_id !== undefined && `${sent.account_id} ${external_id}`
      if (status === 'duplicate') assert.ok(known && home.externalIds.has(known))
      else {
        assert.ok(!known || !home.externalIds.has(known))
        if (known) home.externalIds.add(known)
        remember(home, sent, transaction!)
      }
    }
  }
}

function edit(subject: Known, change: Partial<New>): Operation {
  return async ({ request }, home) => {
    const path = `/transactions/${subject.id}`
    const answer = await request('PATCH', path, { key: home.key, body: change })
    assert.equal(answer.status, 200, answer.text)
    const by = (change.amount ?? subject.amount) - subject.amount
    home.balances.set(subject.account_id, home.balances.get(subject.account_id)! + by)
    Object.assign(subject, change)
  }
}

function assign(subject: Known, expense_goal_id: string | null): Operation {
  return async ({ request }, home) => {
    const path = `/transactions/${subject.id}/expense`
    const answer = await request('POST', path, { key: home.key, body: { expense_goal_id } })
    assert.equal(answer.status, 200, answer.text)
    subject.expense_goal_id = expense_goal_id
  }
}

function transfer(from: string, to: string, amount: number): Operation {
  return async ({ request }, home) => {
    const body = { from_expense_id: from, to_expense_id: to, amount }
    const answer: Answer = await request('POST', '/expense-transfers', { key: home.key, body })
    if (answer.status === 200) return
    assert.equal(answer.body.error.code, 'insufficient_expense_balance', answer.text)
  }
}

/** An operation chosen by chance. `taken` are the transactions that another operation of the same moment changes. */
export function chooseOperation(chance: Chance, home: Simulated, taken: Set<Known>): Operation {
  const fresh = () => chooseNew(chance, home)
  const free = home.transactions.filter((one) => !taken.has(one))
  const kind = chance.below(10)
  if (kind < 3 || free.length === 0) return record(fresh())
  if (kind === 3) {
    const externalIds = [undefined, undefined, 'x1', 'x2', `y${chance.below(1000)}`] as const
    return recordAll(
      Array.from({ length: 1 + chance.below(8) }, () => {
        const external_id = chance.pick(externalIds)
        return { ...fresh(), ...(external_id && { external_id }) }
      }),
    )
  }
  if (kind === 4) {
    const [from, to] = [Object.values(home.loaded.expenses), Object.values(home.loaded.expenses)]
    const at = chance.below(from.length)
    const step = 1 + chance.below(to.length - 1)
    return transfer(from[at]!, to[(at + step) % to.length]!, 1 + chance.below(30_000))
  }
  const subject = chance.pick(free as [Known, ...Known[]])
  taken.add(subject)
  const { account_id: _, expense_goal_id, ...other } = fresh()
  if (kind < 7) return assign(subject, expense_goal_id)
  const names = Object.keys(other) as (keyof typeof other)[]
  const wanted = names.filter(() => chance.below(3) === 0)
  return edit(subject, Object.fromEntries(wanted.map((name) => [name, other[name]])))
}
