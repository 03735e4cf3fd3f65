import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProviderTransaction } from '#/sources/provider/provider.ts'
import { toDay } from '#/core/values/day.ts'
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
  ...changes,
})

const mirror = (of: ProviderTransaction, changes: Partial<Mirror> = {}): Mirror => ({
  externalId: of.externalId,
  status: of.status,
  amount: of.amount,
  bookedOn: of.bookedOn,
  merchant: merchantOf(of),
  contentHash: contentHash(of),
  isClaimed: false,
  deleted: null,
  transactionId: `t-${of.externalId}`,
  ...changes,
})

const pending = (id: string, changes: Partial<ProviderTransaction> = {}) =>
  mirror(row(id, { status: 'pending', bookedOn: toDay('2026-01-04'), ...changes }))

const merchantOf = (of: ProviderTransaction) => of.rawDescription.toLowerCase()

const kinds = (rows: ProviderTransaction[], mirrors: Mirror[]) =>
  classify(rows, mirrors, { merchantOf }).rows.map((one) =>
    one.kind === 'new' ? 'new' : `${one.kind} ${one.mirror.transactionId}`,
  )

test('a row that was listed before is unchanged or changed, by its contents', () => {
  assert.deepEqual(kinds([row('1')], [mirror(row('1'))]), ['unchanged t-1'])
  assert.deepEqual(kinds([row('1', { amount: -1100 })], [mirror(row('1'))]), ['changed t-1'])
  assert.deepEqual(kinds([row('1')], [pending('1')]), ['changed t-1'])
  assert.deepEqual(kinds([row('2')], [mirror(row('1'))]), ['new'])
})

test('a booking replaces the missing pending of its amount, the same merchant first', () => {
  assert.deepEqual(kinds([row('b')], [pending('p')]), ['replacement t-p'])
  assert.deepEqual(kinds([row('b')], [pending('a', { rawDescription: 'CINEMA' }), pending('p')]), [
    'replacement t-p',
  ])
})

test('a pending that is still listed is not replaced', () => {
  const still = row('p', { status: 'pending', bookedOn: toDay('2026-01-04') })
  assert.deepEqual(kinds([still, row('b')], [mirror(still)]), ['unchanged t-p', 'new'])
})

test('another amount, a late day or a pending that is booked already does not match', () => {
  assert.deepEqual(kinds([row('b', { amount: -1301 })], [pending('p')]), ['new'])
  assert.deepEqual(kinds([row('b')], [pending('p', { bookedOn: toDay('2025-12-21') })]), ['new'])
  assert.deepEqual(kinds([row('b')], [{ ...pending('p'), isClaimed: true }]), ['new'])
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

test('without a similar merchant the amount must be unique on both sides', () => {
  const cinema = pending('p', { rawDescription: 'CINEMA' })
  assert.deepEqual(kinds([row('b')], [cinema]), ['replacement t-p'])
  assert.deepEqual(kinds([row('b'), row('c')], [cinema]), ['new', 'new'])
  const theatre = pending('q', { rawDescription: 'THEATRE' })
  assert.deepEqual(kinds([row('b')], [cinema, theatre]), ['new'])
})

const tipped = row('b', { amount: -1300 })

test('a tip of up to 30 % settles the only pending of its merchant', () => {
  assert.deepEqual(kinds([tipped], [pending('p')]), ['replacement t-p'])
  assert.deepEqual(kinds([tipped], [pending('p', { rawDescription: 'CINEMA' })]), ['new'])
  assert.deepEqual(kinds([row('b', { amount: -900 })], [pending('p')]), ['new'])
  assert.deepEqual(kinds([row('b', { amount: 1300 })], [pending('p')]), ['new'])
})

test('a tip with several candidates is a possible match', () => {
  const possible = (rows: ProviderTransaction[], mirrors: Mirror[]) =>
    classify(rows, mirrors, { merchantOf }).possible.map(
      (one) => `${one.row.externalId} ${one.mirror.transactionId}`,
    )
  assert.deepEqual(kinds([tipped], [pending('p'), pending('q')]), ['new'])
  assert.deepEqual(possible([tipped], [pending('p'), pending('q')]), ['b t-p', 'b t-q'])
  const still = row('p', { status: 'pending', bookedOn: toDay('2026-01-04') })
  assert.deepEqual(possible([still, tipped], [mirror(still)]), ['b t-p'])
  assert.deepEqual(possible([tipped], [pending('p')]), [])
})

test('as many bookings with tips as pendings of a merchant settle each other by amount', () => {
  // 10.00 and 12.00 are booked as 12.50 and 13.00: each booking fits either pending, and the sum is 25.50 in any case.
  const rows = [row('b1', { amount: -1300 }), row('b2', { amount: -1250 })]
  const mirrors = [pending('p1', { amount: -1200 }), pending('p2', { amount: -1000 })]
  assert.deepEqual(kinds(rows, mirrors), ['replacement t-p1', 'replacement t-p2'])
  const still = row('p1', { status: 'pending', amount: -1200 })
  assert.deepEqual(kinds([still, ...rows], [mirror(still), mirrors[1]!]), [
    'unchanged t-p1',
    'new',
    'new',
  ])
  assert.deepEqual(kinds([...rows, row('b3', { amount: -1299 })], mirrors), ['new', 'new', 'new'])
})

test('a fuel hold is settled by any amount at its merchant', () => {
  const fuel = row('b', { amount: -6210, mcc: '5542' })
  assert.deepEqual(kinds([fuel], [pending('p', { amount: -100 })]), ['replacement t-p'])
  assert.deepEqual(kinds([row('b', { amount: -6210 })], [pending('p', { amount: -100 })]), ['new'])
})

test('a reused id is another payment; a correction under the same id is not', () => {
  const old = mirror(row('1'))
  const far = { bookedOn: toDay('2026-01-16'), rawDescription: 'CINEMA', amount: -2000 }
  assert.deepEqual(kinds([row('1', far)], [old]), ['reused t-1'])
  assert.deepEqual(kinds([row('1', { amount: 1000 })], [old]), ['reused t-1'])
  for (const kept of [
    { amount: -1000 },
    { rawDescription: 'BAKERY' },
    { bookedOn: toDay('2026-01-15') },
  ]) {
    assert.deepEqual(kinds([row('1', { ...far, ...kept })], [old]), ['changed t-1'])
  }
  assert.deepEqual(kinds([row('1', far)], [pending('1')]), ['changed t-1'])
})

test('the id of a replaced pending stays a tombstone until it is booked itself', () => {
  const claimed = { ...pending('p'), isClaimed: true }
  const still = { status: 'pending', bookedOn: toDay('2026-01-04') } as const
  assert.deepEqual(kinds([row('p', still)], [claimed]), ['unchanged t-p'])
  assert.deepEqual(kinds([row('p', { ...still, amount: -9 })], [claimed]), ['unchanged t-p'])
  assert.deepEqual(kinds([row('p')], [claimed]), ['reused t-p'])
})

test('a booking never becomes pending again', () => {
  const booked = mirror(row('1'))
  assert.deepEqual(kinds([row('1', { status: 'pending' })], [booked]), ['unchanged t-1'])
})

test('a row that the bank removed may come back; one that a person deleted does not', () => {
  const booked = mirror(row('1'))
  assert.deepEqual(kinds([row('1')], [{ ...booked, deleted: 'bank' }]), ['changed t-1'])
  assert.deepEqual(kinds([row('1')], [{ ...booked, deleted: 'person' }]), ['unchanged t-1'])
  assert.deepEqual(kinds([row('b')], [{ ...pending('p'), deleted: 'person' }]), ['replacement t-p'])
})
