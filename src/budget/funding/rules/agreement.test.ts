import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextPaydayNumber, paydaysOf } from '#/core/calendar/paydays.ts'
import { occurrence } from '#/core/calendar/occurrences.ts'
import { contributionsAt } from '#/budget/expenses/rules/contribution.ts'
import { givenExpense, withLanes } from '#/budget/expenses/rules/given.ts'
import { rollOverThrough } from '#/budget/expenses/rules/roll-over.ts'
import { explainHolding } from '#/budget/expenses/rules/explain.ts'
import {
  balanceOf,
  dueDay,
  type Holding,
  recurrenceOf,
  targetOf,
} from '#/budget/expenses/rules/holding.ts'
import { readHolding } from '#/budget/expenses/rules/reserve.ts'
import { addCents } from '#/core/values/cents.ts'
import {
  addDays,
  addMonths,
  type Day,
  dayFromNumber,
  dayNumber,
  daysBetween,
  partsOf,
} from '#/core/values/day.ts'
import { forSeeds } from '../../../../test/simulations/seeds.ts'
import { forecast } from './forecast.ts'
import { monthsOf } from './forecast-months.ts'
import { randomState } from '#/budget/funding/given.ts'
import { planPayday, servePayday } from './plan.ts'
import { type EngineState, processDays } from './process-days.ts'

// One planning function serves the engine, the read fields, the explanation and the forecast. These tests compare them
// over random households.

/** A seed that once failed. */
const A_SCHEDULE_THAT_FUNDS_NOTHING = 35

test('a forecast’s first payday equals what the engine does and each Expense shows', () => {
  forSeeds(
    2_500,
    (chance) => {
      const state = withoutWeeks(randomState(chance))
      chance.note('state', state)
      const deposits = state.schedules.map((one) => ({ paydays: paydaysOf([one]), amount: 0 }))
      const played = forecast({ ...state, through: addMonths(state.processedThrough, 4), deposits })
      const first = played.paydays[0]
      if (!first) return
      const ran = processDays(state, first.day)
      const payday = ran.paydays.at(-1)!
      assert.equal(payday.day, first.day)
      assert.equal(ran.paydays.length, 1)
      const given = addCents(...payday.fundings.map((one) => one.ordinaryFunded + one.aheadFunded))
      assert.deepEqual([first.funded, first.freeToSpend], [given, state.freeToSpend - given])
      for (const funding of payday.fundings) {
        const planned = funding.ordinaryPlanned + funding.aheadPlanned
        const event = eventOn(played, funding.id, first.day)
        assert.deepEqual(
          [event?.planned, event?.funded],
          [planned, funding.ordinaryFunded + funding.aheadFunded],
          funding.id,
        )
        const holding = state.holdings.find(({ id }) => id === funding.id)!
        const read = readHolding(holding, state.processedThrough)
        if (holding.terms.paused) continue
        assert.equal(read.nextFundingDate, first.day)
        assert.deepEqual(
          [read.ordinaryContribution, read.fundAheadContribution],
          [funding.ordinaryPlanned, funding.aheadPlanned],
          funding.id,
        )
      }
    },
    [A_SCHEDULE_THAT_FUNDS_NOTHING],
  )
})

/** Leaves out bills in weeks: their forecast assumes payments before the first payday. */
function withoutWeeks(state: EngineState): EngineState {
  return { ...state, holdings: state.holdings.filter(({ terms }) => !terms.intervalDays) }
}

test('a weekly bill shows what its payday asks for once the payments before it are made', () => {
  forSeeds(400, (chance) => {
    const { schedules, processedThrough: today } = randomState(chance)
    const target = 100 * (1 + chance.below(90))
    const anchor = addDays(today, 1 + chance.below(7))
    const weekly = { target, intervalMonths: null, intervalDays: 7, anchor }
    const bill = givenExpense({ ...weekly, building: target * (2 + chance.below(8)) })
    let holding: Holding = { ...bill, terms: { ...bill.terms, paydays: paydaysOf(schedules) } }
    chance.note('holding', { holding, schedules })
    const read = readHolding(holding, today)
    if (read.nextFundingDate === null) return
    for (let day = addDays(today, 1); day < read.nextFundingDate; day = addDays(day, 1)) {
      const due = dueDay(holding)
      holding = rollOverThrough(holding, day)
      // The payment takes the money that is ready for it.
      if (due === day) holding = withLanes(holding, { ...holding.lanes, ready: 0 })
    }
    const asked = contributionsAt(holding, dayNumber(read.nextFundingDate))
    assert.equal(asked.ordinary, read.ordinaryContribution)
  })
})

test('with enough money, each Expense’s first forecast payday equals its read fields', () => {
  forSeeds(1_500, (chance) => {
    const state = randomState(chance)
    chance.note('state', state)
    const through = addMonths(state.processedThrough, 3)
    const played = forecast({ ...state, freeToSpend: null, through, deposits: [] })
    for (const [index, holding] of state.holdings.entries()) {
      const read = readHolding(holding, state.processedThrough)
      const event = played.expenses[index]!.events.find(({ kind }) => kind === 'payday')
      if (read.nextFundingDate === null || read.nextFundingDate > through) continue
      assert.ok(event?.kind === 'payday')
      assert.equal(event.day, read.nextFundingDate)
      assert.equal(event.planned, read.ordinaryContribution + read.fundAheadContribution)
    }
  })
})

test('an explanation equals the read fields and follows from its own numbers', () => {
  forSeeds(3_000, (chance) => {
    const { holdings, processedThrough } = randomState(chance)
    for (const holding of holdings) {
      chance.note('holding', holding)
      const read = readHolding(holding, processedThrough)
      const { payday, ordinary, ahead } = explainHolding(holding, processedThrough)
      assert.equal(payday, read.nextFundingDate)
      assert.deepEqual(
        [ordinary.asked, ahead.asked],
        [read.ordinaryContribution, read.fundAheadContribution],
      )
      for (const part of [ordinary, ahead]) {
        assert.equal(part.missing, Math.max(0, part.needed - part.held))
        assert.equal(part.asked, Math.ceil(part.missing / Math.max(1, part.paydays)))
        const counted = paydaysIn(holding, { from: payday, until: part.until })
        assert.equal(part.paydays, counted.length)
        assert.deepEqual(part.dates, counted.slice(0, 24))
        const asking = [
          'past_due',
          'refill',
          'shared',
          'serves_several_payments',
          'by_date',
          'by_interval',
        ]
        assert.equal(asking.includes(part.reason), part.asked > 0, part.reason)
      }
    }
  })
})

test('the engine reaches the same state by running daily, sometimes, or once at the end', () => {
  forSeeds(1_000, (chance) => {
    const state = randomState(chance)
    chance.note('state', state)
    const end = addDays(state.processedThrough, 20 + chance.below(70))
    const once = processDays(state, end)
    let [stepwise, paydays] = [state, 0]
    for (let day = state.processedThrough; day < end;) {
      const next = addDays(day, 1 + chance.below(9))
      day = next > end ? end : next
      const done = processDays(stepwise, day)
      paydays += done.paydays.length
      stepwise = {
        ...stepwise,
        holdings: done.holdings,
        freeToSpend: done.freeToSpend,
        processedThrough: day,
      }
    }
    assert.deepEqual(stepwise.holdings, once.holdings)
    assert.equal(stepwise.freeToSpend, once.freeToSpend)
    assert.equal(paydays, once.paydays.length)
    assert.deepEqual(
      processDays(stepwise, end).steps,
      [],
      'a second look at the same days does nothing',
    )
    for (const holding of once.holdings) checkDueDate(holding, end)
    checkMoney(state, once)
  })
})

test('the passes of a payday list every request in order of serving', () => {
  forSeeds(2_000, (chance) => {
    const state = randomState(chance)
    const payday = nextPaydayNumber(
      paydaysOf(state.schedules),
      dayNumber(state.processedThrough) + 1,
    )
    const question = { ...state, payday: dayFromNumber(payday!) }
    chance.note('question', question)
    const service = servePayday(question)
    assert.deepEqual(service.fundings, planPayday(question))
    let left = service.available
    for (const { asked, funded } of [...service.ordinary, ...service.ahead]) {
      assert.ok(asked > 0)
      assert.equal(funded, Math.min(asked, left))
      left -= funded
    }
    assert.equal(service.available, Math.max(0, state.freeToSpend - state.floor))
    const reordered = servePayday({ ...question, holdings: state.holdings.toReversed() })
    assert.deepEqual(reordered.ordinary, service.ordinary, 'the order given does not matter')
    assert.deepEqual(reordered.ahead, service.ahead)
  })
})

test('the months of a forecast are the sums of its events and paydays', () => {
  forSeeds(500, (chance) => {
    const state = randomState(chance)
    chance.note('state', state)
    const through = addMonths(state.processedThrough, 1 + chance.below(8))
    const deposits = state.schedules.map((schedule) => {
      return { paydays: paydaysOf([schedule]), amount: chance.below(9_000) }
    })
    const played = forecast({ ...state, through, deposits })
    const balances = state.holdings.map(({ lanes }) => balanceOf(lanes))
    const { freeToSpend, processedThrough: from } = state
    const months = monthsOf(played, { from, through, balances, freeToSpend })
    const total = (field: 'deposits' | 'funded' | 'planned' | 'due' | 'covered') =>
      months.reduce((sum, month) => sum + month[field], 0)
    const dues = played.expenses
      .flatMap(({ events }) => events)
      .filter(({ kind }) => kind === 'due')
    const funded = played.expenses.reduce((sum, expense) => sum + expense.funded, 0)
    assert.equal(total('funded'), funded)
    assert.equal(
      total('planned'),
      played.paydays.reduce((sum, { planned }) => sum + planned, 0),
    )
    assert.equal(
      total('due'),
      dues.reduce((sum, event) => sum + (event.kind === 'due' ? event.payment : 0), 0),
    )
    const last = months.at(-1)!
    assert.equal(last.freeToSpend, freeToSpend + total('deposits') - funded)
    assert.equal(last.setAside, addCents(...balances) + funded - total('covered'))
    assert.ok(played.expenses.every(({ events }) => events.every(({ balance }) => balance >= 0)))
  })
})

function eventOn(played: ReturnType<typeof forecast>, id: string, day: Day) {
  const { events } = played.expenses.find((expense) => expense.id === id)!
  return events.find((event) => event.kind === 'payday' && event.day === day) as
    | { planned: number; funded: number }
    | undefined
}

function paydaysIn(
  { terms }: Holding,
  { from, until }: { from: Day | null; until: Day | null },
): Day[] {
  const found: Day[] = []
  if (from === null || until === null) return found
  const end = dayNumber(until)
  let day = nextPaydayNumber(terms.paydays, dayNumber(from))
  while (day !== null && day <= end) {
    found.push(dayFromNumber(day))
    day = nextPaydayNumber(terms.paydays, day + 1)
  }
  return found
}

/** Checks that the upcoming due date is the first after the day, counted from the anchor and cut to its month. */
function checkDueDate(holding: Holding, today: Day): void {
  const recurrence = recurrenceOf(holding.terms)
  if (recurrence === null) return
  const due = dueDay(holding)!
  assert.ok(due > today)
  if (holding.cycle > 0) assert.ok(occurrence(recurrence, holding.cycle - 1) <= today)
  if (recurrence.intervalDays) {
    assert.equal(daysBetween(recurrence.anchor, due), holding.cycle * recurrence.intervalDays)
    return
  }
  const [anchor, day] = [partsOf(recurrence.anchor), partsOf(due)]
  const months = (day.year - anchor.year) * 12 + day.month - anchor.month
  assert.equal(months, holding.cycle * (recurrence.intervalMonths ?? 0))
  const lastOfMonth = partsOf(addDays(addMonths(`${due.slice(0, 8)}01` as Day, 1), -1)).date
  assert.equal(day.date, Math.min(anchor.date, lastOfMonth))
}

/** Checks that money only moves between lanes and free-to-spend, and that paydays take no more than there is. */
function checkMoney(before: EngineState, after: ReturnType<typeof processDays>): void {
  const held = (holdings: readonly Holding[]) =>
    holdings.reduce((sum, { lanes }) => sum + balanceOf(lanes), 0)
  assert.equal(held(after.holdings) + after.freeToSpend, held(before.holdings) + before.freeToSpend)
  if (after.freeToSpend < before.freeToSpend) assert.ok(after.freeToSpend >= before.floor)
  for (const { terms, lanes } of after.holdings) {
    const { ready, building, reserve, prepaid } = lanes
    assert.ok([ready, building, reserve, prepaid].every((lane) => lane >= 0))
    assert.ok(ready <= targetOf(terms) && prepaid <= targetOf(terms))
  }
}
