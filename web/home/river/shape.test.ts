import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HomeData } from '../home-data.ts'
import { canMove, edgePath, fundedShare, placeTiles, riverDays, scaleOf } from './shape.ts'

const payment = (date: string, name: string, more = {}) => ({
  expense_id: name,
  name,
  kind: 'bill' as const,
  look: { hue: 'blue' as const, icon: 'house' },
  date,
  payment: 10_000,
  held: 5_000,
  missing: 0,
  state: 'on_the_way' as const,
  ...more,
})

/** Three days before a payday that brings 500.00 and sets 200.00 aside. */
const data = {
  today: '2026-01-30',
  money: [{ free_to_spend: 10_000 }],
  river: {
    until: '2026-02-03',
    paydays: [
      {
        date: '2026-02-02',
        deposit: 50_000,
        planned: 20_000,
        funded: 20_000,
        free_to_spend: 40_000,
      },
    ],
    payments: [payment('2026-01-31', 'Rent'), payment('2026-02-02', 'Gym')],
  },
} as unknown as HomeData

test('free to spend changes on the day of a payday and stays until the end', () => {
  const days = riverDays(data)
  assert.deepEqual(
    days.map(({ day, free }) => [day, free]),
    [
      ['2026-01-30', 10_000],
      ['2026-01-31', 10_000],
      ['2026-02-01', 10_000],
      ['2026-02-02', 40_000],
      ['2026-02-03', 40_000],
    ],
  )
  assert.deepEqual(
    days.map(({ payments }) => payments.map(({ name }) => name)),
    [[], ['Rent'], [], ['Gym'], []],
  )
})

test('the edge is level between paydays, and steps where a payday begins', () => {
  const days = riverDays(data)
  const path = edgePath(days, { low: 0, high: 50_000 })
  assert.equal(path, 'M0,80H2.75C3,80 3,20 3.25,20H5')
})

test('the picture always shows zero, also below and above it', () => {
  const days = riverDays(data)
  assert.equal(scaleOf(days).low, 0)
  const short = days.map((one) => ({ ...one, free: one.free - 15_000 }))
  const { low, high } = scaleOf(short)
  assert.ok(low < -5_000 && high > 25_000)
})

test('tiles that would cover each other hang in rows, and join where no row has room', () => {
  const days = riverDays({
    ...data,
    river: {
      ...data.river,
      payments: ['A', 'B', 'C', 'D'].map((name) => payment('2026-01-31', name)),
    },
  })
  const tiles = placeTiles(days, 2)
  assert.deepEqual(
    tiles.map(({ level, payments }) => [level, payments.map(({ name }) => name).join()]),
    [
      [0, 'A'],
      [1, 'B'],
      [2, 'C,D'],
    ],
  )
  assert.deepEqual(
    placeTiles(riverDays(data), 2).map(({ index, level }) => [index, level]),
    [
      [1, 0],
      [3, 0],
    ],
  )
})

test('the ring shows the share that is set aside, never more than all of it', () => {
  const one = payment('2026-02-01', 'A')
  assert.equal(fundedShare([one]), 0.5)
  assert.equal(fundedShare([one, payment('2026-02-01', 'B', { held: 90_000 })]), 0.75)
  assert.equal(fundedShare([payment('2026-02-01', 'C', { payment: 0, held: 0 })]), 1)
})

test('only the next payment of a bill can be moved, because its due dates are counted from it', () => {
  const weekly = ['2026-01-31', '2026-02-02'].map((date) => payment(date, 'Sitter'))
  const card = payment('2026-02-01', 'Card', { kind: 'card' })
  const days = riverDays({ ...data, river: { ...data.river, payments: [...weekly, card] } })
  assert.deepEqual(
    placeTiles(days, 1).map((tile) => canMove(tile, days)),
    [true, false, false],
  )
  // A tile of several payments says which of them is meant to nobody.
  const together = { payments: [weekly[0]!, card], index: 1, level: 0 } as const
  assert.equal(canMove(together, days), false)
})
