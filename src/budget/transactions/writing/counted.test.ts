import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toDay } from '#/core/values/day.ts'
import { countedOf } from './counted.ts'

const row = { status: 'booked', amount: -500, booked: toDay('2026-03-10') } as const

test('a booked row is of the balance unless a statement of that day or a later one holds it already', () => {
  assert.equal(countedOf(row, null), -500)
  assert.equal(countedOf(row, toDay('2026-03-09')), -500)
  assert.equal(countedOf(row, toDay('2026-03-10')), 0)
})

test('what is pending on its way out is gone, whatever a statement of what is booked says; on its way in it is not there', () => {
  const pending = { ...row, status: 'pending' } as const
  assert.equal(countedOf(pending, toDay('2026-03-31')), -500)
  assert.equal(countedOf({ ...pending, amount: 500 }, null), 0)
})
