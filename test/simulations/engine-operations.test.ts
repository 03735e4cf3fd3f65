import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from '#/core/values/day.ts'
import { balanceOf, kindOf } from '#/budget/expenses/rules/holding.ts'
import { expensesApp } from '#/budget/expenses/app-contract.ts'
import { loadExpenses } from '#/budget/expenses/holdings.ts'
import { fundingApp } from '#/budget/funding/app-contract.ts'
import { runDueHouseholds } from '#/budget/funding/run-due.ts'
import { settingsApp } from '#/budget/settings/app-contract.ts'
import { randomDocument } from './engine-household.ts'
import {
  advance,
  archive,
  change,
  changeTerms,
  type Entry,
  freeOf,
  holdingOf,
  lacking,
  modelOf,
  moveByHand,
  plan,
  type Planned,
  record,
  restore,
  transfer,
  undoByHand,
} from './engine-model.ts'
import {
  anyAmount,
  anyEntry,
  anyExpense,
  anyType,
  type Home,
  live,
  pickOf,
  randomEntry,
  todayOf,
} from './engine-picks.ts'
import { watchDays } from '../support/explained-days.ts'
import { assertBooks } from '../support/ledger.ts'
import { type Product, startProduct } from '../support/product.ts'
import { forSeedsInTurn, type Witness } from './seeds.ts'
import { START } from '../support/runtime.ts'

// Random sequences through the real API and the real database, the engine running as days pass. After each step the
// books are checked, and every lane is held against the pure rules doing the same in memory.

const SEQUENCES = 16
const STEPS = 18

test('after any sequence the database holds what the rules say, and the books add up', async () => {
  const product = await startProduct({ limited: false })
  await forSeedsInTurn(SEQUENCES, async (chance) => {
    const home = await open(product, chance)
    const days = watchDays(product, home)
    for (let step = 0; step < STEPS; step += 1) {
      await days.endDays(() => operate(home, chance))
      await compare(home)
      await assertBooks(product.db, home.id)
      const lines = await days.check(chance)
      assert.deepEqual(
        lines.filter(({ kind }) => kind === 'account'),
        [],
        'payments and Expenses explain every change here',
      )
    }
  })
})

async function open(product: Product, chance: Witness): Promise<Home> {
  const document = randomDocument(chance)
  chance.note('document', document)
  // Each sequence begins where its document does, or some weeks later.
  const begin = Temporal.Instant.from(START).add({ hours: 24 * chance.below(60) })
  product.runtime.advance(product.runtime.now().until(begin))
  const loaded = await product.household(document)
  const id = loaded.household_id
  const zone = document.household!.timezone
  return {
    memberId: loaded.members['ada']!,
    next: [],
    product,
    id,
    key: loaded.keys['rw']!.api_key,
    zone,
    accounts: loaded.accounts,
    expenses: Object.values(loaded.expenses),
    model: modelOf(document, { loaded, zone, now: () => product.runtime.now() }),
  }
}

async function operate(home: Home, chance: Witness): Promise<void> {
  const next = home.next.shift()
  if (next) return next()
  const turn = chance.below(34)
  if (turn < 6) return recordOne(home, chance)
  if (turn < 9) return editOne(home, chance)
  if (turn < 12) return assignOne(home, chance)
  if (turn < 15) return transferOne(home, chance)
  if (turn < 17) return changeOne(home, chance)
  if (turn < 18) return archiveOrRestoreOne(home, chance)
  if (turn < 20) return changeSchedule(home, chance)
  if (turn >= 31) return payBillLate(home, chance)
  if (turn >= 26) return turn < 29 ? moveOneByHand(home, chance) : undoOneByHand(home, chance)
  if (turn < 21) return changeFloor(home, chance)
  return pass(home, chance)
}

async function pass(home: Home, chance: Witness): Promise<void> {
  const days = 1 + chance.below(12)
  chance.note('advance', days)
  home.product.runtime.advance({ hours: 24 * days + chance.below(24) })
  // Often nobody looks before the next write, which has to work off the days itself.
  if (chance.below(2) === 0) return
  chance.note('worker')
  // A turn of the engine is bounded, and the households of earlier sequences are due as well.
  while ((await runDueHouseholds(home.product.runtime)) > 0);
  meet(home)
}

/** Works the model's days off up to today, as a write or the worker does. */
function meet(home: Home): void {
  advance(home.model, todayOf(home))
}

async function recordOne(home: Home, chance: Witness): Promise<void> {
  await enter(home, randomEntry(home, chance), chance)
}

async function enter(home: Home, entry: Entry, chance: Witness): Promise<string> {
  chance.note('record', entry)
  meet(home)
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
  const id = String(body['id'])
  record(home.model, id, entry)
  return id
}

async function editOne(home: Home, chance: Witness): Promise<void> {
  const id = anyEntry(home, chance)
  if (id === undefined) return
  const to = chance.below(4) === 0 ? { type: anyType(chance) } : { amount: anyAmount(chance) }
  chance.note('edit', [id, to])
  meet(home)
  await ask(home, { method: 'PATCH', path: `/transactions/${id}`, body: to }, [200])
  const known = home.model.entries.get(id)!
  if (Object.entries(to).some(([name, value]) => known[name as 'amount'] !== value))
    change(home.model, id, to)
}

async function assignOne(home: Home, chance: Witness): Promise<void> {
  const id = anyEntry(home, chance)
  if (id === undefined) return
  await assign(home, { id, to: anyExpense(home, chance) }, chance)
}

async function assign(
  home: Home,
  { id, to }: Pick<Entry, 'to'> & { readonly id: string },
  chance: Witness,
): Promise<void> {
  chance.note('assign', [id, to])
  meet(home)
  const sent = {
    method: 'POST',
    path: `/transactions/${id}/expense`,
    body: { expense_goal_id: to },
  }
  await ask(home, sent, [200])
  if (home.model.entries.get(id)!.to !== to) change(home.model, id, { to })
}

/** Pays a bill, and assigns the payment two steps later: with or without a payday in between. */
async function payBillLate(home: Home, chance: Witness): Promise<void> {
  const bills = live(home).filter((id) => kindOf(holdingOf(home.model, id).terms) === 'bill')
  if (bills.length === 0) return
  const to = pickOf(chance, bills)
  const amount = -1 - chance.below(balanceOf(holdingOf(home.model, to).lanes) + 200)
  const entry = { amount, type: 'expense', booked: todayOf(home), onCard: false, to: null } as const
  const id = await enter(home, entry, chance)
  home.next.push(
    () => pass(home, chance),
    () => assign(home, { id, to }, chance),
  )
}

async function transferOne(home: Home, chance: Witness): Promise<void> {
  const [from, to] = [pickOf(chance, live(home)), pickOf(chance, live(home))]
  if (from === to) return
  const unmet = home.model.state
  meet(home)
  const held = balanceOf(holdingOf(home.model, from).lanes)
  const amount = 1 + chance.below(held + 200)
  chance.note('transfer', { from, to, amount })
  const body = { from_expense_id: from, to_expense_id: to, amount }
  const statuses = amount > held ? [409] : [200, 201]
  await ask(home, { method: 'POST', path: '/expense-transfers', body }, statuses)
  // A write that is refused leaves everything as it was, the days that are due included.
  if (amount <= held) transfer(home.model, { from, to, amount })
  else home.model.state = unmet
}

async function moveOneByHand(home: Home, chance: Witness): Promise<void> {
  const id = pickOf(chance, live(home))
  const unmet = home.model.state
  meet(home)
  const holding = holdingOf(home.model, id)
  const [free, held] = [freeOf(home.model), balanceOf(holding.lanes)]
  const verb = chance.pick(['fund', 'release'])
  const isWhole = chance.below(3) === 0
  const most = verb === 'fund' ? free : held
  const whole = verb === 'fund' ? lacking(holding) : held
  const amount = isWhole ? whole : 1 + chance.below(Math.max(0, Math.min(most, 40_000)) + 200)
  chance.note(verb, { id, amount, isWhole })
  const refused = amount === 0 || amount > most
  const body = isWhole ? (verb === 'fund' ? { fill: true } : { all: true }) : { amount }
  const answer = await act(home, `/expenses/${id}/${verb}`, body)
  assert.equal(answer.status, refused ? 409 : 200, answer.text)
  if (refused) {
    home.model.state = unmet
    return
  }
  assert.equal(answer.body['amount'], amount)
  moveByHand(home.model, String(answer.body['move_id']), {
    id,
    amount: verb === 'fund' ? amount : -amount,
  })
  assert.equal(answer.body['free_to_spend'], freeOf(home.model))
}

async function undoOneByHand(home: Home, chance: Witness): Promise<void> {
  const moves = [...home.model.moves.keys()]
  const id = moves[chance.below(moves.length || 1)]
  if (id === undefined) return
  chance.note('undo', id)
  const unmet = home.model.state
  meet(home)
  const restored = undoByHand(home.model, id)
  const answer = await act(home, `/expense-moves/${id}/undo`, {})
  assert.equal(answer.status, restored === null ? 409 : 200, answer.text)
  if (restored === null) home.model.state = unmet
  else assert.equal(answer.body['restored'], restored)
}

/** Sends a write as a member who is signed in. */
async function act({ product, id, memberId }: Home, path: string, body: object) {
  const member = await product.member(id, memberId)
  return member.request<Record<string, unknown>>('POST', path, { body })
}

async function changeOne(home: Home, chance: Witness): Promise<void> {
  const id = pickOf(chance, live(home))
  const terms = {
    target: chance.pick([null, 1 + chance.below(40_000)]),
    payments: chance.pick([1, 2, 3]),
    paused: chance.below(5) === 0,
  }
  chance.note('change', { id, ...terms })
  meet(home)
  const { target: target_amount, payments: fund_ahead_payment_count, paused } = terms
  const { type, intervalMonths, intervalDays } = holdingOf(home.model, id).terms
  // A goal of a document may say an interval, which means nothing and is refused here.
  const isOnce = intervalMonths === null && !intervalDays
  const isDated = (type !== 'goal' || isOnce) && chance.below(2) === 0
  const anchor = addDays(todayOf(home), chance.below(90) - 45)
  const dated = isDated ? { recurrence_anchor_date: anchor } : {}
  chance.note('dated', dated)
  const body = { target_amount, fund_ahead_payment_count, paused, ...dated }
  const app = await signedIn(home)
  await app.changeExpense({ params: { id }, body })
  changeTerms(home.model, id, { ...terms, ...(isDated && { anchor }) })
}

async function changeSchedule(home: Home, chance: Witness): Promise<void> {
  const { model } = home
  const { schedule, paused } = chance.pick(model.schedules as [Planned, ...Planned[]])
  const monthEnd: number[] = [chance.pick([1, 29, 30, 31])]
  const body = chance.pick([
    { paused: !paused },
    { paused: !paused },
    { weekend: chance.pick(['none', 'before', 'after']) },
    { anchor: addDays(todayOf(home), chance.below(40) - 30) },
    { frequency: 'monthly', days: monthEnd },
  ])
  chance.note('schedule', { id: schedule.id, ...body })
  meet(home)
  const app = await signedIn(home)
  await app.changeFundingSchedule({ params: { id: schedule.id }, body })
  const { paused: isPaused = paused, ...terms } = body as Partial<Planned>
  const changed = { schedule: { ...schedule, ...terms }, paused: isPaused }
  plan(
    model,
    model.schedules.map((one) => (one.schedule.id === schedule.id ? changed : one)),
  )
}

async function changeFloor(home: Home, chance: Witness): Promise<void> {
  const floor = chance.below(3) * 4_000
  chance.note('floor', floor)
  meet(home)
  const app = await signedIn(home)
  await app.changeSettings({ body: { floor } })
  home.model.state = { ...home.model.state, floor }
}

async function archiveOrRestoreOne(home: Home, chance: Witness): Promise<void> {
  const { model } = home
  const app = await signedIn(home)
  const [gone] = model.archived.keys()
  if (gone !== undefined) {
    chance.note('restore', gone)
    meet(home)
    await app.restoreExpense({ params: { id: gone }, body: {} })
    return restore(model, gone)
  }
  const id = pickOf(
    chance,
    live(home).filter((one) => one !== model.cardId),
  )
  chance.note('archive', id)
  meet(home)
  await app.archiveExpense({ params: { id }, body: {} })
  archive(model, id)
}

/** Signs in again each time: a session ends within the sequence. */
async function signedIn({ product, id, memberId }: Home) {
  return (await product.member(id, memberId)).client({
    ...expensesApp,
    ...fundingApp,
    ...settingsApp,
  })
}

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
