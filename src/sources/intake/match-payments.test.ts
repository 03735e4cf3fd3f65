import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toDay } from '#/core/values/day.ts'
import { type Known, matchPayments, type Told } from './match-payments.ts'

const told = (externalId: string, day: string, change: Partial<Told> = {}): Told => ({
  externalId,
  amount: -450,
  bookedOn: toDay(`2026-01-${day}`),
  merchant: 'corner-bakery',
  ...change,
})
const known = (transactionId: string, day: string, change: Partial<Known> = {}): Known => ({
  transactionId,
  amount: -450,
  bookedOn: toDay(`2026-01-${day}`),
  merchants: ['corner-bakery'],
  byDevices: true,
  ...change,
})
const pairs = (payments: readonly Told[], transactions: readonly Known[]) =>
  Object.fromEntries(
    [...matchPayments(payments, transactions)].map(([a, b]) => [a.externalId, b.transactionId]),
  )

test('a payment that another device told within a day is the same one', () => {
  for (const [day, expected] of [
    ['09', { a: 'x' }],
    ['10', { a: 'x' }],
    ['11', { a: 'x' }],
    ['12', {}],
  ] as const) {
    assert.deepEqual(pairs([told('a', '10')], [known('x', day)]), expected, day)
  }
  assert.deepEqual(pairs([told('a', '10')], [known('x', '10', { amount: -451 })]), {})
  assert.deepEqual(pairs([told('a', '10')], [known('x', '10', { merchants: ['kiosk'] })]), {})
  const renamed = known('x', '10', { merchants: ['breakfast', 'corner-bakery'] })
  assert.deepEqual(pairs([told('a', '10')], [renamed]), { a: 'x' }, 'a person calls it otherwise')
})

test('equal payments are paired one to one, near days first', () => {
  const two = [told('a', '10'), told('b', '11')]
  assert.deepEqual(pairs(two, [known('x', '10')]), { a: 'x' })
  assert.deepEqual(pairs(two, [known('y', '11'), known('x', '10')]), { a: 'x', b: 'y' })
  assert.deepEqual(pairs([told('a', '10')], [known('x', '09'), known('y', '10')]), { a: 'y' })
  assert.deepEqual(pairs(two, [known('x', '11')]), { b: 'x' }, 'what agrees to the day goes first')
})

test('a bank’s row is the payment within three days, under another name only if nothing else could be', () => {
  const bank = (id: string, day: string, merchant = 'corner-bakery') =>
    known(id, day, { byDevices: false, merchants: [merchant] })
  assert.deepEqual(pairs([told('a', '10')], [bank('x', '13')]), { a: 'x' })
  assert.deepEqual(pairs([told('a', '10')], [bank('x', '14')]), {})
  assert.deepEqual(pairs([told('a', '10')], [bank('x', '12', 'cb-ltd')]), { a: 'x' })
  assert.deepEqual(
    pairs([told('a', '10')], [bank('x', '12', 'cb-ltd'), bank('y', '09', 'kiosk')]),
    {},
  )
  assert.deepEqual(
    pairs([told('a', '10'), told('b', '11', { merchant: 'kiosk' })], [bank('x', '12', 'cb-ltd')]),
    {},
  )
  assert.deepEqual(
    pairs(
      [told('a', '10'), told('b', '11', { merchant: 'kiosk' })],
      [bank('x', '12', 'cb-ltd'), bank('y', '10')],
    ),
    { a: 'y', b: 'x' },
  )
})
