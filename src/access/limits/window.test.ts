import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resetsAt, retryAfterSeconds, usedIn } from './window.ts'

const at = (time: string) => Temporal.Instant.from(`2026-03-01T${time}Z`)
const seconds = (time: string) => at(time).epochMilliseconds / 1000

test('windows are aligned to the clock and end at its next full minute or hour', () => {
  assert.equal(resetsAt('minute', at('10:00:59.999')), seconds('10:01:00'))
  assert.equal(resetsAt('minute', at('10:01:00')), seconds('10:02:00'))
  assert.equal(resetsAt('hour', at('10:59:59.999')), seconds('11:00:00'))
  assert.equal(resetsAt('hour', at('11:00:00')), seconds('12:00:00'))
})

test('the wait is rounded up, so that it is always long enough', () => {
  assert.equal(retryAfterSeconds('minute', at('10:00:30.001')), 30)
  assert.equal(retryAfterSeconds('minute', at('10:00:59.999')), 1)
  assert.equal(retryAfterSeconds('hour', at('10:00:00')), 3600)
})

test('a window that a fast clock opened up to its length ahead counts as the current one', () => {
  const opened = (time: string) => usedIn('minute', { begun: at(time), used: 7 }, at('10:00:30'))
  assert.equal(opened('10:00:00'), 7)
  assert.equal(opened('10:01:00'), 7)
  assert.equal(opened('10:02:00'), 0)
  assert.equal(opened('09:59:00'), 0)
})
