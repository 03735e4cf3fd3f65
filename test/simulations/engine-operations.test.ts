import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, type Day, dayAt, dayFromNumber } from '#/core/values/day.ts'
import { balanceOf, dueNumber, kindOf } from '#/budget/expenses/rules/holding.ts'
import { EARLY_PAYMENT_DAYS } from '#/budget/expenses/rules/lanes.ts'
import { expensesApp } from '#/budget/expenses/app-contract.ts'
import { loadExpenses } from '#/budget/expenses/holdings.ts'
import { runDueHouseholds } from '#/budget/funding/run-due.ts'
import { randomDocument } from './engine-household.ts'
import {
  advance,
  archive,
  change,
  changeTerms,
  type Entry,
  freeOf,
  holdingOf,
  type Model,
  modelOf,
  record,
  restore,
  transfer,
} from './engine-model.ts'
import { assertBooks } from '../support/ledger.ts'
import { type Product, startProduct } from '../support/product.ts'
import { forSeedsInTurn, type Witness } from './seeds.ts'

// Random sequences through the real API and the real database, the engine running as days pass. After each step the
// books are checked, and every lane is held against the pure rules doing the same in memory.

const SEQUENCES = 16
const STEPS = 18

type Home = {
  readonly product: Product
  readonly id: string
  readonly key: string
  readonly zone: string
  readonly accounts: Readonly<Record<string, string>>
  readonly expenses: readonly string[]
  readonly model: Model
  readonly memberId: string
}

test('whatever people and paydays do, the database holds what the rules say, and the books add up', async () => {
  const product = await startProduct({ limited: false })
  await forSeedsInTurn(SEQUENCES, async (chance) => {
    const home = await open(product, chance)
    for (let step = 0; step < STEPS; step += 1) {
      await operate(home, chance)
      await compare(home)
      await assertBooks(product.db, home.id)
    }
  })
})

async function open(product: Product, chance: Witness): Promise<Home> {
  const document = randomDocument(chance)
  chance.note('document', document)
  const loaded = await product.household(document)
  const id = loaded.household_id
  const debt = -document.accounts!.find(({ ref }) => ref === 'visa')!.balance!
  const cardId = loaded.expenses['card']!
  return {
    memberId: loaded.members['ada']!,
    product,
    id,
    key: loaded.keys['rw']!.api_key,
    zone: document.household!.timezone,
    accounts: loaded.accounts,
    expenses: Object.values(loaded.expenses),
    model: await modelOf(product.db, id, { cardId, debt }),
  }
}

async function operate(home: Home, chance: Witness): Promise<void> {
  const turn = chance.below(23)
  if (turn < 6) return recordOne(home, chance)
  if (turn < 9) return editOne(home, chance)
  if (turn < 12) return assignOne(home, chance)
  if (turn < 15) return transferOne(home, chance)
  if (turn < 17) return changeOne(home, chance)
  if (turn < 18) return archiveOrRestoreOne(home, chance)
  const days = 1 + chance.below(12)
  chance.note('advance', days)
  home.product.runtime.advance({ hours: 24 * days + chance.below(24) })
  // A turn of the engine is bounded, and the households of earlier sequences are due as well.
  while ((await runDueHouseholds(home.product.runtime)) > 0);
  advance(home.model, todayOf(home))
}

async function recordOne(home: Home, chance: Witness): Promise<void> {
  const entry = randomEntry(home, chance)
  chance.note('record', entry)
  const wanted = {
    account_id: home.accounts[entry.onCard ? 'visa' : 'checking'],
    amount: entry.amount,
    type: entry.type,
    concept: 'Something',
    booked_at: entry.booked,
    expense_goal_id: entry.to,
  }
  const sent = { method: 'POST', path: '/transactions', body: wanted }
  const { body } = await ask(home, sent, [200, 201])
  record(home.model, String(body['id']), entry)
}

async function editOne(home: Home, chance: Witness): Promise<void> {
  const id = anyEntry(home, chance)
  if (id === undefined) return
  const to = chance.below(4) === 0 ? { type: anyType(chance) } : { amount: anyAmount(chance) }
  chance.note('edit', [id, to])
  await ask(home, { method: 'PATCH', path: `/transactions/${id}`, body: to }, [200])
  const known = home.model.entries.get(id)!
  if (Object.entries(to).some(([name, value]) => known[name as 'amount'] !== value))
    change(home.model, id, to)
}

async function assignOne(home: Home, chance: Witness): Promise<void> {
  const id = anyEntry(home, chance)
  if (id === undefined) return
  const to = anyExpense(home, chance)
  chance.note('assign', [id, to])
  const sent = {
    method: 'POST',
    path: `/transactions/${id}/expense`,
    body: { expense_goal_id: to },
  }
  await ask(home, sent, [200])
  if (home.model.entries.get(id)!.to !== to) change(home.model, id, { to })
}

async function transferOne(home: Home, chance: Witness): Promise<void> {
  const [from, to] = [pickOf(chance, live(home)), pickOf(chance, live(home))]
  if (from === to) return
  const held = balanceOf(holdingOf(home.model, from).lanes)
  const amount = 1 + chance.below(held + 200)
  chance.note('transfer', { from, to, amount })
  const body = { from_expense_id: from, to_expense_id: to, amount }
  const statuses = amount > held ? [409] : [200, 201]
  await ask(home, { method: 'POST', path: '/expense-transfers', body }, statuses)
  if (amount <= held) transfer(home.model, { from, to, amount })
}

async function changeOne(home: Home, chance: Witness): Promise<void> {
  const id = pickOf(chance, live(home))
  const terms = {
    target: chance.pick([null, 1 + chance.below(40_000)]),
    payments: chance.pick([1, 2, 3]),
    paused: chance.below(5) === 0,
  }
  chance.note('change', { id, ...terms })
  const { target: target_amount, payments: fund_ahead_payment_count, paused } = terms
  const body = { target_amount, fund_ahead_payment_count, paused }
  const app = await signedIn(home)
  await app.changeExpense({ params: { id }, body })
  changeTerms(home.model, id, terms)
}

async function archiveOrRestoreOne(home: Home, chance: Witness): Promise<void> {
  const { model } = home
  const app = await signedIn(home)
  const [gone] = model.archived.keys()
  if (gone !== undefined) {
    chance.note('restore', gone)
    await app.restoreExpense({ params: { id: gone }, body: {} })
    return restore(model, gone)
  }
  const id = pickOf(
    chance,
    live(home).filter((one) => one !== model.cardId),
  )
  chance.note('archive', id)
  await app.archiveExpense({ params: { id }, body: {} })
  archive(model, id)
}

function live({ expenses, model }: Home): string[] {
  return expenses.filter((id) => !model.archived.has(id))
}

/** Signed in anew each time: a session ends within the sequence. */
async function signedIn({ product, id, memberId }: Home) {
  return (await product.member(id, memberId)).client(expensesApp)
}

const pickOf = (chance: Witness, ids: readonly string[]) => ids[chance.below(ids.length)]!

type Asked = { readonly method: string; readonly path: string; readonly body: object }

async function ask(
  { product, key }: Home,
  { method, path, body }: Asked,
  statuses: readonly number[],
) {
  const answer = await product.request(method, path, { key, body })
  assert.ok(statuses.includes(answer.status), `${method} ${path}: ${answer.status} ${answer.text}`)
  return answer
}

function randomEntry(home: Home, chance: Witness): Entry {
  const to = anyExpense(home, chance)
  return {
    amount: anyAmount(chance),
    type: anyType(chance),
    booked: anyDay(home, to, chance),
    onCard: chance.below(2) === 0,
    to,
  }
}

/** Around today; what goes to a bill is often its next payment, made early or just too early to count as that. */
function anyDay(home: Home, to: string | null, chance: Witness): Day {
  const holding = to === null ? null : holdingOf(home.model, to)
  const due = holding && kindOf(holding.terms) === 'bill' ? dueNumber(holding) : null
  const around = addDays(todayOf(home), chance.below(25) - 15)
  if (due === null || chance.below(3) === 0) return around
  return dayFromNumber(due - chance.below(EARLY_PAYMENT_DAYS + 3))
}

const anyAmount = (chance: Witness) => chance.below(30_000) - 22_000
const anyType = (chance: Witness) => chance.pick(['expense', 'expense', 'income', 'transfer'])

function anyExpense(home: Home, chance: Witness): string | null {
  return chance.below(4) === 0 ? null : pickOf(chance, live(home))
}

function anyEntry({ model }: Home, chance: Witness): string | undefined {
  return [...model.entries.keys()][chance.below(model.entries.size || 1)]
}

function todayOf({ product, zone }: Home) {
  return dayAt(product.runtime.now(), zone)
}

async function compare({ product, id, key, model }: Home): Promise<void> {
  const stored = await loadExpenses(product.db, id)
  const expected = model.state.holdings.map((holding) => ({
    id: holding.id,
    ...holding.lanes,
    cycle: holding.cycle,
    owed: holding.terms.card?.owed ?? null,
  }))
  const found = stored.map(({ id: one, ready, building, reserve, prepaid, spent, cycle, owed }) => {
    return { id: one, ready, building, reserve, prepaid, spent, cycle, owed }
  })
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
  assert.deepEqual(found.toSorted(byId), expected.toSorted(byId))
  const summary = await product.request('GET', '/accounts/summary', { key })
  assert.equal(summary.body['free_to_spend'], freeOf(model))
}
