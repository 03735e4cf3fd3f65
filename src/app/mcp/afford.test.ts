import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgePurchase, lackingIn } from './afford.ts'

const outlook = {
  from: '2026-11-23',
  through: '2027-01-23',
  free_to_spend: 20_000,
  paydays: [
    { date: '2026-11-30', free_to_spend: 8000 },
    { date: '2026-12-15', free_to_spend: 30_000 },
  ],
  expenses: [
    {
      events: [
        { kind: 'payday', date: '2026-11-30' },
        { kind: 'due', date: '2026-12-01', payment: 5000, covered: 4000 },
      ],
    },
  ],
} as const
const judge = (amount: number, day: string, uncovered = 0) => {
  const { verdict, lowest, earliest } = judgePurchase(outlook, { amount, day, uncovered })
  return [verdict, lowest.amount, lowest.day, earliest]
}

test('a purchase must be there on its day and on every day after it', () => {
  assert.deepEqual(judge(8000, '2026-11-27'), ['yes', 8000, '2026-11-30', '2026-11-27'])
  assert.deepEqual(judge(8001, '2026-11-27'), ['tight', 8000, '2026-11-30', '2026-12-15'])
  assert.deepEqual(judge(20_000, '2026-11-23'), ['tight', 8000, '2026-11-30', '2026-12-15'])
  assert.deepEqual(judge(20_001, '2026-11-27'), ['no', 8000, '2026-11-30', '2026-12-15'])
  assert.deepEqual(judge(30_000, '2026-12-20'), ['yes', 30_000, '2026-12-20', '2026-12-20'])
  assert.deepEqual(judge(30_001, '2026-12-20'), ['no', 30_000, '2026-12-20', null])
})

test('what bills will lack counts against it', () => {
  assert.equal(lackingIn(outlook), 1000)
  assert.equal(judge(7000, '2026-11-27', 1000)[0], 'yes')
  assert.equal(judge(7001, '2026-11-27', 1000)[0], 'tight')
})

test('a payday of its own day counts', () => {
  assert.equal(judge(8001, '2026-11-30')[0], 'no')
  assert.equal(judge(30_000, '2026-12-15')[0], 'yes')
})
