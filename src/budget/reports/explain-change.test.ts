import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenChance } from '#/budget/expenses/rules/given.ts'
import { toDay } from '#/core/values/day.ts'
import {
  type AccountSpan,
  explainChange,
  type Moves,
  type PaymentChange,
} from './explain-change.ts'

const nothing: Moves = {
  accounts: [],
  payments: { largest: [], count: 0, sum: 0 },
  paydays: [],
  expenses: { largest: [], count: 0, sum: 0 },
}

const span = (changes: Partial<AccountSpan>): AccountSpan => ({
  account_id: 'a',
  name: 'Checking',
  before: 0,
  after: 0,
  counted_before: true,
  counted_after: true,
  began: false,
  paid: 0,
  ...changes,
})

const payment = (cash: number, released: number): PaymentChange => ({
  cash,
  released,
  change: 'recorded',
  transfer: false,
  transaction: {
    id: `${cash} ${released}`,
    concept: 'Something',
    booked_at: toDay('2026-01-05'),
    amount: cash,
    account_name: 'Checking',
    deleted: false,
  },
  parts: [],
})

const shortLines = (moves: Partial<Moves>) =>
  explainChange({ ...nothing, ...moves }).map((line) => [
    line.kind,
    line.amount,
    ...('change' in line ? [line.change] : []),
  ])

test('what the payments of an account do not explain is a line of the account', () => {
  const kept = span({ before: 1_000, after: 700, paid: -250 })
  assert.deepEqual(shortLines({ accounts: [kept] }), [['account', -50, 'corrected']])
  assert.deepEqual(shortLines({ accounts: [span({ before: 1_000, after: 750, paid: -250 })] }), [])
})

test('an account that comes or goes brings or takes all that its payments do not', () => {
  const came = span({ after: 900, counted_before: false, began: true, paid: -100 })
  const went = span({ before: 500, counted_after: false })
  const again = span({ before: 500, after: 400, began: true })
  assert.deepEqual(shortLines({ accounts: [came] }), [['account', 1_000, 'counted']])
  assert.deepEqual(shortLines({ accounts: [went] }), [['account', -500, 'uncounted']])
  assert.deepEqual(shortLines({ accounts: [again] }), [['account', -100, 'corrected']])
})

test('lines come by size; one that nets to zero is kept, and smaller ones are one sum at the end', () => {
  const payments = { largest: [payment(-40, 0), payment(-900, 900)], count: 5, sum: -46 }
  const paydays = [{ day: toDay('2026-01-08'), amount: -70, count: 1, parts: [] }]
  assert.deepEqual(shortLines({ payments, paydays }), [
    ['payday', -70],
    ['payment', -40, 'recorded'],
    ['payment', 0, 'recorded'],
    ['others', -6],
  ])
})

test('after any movement the lines add up to the change of cash and of what is set aside', () => {
  const chance = givenChance(16)
  const some = () => chance.below(2_000) - 1_000
  for (let round = 0; round < 200; round += 1) {
    const largest = Array.from({ length: chance.below(5) }, () => payment(some(), some()))
    const listed = largest.reduce((sum, { cash, released }) => sum + cash + released, 0)
    const [hiddenCash, hiddenReleased] = [some(), some()]
    const cash = largest.reduce((sum, one) => sum + one.cash, hiddenCash)
    const payments = {
      largest,
      count: largest.length + 3,
      sum: listed + hiddenCash + hiddenReleased,
    }
    const paid = span({ before: some(), after: some(), paid: cash })
    const other = span({ before: some(), after: some(), counted_after: chance.below(2) === 0 })
    const payday = { day: toDay('2026-01-08'), amount: some(), count: 2, parts: [] }
    const lines = explainChange({
      ...nothing,
      accounts: [paid, other],
      payments,
      paydays: [payday],
    })
    const released = largest.reduce((sum, one) => sum + one.released, hiddenReleased)
    const expected =
      paid.after - paid.before + other.after - other.before + released + payday.amount
    assert.equal(
      lines.reduce((sum, { amount }) => sum + amount, 0),
      expected,
    )
  }
})
