import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toDay } from '#/core/values/day.ts'
import type { Holding, Lanes } from './holding.ts'
import { changeOfLanes, putBack } from './put-back.ts'

// A rent of 1,000.00 held two payments ahead: at most 1,000.00 are ready, and 1,000.00 in reserve.

type Kept = Holding & { readonly archived: boolean }

const rent = (lanes: Partial<Lanes>, changes: Partial<Kept> = {}): Kept => ({
  id: 'rent',
  terms: {
    type: 'expense',
    target: 100_000,
    intervalMonths: 1,
    anchor: toDay('2026-02-01'),
    payments: 2,
    buildBy: null,
    priority: 'normal',
    paused: false,
    paydays: () => [],
    card: null,
  } as unknown as Holding['terms'],
  lanes: { ready: 0, building: 0, reserve: 0, prepaid: 0, spent: 0, ...lanes },
  cycle: 3,
  archived: false,
  ...changes,
})

const deletion = changeOfLanes(
  rent({ ready: 20_000, reserve: 10_000 }),
  rent({ ready: 60_000, reserve: 30_000 }),
)!

test('two equal states need no change', () => {
  assert.equal(changeOfLanes(rent({ ready: 1 }), rent({ ready: 1 })), null)
})

test('a change is taken back lane by lane, also after others have come in', () => {
  const now = rent({ ready: 60_000, building: 25_000, reserve: 35_000 })
  assert.deepEqual(putBack(now, deletion), {
    ready: 20_000,
    building: 25_000,
    reserve: 15_000,
    prepaid: 0,
    spent: 0,
  })
})

test('a lane that holds too little cannot give the change back', () => {
  assert.equal(putBack(rent({ ready: 39_999, reserve: 30_000 }), deletion), null)
})

test('a lane that would hold too much cannot take the change back', () => {
  const withdrawal = changeOfLanes(rent({ reserve: 50_000 }), rent({ reserve: 0 }))!
  assert.equal(putBack(rent({ reserve: 60_000 }), withdrawal), null)
  assert.equal(putBack(rent({ reserve: 50_000 }), withdrawal)?.reserve, 100_000)
})

test('after another due date, or in an archived Expense, the lanes are others', () => {
  const lanes = { ready: 60_000, reserve: 30_000 }
  assert.equal(putBack(rent(lanes, { cycle: 4 }), deletion), null)
  assert.equal(putBack(rent(lanes, { archived: true }), deletion), null)
})
