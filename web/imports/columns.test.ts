import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWhole, noColumns, roleOf, withRole } from './columns.ts'

test('a column is one thing, and a thing is one column, but for the description', () => {
  const first = withRole(withRole(noColumns, 0, 'date'), 1, 'date')
  assert.deepEqual([roleOf(first, 0), roleOf(first, 1)], ['none', 'date'])
  const both = withRole(withRole(first, 3, 'description'), 2, 'description')
  assert.deepEqual(both.description, [2, 3])
  assert.deepEqual(withRole(both, 3, 'merchant').description, [2])
  assert.equal(roleOf(withRole(both, 2, 'none'), 2), 'none')
})

test('money is one amount, or what went out beside what came in', () => {
  const one = withRole(withRole(noColumns, 0, 'date'), 1, 'amount')
  assert.ok(isWhole(one))
  const half = withRole(one, 2, 'debit')
  assert.equal(half.amount, null)
  assert.ok(!isWhole(half))
  const pair = withRole(half, 3, 'credit')
  assert.ok(isWhole(pair))
  assert.deepEqual(
    [withRole(pair, 4, 'amount').debit, withRole(pair, 4, 'amount').credit],
    [null, null],
  )
  assert.ok(!isWhole(withRole(pair, 0, 'none')))
})
