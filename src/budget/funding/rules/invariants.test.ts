import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Chance,
  givenExpense,
  givenPaydays,
  withLanes,
} from '#/budget/expenses/rules/given.ts'
import { forSeeds, type Witness } from '../../../../test/simulations/seeds.ts'
import { contributionsAt } from '#/budget/expenses/rules/contribution.ts'
import { balanceOf, countsSpending, progress, targetOf } from '#/budget/expenses/rules/holding.ts'
import type { Holding } from '#/budget/expenses/rules/holding.ts'
import { fund, spend, undoSpend } from '#/budget/expenses/rules/lanes.ts'
import { rollOverThrough } from '#/budget/expenses/rules/roll-over.ts'
import { settle, unsettle } from '#/budget/expenses/rules/settlement.ts'
import type { Settled } from '#/budget/expenses/rules/settlement.ts'
import { addDays, addMonths, dayNumber, toDay } from '#/core/values/day.ts'
import { isPayday } from '#/core/calendar/paydays.ts'
import { randomSchedule } from '#/budget/funding/given.ts'
import { planPayday } from './plan.ts'
import type { Funding } from './plan.ts'

const fridays = givenPaydays({ frequency: 'weekly', anchor: '2026-01-02' })
const monthEnds = givenPaydays({
  frequency: 'monthly',
  days: [31],
  anchor: '2025-01-01',
  weekend: 'after',
})
const both = givenPaydays(
  { frequency: 'biweekly', anchor: '2026-01-07' },
  { frequency: 'semimonthly', days: [14, 31], anchor: '2025-01-01', weekend: 'before' },
)
const anyPaydays = [fridays, monthEnds, both] as const

const newYear = toDay('2026-01-01')

function randomBill(chance: Chance): Holding {
  const target = chance.below(20_000)
  const payments = chance.pick([1, 2, 3])
  return givenExpense({
    target,
    intervalMonths: chance.pick([1, 2, 3, 6, 12]),
    anchor: addDays(newYear, chance.below(90)),
    payments,
    paydays: chance.pick(anyPaydays),
    ready: chance.below(target + 1),
    building: chance.below(30_000),
    reserve: chance.below((payments - 1) * target + 1),
    prepaid: chance.below(target + 1),
  })
}

test('a purchase undone at once restores every lane; after roll-overs, the balance', () => {
  forSeeds(4_000, (chance) => {
    const today = addDays(newYear, 20)
    const start = rollOverThrough(randomBill(chance), today)
    const booked = addDays(today, chance.below(20) - 10)
    const { lanes, taken } = spend(start, { amount: 1 + chance.below(40_000), booked })
    const after = withLanes(start, lanes)
    assert.deepEqual(undoSpend(after, { ...taken, cycle: start.cycle }), start.lanes)
    const later = rollOverThrough(after, addMonths(today, 1 + chance.below(15)))
    const undone = undoSpend(later, { ...taken, cycle: start.cycle })
    assert.equal(balanceOf(undone), balanceOf(start.lanes))
  })
})

test('a card purchase undone at once restores every lane of both', () => {
  forSeeds(4_000, (chance) => {
    const assigned = rollOverThrough({ ...randomBill(chance), id: 'bill' }, addDays(newYear, 20))
    const card = givenExpense({
      id: 'visa',
      type: 'credit_card',
      card: { owed: chance.below(9_000) },
      building: chance.below(9_000),
    })
    const parties = { assigned: chance.pick([assigned, null, card]), card }
    const booked = addDays(newYear, chance.below(40))
    const amount = -chance.below(20_000)
    const { settlement, after } = settle({ amount, type: 'expense', booked }, parties)
    assert.deepEqual(unsettle(settlement, after), parties)
  })
})

test('with enough money each payment is complete on its day, in amounts a cent apart', () => {
  let severalAtOnce = 0
  forSeeds(1_500, (chance) => {
    // Use schedules that pay before the first due date under every weekend rule.
    const schedules = Array.from({ length: 1 + chance.below(3) }, () => {
      return { ...randomSchedule(chance, newYear), anchor: addDays(newYear, -chance.below(60)) }
    })
    const any = {
      target: chance.below(20_000),
      intervalMonths: chance.pick([1, 1, 3, 6, 12]),
      anchor: addDays(newYear, 35 + chance.below(60)),
      paydays: givenPaydays(...schedules),
    }
    const start = givenExpense(chance.below(4) > 0 ? any : { ...any, ...leftWithoutPayday(chance) })
    chance.note('bill', start.terms)
    const target = targetOf(start.terms)
    let [holding, asked, paidEarly, beyond] = [start, [] as number[], false, 0]
    for (let day = newYear; day < '2027-07-01'; day = addDays(day, 1)) {
      if (isPayday(holding.terms.paydays, dayNumber(day))) {
        const { ordinary } = contributionsAt(holding, dayNumber(day))
        asked.push(ordinary)
        holding = withLanes(holding, fund(holding.lanes, { ordinary, ahead: 0 }))
      }
      const rolled = rollOverThrough(holding, day)
      if (rolled !== holding && asked.length > 0) {
        const complete = holding.lanes.building + holding.lanes.prepaid
        assert.ok(complete % target === 0 || complete === 0, `${day} ${complete} of ${target}`)
        if (complete > target && asked.length > 1) severalAtOnce += 1
        const sum = asked.reduce((total, amount) => total + amount, 0)
        assert.ok(sum <= complete + beyond, `${asked.join()} pass ${complete}`)
        if (!paidEarly) assert.ok(Math.max(...asked) - Math.min(...asked) <= 1, asked.join())
      }
      if (rolled !== holding) {
        asked = []
        paidEarly = false
        beyond = 0
        assert.ok(rolled.lanes.ready + holding.lanes.prepaid === target, 'the payment is ready')
        holding = withLanes(rolled, { ...rolled.lanes, ready: 0 })
      } else if (chance.below(60) === 0) {
        const amount = 1 + chance.below(target + 1)
        const { lanes, taken } = spend(holding, { amount, booked: day })
        if (taken.prepaid > 0) {
          holding = withLanes(holding, lanes)
          paidEarly = true
          // Money paid beyond one payment is missing for later ones and asked for again.
          beyond += Math.max(0, taken.building - taken.prepaid)
        }
      }
    }
  })
  assert.ok(severalAtOnce > 0, `${severalAtOnce} cycles saw to several payments`)
})

/** Builds a bill due on the second of two paydays. A weekend sometimes moves that payday past it, so earlier ones must fund it. */
function leftWithoutPayday(chance: Chance) {
  const date = 2 + chance.below(27)
  const days = [date - 1, date]
  return {
    intervalMonths: 1,
    anchor: addDays(toDay('2026-03-01'), date - 1),
    paydays: givenPaydays({
      frequency: 'semimonthly',
      days,
      anchor: addDays(newYear, -60),
      weekend: 'after',
    }),
  }
}

test('with enough money the reserve is complete on `buildBy`, in amounts a cent apart', () => {
  forSeeds(1_500, (chance) => {
    const target = 1 + chance.below(20_000)
    const payments = chance.pick([2, 3])
    const paydays = chance.pick(anyPaydays)
    const buildBy = addDays(newYear, 40 + chance.below(200))
    let holding = givenExpense({
      target,
      payments,
      paydays,
      buildBy,
      intervalMonths: 1,
      anchor: addDays(newYear, chance.below(40)),
    })
    const asked: number[] = []
    for (let day = newYear; day <= buildBy; day = addDays(day, 1)) {
      if (isPayday(paydays, dayNumber(day))) {
        const { ahead } = contributionsAt(holding, dayNumber(day))
        asked.push(ahead)
        holding = withLanes(holding, fund(holding.lanes, { ordinary: 0, ahead }))
      }
      holding = rollOverThrough(holding, day)
    }
    assert.equal(holding.lanes.reserve, (payments - 1) * target)
    assert.ok(Math.max(...asked) - Math.min(...asked) <= 1, asked.join())
  })
})

test('over random sequences, money is conserved and every lane stays within its terms', () => {
  forSeeds(3_000, (chance) => {
    const household = randomHousehold(chance)
    chance.note('household', [...household.holdings.values()])
    for (let step = 0; step < 12; step += 1) {
      const turn = chance.below(10)
      if (turn < 4) record(household, chance)
      else if (turn < 7) revise(household, chance)
      else {
        const [days, floor] = [1 + chance.below(12), chance.below(3) * 1_000]
        chance.note('advance', { days, floor })
        advance(household, days, floor)
      }
      check(household)
    }
  })
})

type Entry = { transaction: Settled; onCard: boolean; to: string | null }
type Recorded = Entry & { settlement: ReturnType<typeof settle>['settlement'] }
type Household = {
  cash: number
  debt: number
  today: ReturnType<typeof toDay>
  holdings: Map<string, Holding>
  recorded: Recorded[]
}

function randomHousehold(chance: Chance): Household {
  const paydays = chance.pick(anyPaydays)
  const anchor = addDays(newYear, chance.below(60))
  const priority = () => chance.pick(['high', 'normal', 'low'] as const)
  const [target, payments] = [chance.below(20_000), chance.pick([1, 2, 3])]
  const holdings = [
    givenExpense({ id: 'bill', target, anchor, intervalMonths: 1, paydays, payments }),
    givenExpense({ id: 'yearly', target, anchor, intervalMonths: 12, payments, paydays: both }),
    givenExpense({ id: 'one-off', target, anchor, paydays }),
    givenExpense({ id: 'goal', type: 'goal', target, anchor, paydays }),
    givenExpense({ id: 'envelope', target, paydays: chance.pick(anyPaydays) }),
    givenExpense({ id: 'visa', type: 'credit_card', card: { owed: 0 }, anchor, paydays }),
  ].map((holding) => ({ ...holding, terms: { ...holding.terms, priority: priority() } }))
  return {
    cash: chance.below(60_000),
    debt: 0,
    today: newYear,
    holdings: new Map(holdings.map((holding) => [holding.id, holding])),
    recorded: [],
  }
}

const freeOf = ({ cash, holdings }: Household) =>
  [...holdings.values()].reduce((free, { lanes }) => free - balanceOf(lanes), cash)

const held = (household: Household, id: string) => {
  const holding = household.holdings.get(id)
  assert.ok(holding)
  return holding
}

function partiesOf(household: Household, { to, onCard }: Entry) {
  const assigned = to === null ? null : held(household, to)
  return { assigned, card: onCard ? held(household, 'visa') : null }
}

/** Books a transaction: changes the account's balance and the card's debt. */
function book(household: Household, { transaction, onCard }: Entry, sign: 1 | -1): void {
  if (!onCard) household.cash += sign * transaction.amount
  else {
    household.debt -= sign * transaction.amount
    const visa = held(household, 'visa')
    const card = { owed: Math.max(0, household.debt) }
    household.holdings.set('visa', { ...visa, terms: { ...visa.terms, card } })
  }
}

function record(
  household: Household,
  chance: Witness,
  entry = randomEntry(household, chance),
): void {
  const { cash } = household
  const before = partiesOf(household, entry)
  const freeBefore = freeOf(household)
  chance.note('record', entry)
  const { settlement, after } = settle(entry.transaction, before)
  for (const holding of [after.assigned, after.card]) {
    if (holding) household.holdings.set(holding.id, holding)
  }
  book(household, entry, 1)
  household.recorded.push({ ...entry, settlement })
  const { amount } = entry.transaction
  if (entry.onCard) assert.equal(household.cash, cash, 'a card never moves cash')
  else if (amount < 0 && before.assigned && after.assigned) {
    const paid = Math.min(-amount, balanceOf(before.assigned.lanes))
    assert.equal(balanceOf(after.assigned.lanes), balanceOf(before.assigned.lanes) - paid)
    assert.equal(freeOf(household), freeBefore + amount + paid)
  }
}

function randomEntry(household: Household, chance: Chance): Entry {
  const amount = chance.below(30_000) - 20_000
  const booked = addDays(household.today, chance.below(30) - 15)
  const type = chance.pick(['expense', 'expense', 'income', 'transfer'] as const)
  const to = chance.pick([null, 'bill', 'yearly', 'one-off', 'goal', 'envelope', 'visa'])
  return { transaction: { amount, type, booked }, onCard: chance.below(2) === 0, to }
}

/** Removes a transaction, or changes its amount or Expense: undoes it, then settles it again if it stays. */
function revise(household: Household, chance: Witness): void {
  const [removed] = household.recorded.splice(chance.below(household.recorded.length || 1), 1)
  if (!removed) return
  chance.note('undo', removed.transaction)
  const parties = unsettle(removed.settlement, partiesOf(household, removed))
  for (const holding of [parties.assigned, parties.card]) {
    if (holding) household.holdings.set(holding.id, holding)
  }
  book(household, removed, -1)
  if (chance.below(3) === 0) return
  const { settlement: _, ...entry } = removed
  const amount = entry.transaction.amount + chance.below(3) * 500
  record(household, chance, { ...entry, transaction: { ...entry.transaction, amount } })
}

function advance(household: Household, days: number, floor: number): void {
  for (let passed = 0; passed < days; passed += 1) {
    const payday = addDays(household.today, 1)
    const before = [...household.holdings.values()]
    const free = freeOf(household)
    const plan = planPayday({ payday, holdings: before, freeToSpend: free, floor })
    for (const given of plan) {
      const holding = held(household, given.id)
      const parts = { ordinary: given.ordinaryFunded, ahead: given.aheadFunded }
      const after = withLanes(holding, fund(holding.lanes, parts))
      if (countsSpending(holding.terms)) {
        const limit = Math.max(targetOf(holding.terms), progress(holding.lanes))
        assert.ok(progress(after.lanes) <= limit, 'nothing is saved past its target')
      }
      household.holdings.set(given.id, after)
    }
    checkPlan(household, plan, { free, floor })
    for (const [id, holding] of household.holdings) {
      household.holdings.set(id, rollOverThrough(holding, payday))
    }
    household.today = payday
  }
}

function checkPlan(
  household: Household,
  plan: readonly Funding[],
  { free, floor }: { free: number; floor: number },
): void {
  const given = plan.reduce((sum, one) => sum + one.ordinaryFunded + one.aheadFunded, 0)
  assert.equal(freeOf(household), free - given)
  if (given > 0) assert.ok(freeOf(household) >= floor)
  const tier = ({ id }: Funding) =>
    ['high', 'normal', 'low'].indexOf(held(household, id).terms.priority)
  const open = plan.filter((one) => one.ordinaryFunded < one.ordinaryPlanned)
  for (const short of open) {
    assert.ok(
      plan.every((one) => one.aheadFunded === 0),
      'ordinary needs come first',
    )
    assert.ok(plan.every((one) => one.ordinaryFunded === 0 || tier(one) <= tier(short)))
  }
}

function check(household: Household): void {
  for (const { id, terms, lanes } of household.holdings.values()) {
    const { ready, building, reserve, prepaid, spent } = lanes
    assert.ok(
      [ready, building, reserve, prepaid].every((lane) => lane >= 0),
      id,
    )
    assert.ok([ready, building, reserve, prepaid, spent].every(Number.isInteger), id)
    const isBill = id === 'bill' || id === 'yearly'
    const payment = isBill ? targetOf(terms) : 0
    assert.ok(ready <= payment && prepaid <= payment, id)
    assert.ok(reserve <= (terms.payments - 1) * payment, id)
  }
}
