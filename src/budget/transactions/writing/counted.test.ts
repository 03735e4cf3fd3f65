import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toDay } from '#/core/values/day.ts'
import { countedOf } from './counted.ts'

const row = { status: 'booked', amount: -500, booked: toDay('2026-03-10') } as const

test('a booked row counts unless a statement of that day or later includes it', () => {
  assert.equal(countedOf(row, null), -500)
  assert.equal(countedOf(row, toDay('2026-03-09')), -500)
  assert.equal(countedOf(row, toDay('2026-03-10')), 0)
})

test('pending spending counts in spite of a statement; pending income does not count', () => {
  const pending = { ...row, status: 'pending' } as const
  assert.equal(countedOf(pending, toDay('2026-03-31')), -500)
  assert.equal(countedOf({ ...pending, amount: 500 }, null), 0)
})
