import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toDay } from '#/core/values/day.ts'
import { type Candidate, findLikely } from './likely-rows.ts'

// The bank's balance of 20 March less Earmark's is the difference.

const day = toDay('2026-03-20')

const row = (id: string, amount: number, changes: Partial<Candidate> = {}): Candidate => ({
  id,
  amount,
  counted: amount,
  merchant: id,
  booked: toDay('2026-03-18'),
  state: 'booked',
  isCorrection: false,
  ...changes,
})

const find = (difference: number, ...rows: readonly Candidate[]) =>
  findLikely(rows, { difference, day }).map(({ kind, ids }) => [kind, ...ids])

const noise = [row('shoes', -8_250), row('pay', 210_000), row('bread', -320)]

test('no difference needs no explanation', () => {
  assert.deepEqual(find(0, ...noise, row('p', -100, { state: 'pending' })), [])
})

test('rows of other amounts explain nothing', () => {
  assert.deepEqual(find(1_111, ...noise), [])
})

test('a pending payment that the bank has not booked explains the difference', () => {
  assert.deepEqual(find(450, ...noise, row('coffee', -450, { state: 'pending' })), [
    ['pending', 'coffee'],
  ])
})

test('several pending payments explain the difference together', () => {
  const [a, b] = [row('a', -450, { state: 'pending' }), row('b', -50, { state: 'pending' })]
  assert.deepEqual(find(500, ...noise, a, b), [['pending', 'a', 'b']])
})

test('a pending deposit that does not count here yet is one that the bank has booked', () => {
  const deposit = row('refund', 900, { state: 'pending', counted: 0 })
  assert.deepEqual(find(900, ...noise, deposit), [['pending', 'refund']])
})

test('one of two equal payments of a merchant within four days is one too many', () => {
  const one = row('1', -450, { merchant: 'coffee' })
  const twin = row('2', -450, { merchant: 'coffee', booked: toDay('2026-03-15') })
  assert.deepEqual(find(450, ...noise, one, twin), [['doubled', '1', '2']])
  const early = { ...twin, booked: toDay('2026-03-13') }
  assert.deepEqual(find(450, ...noise, one, early), [])
})

test('a deleted payment that the bank knows can be restored', () => {
  assert.deepEqual(find(-450, ...noise, row('coffee', -450, { state: 'deleted' })), [
    ['deleted', 'coffee'],
  ])
})

test('a payment that is booked here on a later day explains the difference', () => {
  assert.deepEqual(find(-450, ...noise, row('coffee', -450, { booked: toDay('2026-03-21') })), [
    ['later', 'coffee'],
  ])
})

test('a payment of the month before that has not come again may be missing', () => {
  const last = row('1', -999, { merchant: 'music', booked: toDay('2026-02-18') })
  assert.deepEqual(find(-999, ...noise, last), [['missing', '1']])
  assert.deepEqual(find(-999, ...noise, last, row('2', -999, { merchant: 'music' })), [])
})

test('a payment with the wrong sign makes twice its amount', () => {
  // Recorded as +60.00, and the bank says −60.00.
  assert.deepEqual(find(-12_000, ...noise, row('gift', 6_000)), [['sign', 'gift']])
})

test('swapped digits make a difference that swapping them back explains', () => {
  // Recorded as −54.00 instead of −45.00.
  assert.deepEqual(find(900, ...noise, row('books', -5_400)), [['digits', 'books']])
  // Recorded as −0.12 instead of −1.02.
  assert.deepEqual(find(-90, ...noise, row('gum', -12)), [['digits', 'gum']])
})

test('an earlier correction whose payment has come since is one too many', () => {
  assert.deepEqual(find(700, ...noise, row('c', -700, { isCorrection: true })), [
    ['correction', 'c'],
  ])
})

test('explanations that need no correction come first, then rows near the day', () => {
  const near = row('near', -450, { merchant: 'coffee', booked: day })
  const far = row('far', -450, { merchant: 'coffee' })
  const pending = row('pending', -450, { state: 'pending', booked: toDay('2026-03-01') })
  assert.deepEqual(find(450, far, near, pending), [
    ['pending', 'pending'],
    ['doubled', 'near', 'far'],
  ])
})
