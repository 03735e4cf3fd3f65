import assert from 'node:assert/strict'
import { test } from 'node:test'
import { purchase, type Sent } from '../../../test/support/given-wallet.ts'
import type { ChangesPush } from './contract.ts'
import { readBalance, readChanges, readPayment, type PushContext } from './translate.ts'

const context = (change: Partial<PushContext> = {}): PushContext => ({
  ref: { institutionId: 'device', externalId: 'card' },
  currency: 'EUR',
  zone: 'Europe/Madrid',
  now: Temporal.Instant.from('2026-11-20T12:00:00Z'),
  ...change,
})
const read = (history: Sent, change: Partial<PushContext> = {}) => {
  const sent = { account_id: 'card', new_token: '1', inserted: [], updated: [], deleted: [] }
  const pushed = { ...sent, ...history } as unknown as ChangesPush['transactions'][number]
  return readChanges(pushed, 'transactions[0]', context(change))
}
const payment = { kind: 'payment', merchant: 'Kiosk', amount: '5', card: 'Visa' } as const

test('a status means pending, booked or removed', () => {
  const statusOf = (status: string) => {
    const { rows, removed } = read({ inserted: [purchase({ status })] })
    return rows[0]?.status ?? `${removed.length} gone`
  }
  assert.deepEqual(['authorized', 'pending', 'memo', 'booked', 'rejected'].map(statusOf), [
    'pending',
    'pending',
    'pending',
    'booked',
    '1 gone',
  ])
})

test('the later of two equal ids in a push counts, and removed rows stay removed', () => {
  const paid = purchase()
  const booked = { ...paid, status: 'booked' }
  assert.deepEqual(
    read({ inserted: [paid], updated: [booked] }).rows.map(({ status }) => status),
    ['booked'],
  )
  const { rows, removed } = read({ inserted: [paid], deleted: [paid['id']] })
  assert.deepEqual([rows, removed], [[], [paid['id']]])
})

test('an amount has the decimals of its currency, and the sign of its indicator', () => {
  for (const [amount, currency, side, cents] of [
    ['4.5', 'EUR', 'debit', -450],
    ['4.50', 'EUR', 'credit', 450],
    ['0.005', 'EUR', 'credit', 1],
    ['1200', 'JPY', 'debit', -1200],
    ['1.234', 'KWD', 'debit', -1234],
    ['0', 'EUR', 'debit', 0],
  ] as const) {
    const sent = purchase({
      transaction_amount: { amount, currency_code: currency },
      credit_debit_indicator: side,
    })
    const [row] = read({ inserted: [sent] }, { currency }).rows
    assert.equal(row?.amount, cents, `${amount} ${currency} ${side}`)
    assert.ok(!Object.is(row?.amount, -0))
  }
  assert.equal(
    readPayment({ ...payment, amount: '¥1,200' }, context({ currency: 'JPY' })).amount,
    -1200,
  )
})

test('a day is that of the household’s time zone', () => {
  const at = '2026-11-20T11:30:00Z'
  for (const [zone, day] of [
    ['Pacific/Honolulu', '2026-11-20'],
    ['UTC', '2026-11-20'],
    ['Pacific/Auckland', '2026-11-21'],
    ['Pacific/Tongatapu', '2026-11-21'],
  ] as const) {
    const [row] = read({ inserted: [purchase({ transaction_date: at })] }, { zone }).rows
    assert.deepEqual([row?.bookedOn, row?.occurredOn], [day, day], zone)
    assert.equal(readPayment({ ...payment, paid_at: at }, context({ zone })).bookedOn, day, zone)
  }
  const posted = purchase({ transaction_date: at, posted_date: '2026-11-22T03:00:00Z' })
  const [row] = read({ inserted: [posted] }).rows
  assert.deepEqual([row?.bookedOn, row?.occurredOn], ['2026-11-22', '2026-11-20'])
})

test('the booked balance counts, and the available one only without it', () => {
  const part = (amount: string) => ({
    amount: { amount, currency_code: 'EUR' },
    credit_debit_indicator: 'credit' as const,
    as_of_date: '2026-11-20T08:00:00Z',
  })
  const balanceOf = (sent: object) =>
    readBalance({ account_id: 'card', ...sent }, 'b', context()).balance
  assert.equal(balanceOf({ booked: part('10'), available: part('7') }), 1000)
  assert.equal(balanceOf({ available: part('7') }), 700)
})
