import assert from 'node:assert/strict'
import { test } from 'node:test'

const at = (text: string) => Temporal.Instant.from(text)
const noon = { rows: [{ at: at('2026-01-05T12:00:00Z') }] }
const later = { rows: [{ at: at('2026-01-05T12:00:01Z') }] }

test('two moments are equal to the tests only if they are the same', () => {
  assert.deepEqual(noon, { rows: [{ at: at('2026-01-05T12:00:00Z') }] })
  assert.throws(() => assert.deepEqual(noon, later), /2026-01-05T12:00:01Z/)
  assert.throws(() => assert.deepEqual(new Map([['a', noon]]), new Map([['a', later]])))
  assert.throws(() => assert.deepEqual([noon, noon], [noon, later]))
  assert.throws(() => assert.deepEqual([noon, noon], [{ ...noon }, later]))
  assert.notDeepEqual(noon, later)
})
