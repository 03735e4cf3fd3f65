import assert from 'node:assert/strict'
import type { WrittenDocument } from '#/documents/document.ts'
import type { Loaded } from '#/documents/load.ts'
import type { Chance } from '#/budget/expenses/rules/given.ts'
import { randomDocument } from './engine-household.ts'
import { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { budget } from '../support/given.ts'
import type { Client } from '#/platform/contract/client.ts'
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
  parts: KnownPart[] | null
}

export type KnownPart = {
  amount: number
  category_id: string | null
  expense_goal_id: string | null
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
  readonly app: Client<typeof transactionsApp>
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
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  const app = member.client(transactionsApp)
  return { loaded, key, zone, transactions: [], balances, currencies, externalIds: new Set(), app }
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
  home.transactions.push({ ...sent, type, currency, id, created_at, parts: null })
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
    const { category_id } = change
    if (subject.parts && category_id !== undefined && category_id !== subject.category_id) {
      assert.equal(answer.status, 400, answer.text)
      return
    }
    assert.equal(answer.status, 200, answer.text)
    if (subject.parts && change.amount !== undefined) fit(subject.parts, change.amount)
    const by = (change.amount ?? subject.amount) - subject.amount
    home.balances.set(subject.account_id, home.balances.get(subject.account_id)! + by)
    Object.assign(subject, change)
  }
}

function assign(subject: Known, expense_goal_id: string | null): Operation {
  return async ({ request }, home) => {
    const path = `/transactions/${subject.id}/expense`
    const answer = await request('POST', path, { key: home.key, body: { expense_goal_id } })
    if (subject.parts && expense_goal_id !== subject.expense_goal_id) {
      assert.equal(answer.status, 400, answer.text)
      return
    }
    assert.equal(answer.status, 200, answer.text)
    subject.expense_goal_id = expense_goal_id
  }
}

/** Fits parts to a new amount cent by cent: from the largest ones first where it is less, to the largest where it is more. */
function fit(parts: KnownPart[], amount: number): void {
  const sizes = parts.map((part) => Math.abs(part.amount))
  const whole = () => sizes.reduce((total, size) => total + size, 0)
  const order = sizes.map((_, at) => at).toSorted((a, b) => sizes[b]! - sizes[a]! || a - b)
  const target = Math.abs(amount)
  for (const at of order) sizes[at] = Math.max(0, sizes[at]! - Math.max(0, whole() - target))
  sizes[order[0]!]! += target - whole()
  for (const [at, part] of parts.entries())
    part.amount = sizes[at]! === 0 ? 0 : sizes[at]! * Math.sign(amount)
}

/** Splits a transaction into two to four parts, or again into others. */
function split(subject: Known, parts: KnownPart[]): Operation {
  return async (_, { app }) => {
    await app.splitTransaction({ params: { id: subject.id }, body: { parts } })
    const same = (field: 'category_id' | 'expense_goal_id') => {
      const first = parts[0]![field]
      return parts.every((part) => part[field] === first) ? first : null
    }
    const [category_id, expense_goal_id] = [same('category_id'), same('expense_goal_id')]
    Object.assign(subject, { parts, category_id, expense_goal_id })
  }
}

/** Joins the parts again; half of the joins are undone, and half of those redone. */
function join(subject: Known, undone: 0 | 1 | 2): Operation {
  return async (_, { app }) => {
    const params = { id: subject.id }
    let { undo } = await app.joinTransaction({ params, query: {} })
    for (let time = 0; time < undone; time += 1) {
      ;({ undo } = await app.undoSplit({ params, body: { change: undo } }))
    }
    if (undone === 1) return
    const sizes = subject.parts!.map(({ amount }) => Math.abs(amount))
    const { category_id, expense_goal_id } = subject.parts![sizes.indexOf(Math.max(...sizes))]!
    Object.assign(subject, { parts: null, category_id, expense_goal_id })
  }
}

function remove(subject: Known): Operation {
  return async (_, home) => {
    await home.app.removeTransaction({ params: { id: subject.id } })
    home.transactions.splice(home.transactions.indexOf(subject), 1)
    const { account_id: id, amount } = subject
    home.balances.set(id, home.balances.get(id)! - amount)
  }
}

function chooseParts(chance: Chance, { amount }: Known, fresh: () => New): KnownPart[] {
  const parts: KnownPart[] = []
  let left = Math.abs(amount)
  while (left > 1 && parts.length < 3 && (parts.length === 0 || chance.below(2) === 0)) {
    const size = 1 + chance.below(left - 1)
    left -= size
    parts.push(partOf(size))
  }
  return [...parts, partOf(left)]

  function partOf(size: number): KnownPart {
    const { category_id, expense_goal_id } = fresh()
    return { amount: size * Math.sign(amount), category_id, expense_goal_id }
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
  if (kind === 9 && chance.below(4) === 0) return remove(subject)
  if (kind < 6) return assign(subject, expense_goal_id)
  if (kind < 8) {
    if (subject.parts && chance.below(2) === 0) return join(subject, chance.pick([0, 0, 1, 2]))
    if (Math.abs(subject.amount) > 1) return split(subject, chooseParts(chance, subject, fresh))
  }
  const names = Object.keys(other) as (keyof typeof other)[]
  const wanted = names.filter(() => chance.below(3) === 0)
  return edit(subject, Object.fromEntries(wanted.map((name) => [name, other[name]])))
}
