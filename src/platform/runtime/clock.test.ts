import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClock } from './clock.ts'

test('a clock with a start shows that instant at the start of the process', () => {
  const start = Temporal.Instant.from('2026-11-20T09:00:00Z')
  const earliest = Math.floor(performance.now())
  const passed = createClock(start)().since(start).total('milliseconds')
  assert.ok(passed >= earliest && passed <= performance.now(), `${passed} ms`)
})
