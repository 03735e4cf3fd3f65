import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProviderTransaction } from '#/providers/provider.ts'
import { toDay } from '#/values/day.ts'
import { classify } from './classify.ts'
import { contentHash, type Mirror } from './mirror.ts'

const row = (id: string, changes: Partial<ProviderTransaction> = {}): ProviderTransaction => ({
  account: { institutionId: 'I', externalId: 'A' },
  externalId: id,
  status: 'booked',
  amount: -1000,
  currency: 'EUR',
  bookedOn: toDay('2026-01-05'),
  occurredOn: null,
  occurredAt: null,
  rawDescription: 'BAKERY',
  merchant: null,
  memo: null,
  mcc: null,
  providerCategory: null,
  replacesExternalId: null,
  raw: null,
  ...changes,
})

const mirror = (of: ProviderTransaction, changes: Partial<Mirror> = {}): Mirror => ({
  externalId: of.externalId,
  status: of.status,
  amount: of.amount,
  bookedOn: of.bookedOn,
  merchant: merchantOf(of),
  contentHash: contentHash(of),
  removed: false,
  gone: false,
  transactionId: `t-${of.externalId}`,
  ...changes,
})

const pending = (id: string, changes: Partial<ProviderTransaction> = {}) =>
  mirror(row(id, { status: 'pending', bookedOn: toDay('2026-01-04'), ...changes }))

const merchantOf = (of: ProviderTransaction) => of.rawDescription.toLowerCase()

const kinds = (rows: ProviderTransaction[], mirrors: Mirror[]) =>
  classify(rows, mirrors, { merchantOf }).map((one) =>
    one.kind === 'new' ? 'new' : `${one.kind} ${one.mirror.transactionId}`,
  )

test('a row that was listed before is unchanged or changed, by what it says', () => {
  assert.deepEqual(kinds([row('1')], [mirror(row('1'))]), ['unchanged t-1'])
  assert.deepEqual(kinds([row('1', { amount: -1100 })], [mirror(row('1'))]), ['changed t-1'])
  assert.deepEqual(kinds([row('1')], [pending('1')]), ['changed t-1'])
  assert.deepEqual(kinds([row('2')], [mirror(row('1'))]), ['new'])
})

test('a booking replaces the pending of its amount that is gone, of a like merchant first', () => {
  assert.deepEqual(kinds([row('b')], [pending('p')]), ['replacement t-p'])
  assert.deepEqual(kinds([row('b')], [pending('a', { rawDescription: 'CINEMA' }), pending('p')]), [
    'replacement t-p',
  ])
})

test('a pending that is still listed is not replaced', () => {
  const still = row('p', { status: 'pending', bookedOn: toDay('2026-01-04') })
  assert.deepEqual(kinds([still, row('b')], [mirror(still)]), ['unchanged t-p', 'new'])
})

test('another amount, a late day or a removed pending is no match', () => {
  assert.deepEqual(kinds([row('b', { amount: -1001 })], [pending('p')]), ['new'])
  assert.deepEqual(kinds([row('b')], [pending('p', { bookedOn: toDay('2025-12-21') })]), ['new'])
  assert.deepEqual(kinds([row('b')], [{ ...pending('p'), removed: true }]), ['new'])
})

test('two equal pendings are paired with their bookings by day, then id, each once', () => {
  const mirrors = [pending('p2', { bookedOn: toDay('2026-01-03') }), pending('p1')]
  assert.deepEqual(kinds([row('b1'), row('b2')], mirrors), ['replacement t-p2', 'replacement t-p1'])
  assert.deepEqual(kinds([row('b1'), row('b2'), row('b3')], mirrors), [
    'replacement t-p2',
    'replacement t-p1',
    'new',
  ])
})

test('without a like merchant only an amount that is alone on both sides speaks', () => {
  const cinema = pending('p', { rawDescription: 'CINEMA' })
  assert.deepEqual(kinds([row('b')], [cinema]), ['replacement t-p'])
  assert.deepEqual(kinds([row('b'), row('c')], [cinema]), ['new', 'new'])
  const theatre = pending('q', { rawDescription: 'THEATRE' })
  assert.deepEqual(kinds([row('b')], [cinema, theatre]), ['new'])
})
