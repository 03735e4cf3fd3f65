import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paydaysOf } from '#/core/calendar/paydays.ts'
import { toDay } from '#/core/values/day.ts'
import {
  emptyLanes,
  type Holding,
  type Lanes,
  type Terms,
} from '#/budget/expenses/rules/holding.ts'
import { pastMovement } from './past-movement.ts'

/** Pay comes on the 28th; the bill is due on the 1st and has cycle 1: 1 November has passed, 1 December comes next. */
const terms: Terms = {
  type: 'expense',
  target: 90_000,
  intervalMonths: 1,
  anchor: toDay('2026-11-01'),
  payments: 1,
  buildBy: null,
  priority: 'normal',
  paused: false,
  paydays: paydaysOf([
    {
      frequency: 'monthly',
      days: [28],
      anchor: toDay('2026-10-28'),
      weekend: 'none',
      extra: [],
    },
  ]),
  card: null,
}
const bill: Partial<Terms> = {}
const envelope: Partial<Terms> = { intervalMonths: null, anchor: null }
const goal: Partial<Terms> = { type: 'goal', intervalMonths: null, anchor: toDay('2027-07-01') }

const created = toDay('2026-10-15')
const cases: readonly [
  about: string,
  terms: Partial<Terms>,
  lanes: Partial<Lanes>,
  payment: readonly [booked: string, amount: number],
  today: string,
  moved: number,
][] = [
  [
    'paid after it came due',
    bill,
    { ready: 90_000 },
    ['2026-11-03', -90_000],
    '2026-11-10',
    90_000,
  ],
  [
    'paid shortly before it came due',
    bill,
    { ready: 90_000 },
    ['2026-10-30', -90_000],
    '2026-11-10',
    90_000,
  ],
  [
    'paid dearer than planned',
    bill,
    { ready: 90_000 },
    ['2026-11-03', -95_000],
    '2026-11-10',
    90_000,
  ],
  [
    'paid for the due date before',
    bill,
    { ready: 90_000 },
    ['2026-10-16', -90_000],
    '2026-11-10',
    0,
  ],
  [
    'paid before the Expense existed',
    bill,
    { ready: 90_000 },
    ['2026-10-14', -90_000],
    '2026-11-10',
    0,
  ],
  [
    'the money of the due date is spent',
    bill,
    { building: 90_000 },
    ['2026-11-03', -90_000],
    '2026-11-10',
    0,
  ],
  [
    'only a rest of the due date is left',
    bill,
    { ready: 10_000 },
    ['2026-11-03', -90_000],
    '2026-11-10',
    0,
  ],
  [
    'the next one is paid early',
    bill,
    { building: 90_000 },
    ['2026-11-29', -90_000],
    '2026-11-29',
    90_000,
  ],
  ['a refund', bill, { ready: 90_000 }, ['2026-11-03', 90_000], '2026-11-10', 0],
  [
    'an envelope before the payday',
    envelope,
    { building: 40_000 },
    ['2026-11-03', -5_000],
    '2026-11-10',
    5_000,
  ],
  [
    'an envelope after the payday',
    envelope,
    { building: 40_000 },
    ['2026-11-03', -5_000],
    '2026-11-28',
    0,
  ],
  ['an empty envelope', envelope, {}, ['2026-11-03', -5_000], '2026-11-10', 0],
  ['a goal', goal, { building: 3_000 }, ['2026-11-03', -5_000], '2026-12-20', 3_000],
]

for (const [about, changed, lanes, [booked, amount], today, moved] of cases) {
  test(`a past payment gives back what the Expense still keeps for it: ${about}`, () => {
    const holding: Holding = {
      id: 'e',
      terms: { ...terms, ...changed },
      lanes: { ...emptyLanes, ...lanes },
      cycle: 1,
    }
    const since = { created, today: toDay(today) }
    assert.equal(pastMovement(holding, { amount, booked: toDay(booked) }, since).moved, moved)
  })
}

test('the money for one due date is given back once', () => {
  const holding: Holding = { id: 'e', terms, lanes: { ...emptyLanes, ready: 90_000 }, cycle: 1 }
  const since = { created, today: toDay('2026-11-10') }
  const first = pastMovement(holding, { amount: -90_000, booked: toDay('2026-11-05') }, since)
  const second = pastMovement(first.after, { amount: -90_000, booked: toDay('2026-11-03') }, since)
  assert.deepEqual([first.moved, second.moved], [90_000, 0])
})
