import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDate } from './dates.ts'

test('two digits of a year are 1970 to 2069', () => {
  assert.equal(readDate('31.12.69', 'dmy'), '2069-12-31')
  assert.equal(readDate('01.01.70', 'dmy'), '1970-01-01')
})
