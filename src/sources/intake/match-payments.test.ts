import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toDay } from '#/core/values/day.ts'
import { type Known, matchPayments, type NewPayment, policies } from './match-payments.ts'

const payment = (
  externalId: string,
  day: string,
  change: Partial<NewPayment> = {},
): NewPayment => ({
  externalId,
  amount: -450,
  bookedOn: toDay(`2026-01-${day}`),
  merchant: 'corner-bakery',
  status: 'booked',
  mcc: null,
  ...change,
})
const known = (transactionId: string, day: string, change: Partial<Known> = {}): Known => ({
  transactionId,
  amount: -450,
  bookedOn: toDay(`2026-01-${day}`),
  merchants: ['corner-bakery'],
  ...change,
})
const device = (id: string, day: string, change: Partial<Known> = {}) =>
  known(id, day, { byDevices: true, ...change })
const named = (id: string, day: string, merchant: string) =>
  known(id, day, { merchants: [merchant] })
const open = (id: string, day: string, change: Partial<Known> = {}) =>
  known(id, day, { awaitsBooking: true, ...change })

type Row = {
  readonly rule: string
  readonly payments: readonly NewPayment[]
  readonly known: readonly Known[]
  readonly pairs: Record<string, string>
  readonly possible?: readonly string[]
}

const a = payment('a', '10')
const two = [a, payment('b', '11')]
const other = payment('b', '11', { merchant: 'kiosk' })
const tipped = payment('a', '12', { amount: -500 })

const table: Record<keyof typeof policies, readonly Row[]> = {
  bank: [
    { rule: 'three days late', payments: [a], known: [known('x', '13')], pairs: { a: 'x' } },
    { rule: 'four days late', payments: [a], known: [known('x', '14')], pairs: {} },
    {
      rule: 'another name, unique',
      payments: [a],
      known: [named('x', '12', 'cb-ltd')],
      pairs: { a: 'x' },
    },
    {
      rule: 'another name, two transactions',
      payments: [a],
      known: [named('x', '12', 'cb-ltd'), named('y', '09', 'kiosk')],
      pairs: {},
      possible: ['a x', 'a y'],
    },
    {
      rule: 'another name, two payments',
      payments: [a, other],
      known: [named('x', '12', 'cb-ltd')],
      pairs: {},
      possible: ['a x', 'b x'],
    },
    {
      rule: 'a matched payment is not a rival',
      payments: [a, other],
      known: [named('x', '12', 'cb-ltd'), known('y', '10')],
      pairs: { a: 'y', b: 'x' },
    },
    {
      rule: 'a booking two weeks after a device saw the payment',
      payments: [payment('a', '24')],
      known: [open('x', '10')],
      pairs: { a: 'x' },
    },
    {
      rule: 'a booking two weeks after another source reported the payment',
      payments: [payment('a', '24')],
      known: [known('x', '10')],
      pairs: {},
      possible: ['a x'],
    },
    {
      rule: 'a tip on a device’s payment',
      payments: [tipped],
      known: [open('x', '10')],
      pairs: { a: 'x' },
    },
    {
      rule: 'a tip on one of two payments',
      payments: [tipped],
      known: [open('x', '10'), open('y', '11')],
      pairs: {},
      possible: ['a x', 'a y'],
    },
    {
      rule: 'a tip on a manual payment',
      payments: [tipped],
      known: [known('x', '10')],
      pairs: {},
      possible: ['a x'],
    },
    {
      rule: 'a tip on a deleted payment',
      payments: [tipped],
      known: [known('x', '10', { isDeleted: true })],
      pairs: {},
    },
    {
      rule: 'a pending payment has no tip yet',
      payments: [{ ...tipped, status: 'pending' }],
      known: [open('x', '10')],
      pairs: {},
    },
  ],
  wallet: [
    {
      rule: 'two devices, a day before',
      payments: [a],
      known: [device('x', '09')],
      pairs: { a: 'x' },
    },
    { rule: 'two devices, same day', payments: [a], known: [device('x', '10')], pairs: { a: 'x' } },
    {
      rule: 'two devices, a day later',
      payments: [a],
      known: [device('x', '11')],
      pairs: { a: 'x' },
    },
    { rule: 'two devices, two days later', payments: [a], known: [device('x', '12')], pairs: {} },
    {
      rule: 'two devices, another amount',
      payments: [a],
      known: [device('x', '10', { amount: -451 })],
      pairs: {},
    },
    {
      rule: 'two devices, another merchant',
      payments: [a],
      known: [device('x', '10', { merchants: ['kiosk'] })],
      pairs: {},
    },
    {
      rule: 'two devices, renamed by a person',
      payments: [a],
      known: [device('x', '10', { merchants: ['breakfast', 'corner-bakery'] })],
      pairs: { a: 'x' },
    },
    {
      rule: 'two equal payments, one known',
      payments: two,
      known: [device('x', '10')],
      pairs: { a: 'x' },
    },
    {
      rule: 'two equal payments, both known',
      payments: two,
      known: [device('y', '11'), device('x', '10')],
      pairs: { a: 'x', b: 'y' },
    },
    {
      rule: 'the nearest day first',
      payments: [a],
      known: [device('x', '09'), device('y', '10')],
      pairs: { a: 'y' },
    },
    {
      rule: 'the same day before a near one',
      payments: two,
      known: [device('x', '11')],
      pairs: { b: 'x' },
    },
    {
      rule: 'a bank’s transaction with another name, unique',
      payments: [a],
      known: [named('x', '13', 'cb-ltd')],
      pairs: { a: 'x' },
    },
    { rule: 'a device knows no tips', payments: [tipped], known: [known('x', '10')], pairs: {} },
  ],
  relinked: [
    {
      rule: 'the same day under other names, in order',
      payments: [a, payment('b', '10')],
      known: [named('x', '10', 'cb-ltd'), named('y', '10', 'bakery-inc')],
      pairs: { a: 'x', b: 'y' },
    },
    {
      rule: 'the same merchant before the same day',
      payments: [a],
      known: [named('x', '10', 'cb-ltd'), known('y', '11')],
      pairs: { a: 'y' },
    },
    {
      rule: 'another day and name, unique',
      payments: [a],
      known: [named('x', '12', 'cb-ltd')],
      pairs: { a: 'x' },
    },
  ],
  file: [
    {
      rule: 'the same day and merchant',
      payments: [a],
      known: [known('x', '10')],
      pairs: { a: 'x' },
    },
    {
      rule: 'the same day, another merchant',
      payments: [a],
      known: [named('x', '10', 'kiosk')],
      pairs: { a: 'x' },
    },
    { rule: 'another day', payments: [a], known: [known('x', '11')], pairs: {} },
    {
      rule: 'the same merchant first',
      payments: [payment('b', '10', { merchant: 'kiosk' }), a],
      known: [known('x', '10'), named('y', '10', 'cb-ltd')],
      pairs: { a: 'x', b: 'y' },
    },
    {
      rule: 'the surplus is new',
      payments: [a, payment('b', '10')],
      known: [known('x', '10')],
      pairs: { a: 'x' },
    },
  ],
}

for (const [name, rows] of Object.entries(table)) {
  for (const { rule, payments, known: all, pairs, possible = [] } of rows) {
    test(`${name}: ${rule}`, () => {
      const found = matchPayments(payments, all, policies[name as keyof typeof policies])
      const ids = [...found.pairs].map(([one, match]) => [one.externalId, match.transactionId])
      assert.deepEqual(Object.fromEntries(ids), pairs)
      assert.deepEqual(
        found.possible.map((one) => `${one.payment.externalId} ${one.known.transactionId}`),
        possible,
      )
    })
  }
}

test('pairs of a file keep the order of its rows', () => {
  const rows = [payment('late', '11'), payment('early', '10')]
  const { pairs } = matchPayments(rows, [known('x', '10'), known('y', '11')], policies.file)
  assert.deepEqual(
    [...pairs.keys()].map(({ externalId }) => externalId),
    ['late', 'early'],
  )
})
