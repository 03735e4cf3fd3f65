import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isComplete, noColumns, roleOf, withRole } from './columns.ts'

test('a role belongs to one column', () => {
  const first = withRole(withRole(noColumns, 0, 'date'), 1, 'date')
  assert.deepEqual([roleOf(first, 0), roleOf(first, 1)], ['none', 'date'])
})

test('the description may span several columns', () => {
  const first = withRole(noColumns, 1, 'date')
  const both = withRole(withRole(first, 3, 'description'), 2, 'description')
  assert.deepEqual(both.description, [2, 3])
  assert.deepEqual(withRole(both, 3, 'merchant').description, [2])
  assert.equal(roleOf(withRole(both, 2, 'none'), 2), 'none')
})

test('the money is either one column, or two for money out and in', () => {
  const one = withRole(withRole(noColumns, 0, 'date'), 1, 'amount')
  assert.ok(isComplete(one))
  const half = withRole(one, 2, 'debit')
  assert.equal(half.amount, null)
  assert.ok(!isComplete(half))
  const pair = withRole(half, 3, 'credit')
  assert.ok(isComplete(pair))
  assert.deepEqual(
    [withRole(pair, 4, 'amount').debit, withRole(pair, 4, 'amount').credit],
    [null, null],
  )
  assert.ok(!isComplete(withRole(pair, 0, 'none')))
})
