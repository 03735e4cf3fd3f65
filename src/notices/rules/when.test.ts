import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toDay } from '#/core/values/day.ts'
import { afterQuiet, type Hours, sendingTime } from './when.ts'

const madrid: Hours = {
  zone: 'Europe/Madrid',
  quiet_from: 22 * 60,
  quiet_until: 7 * 60 + 30,
  digest: 'none',
  digest_hour: 8,
}
const at = (text: string) => Temporal.Instant.from(text)
const quiet = (text: string, hours: Partial<Hours> = {}) =>
  String(afterQuiet(at(text), { ...madrid, ...hours }))

test('quiet hours across midnight hold a message until they end', () => {
  assert.equal(quiet('2026-01-05T20:59:00Z'), '2026-01-05T20:59:00Z')
  assert.equal(quiet('2026-01-05T21:00:00Z'), '2026-01-06T06:30:00Z')
  assert.equal(quiet('2026-01-06T06:29:59Z'), '2026-01-06T06:30:00Z')
  assert.equal(quiet('2026-01-06T06:30:00Z'), '2026-01-06T06:30:00Z')
})

test('quiet hours within a day leave the night open', () => {
  const siesta = { quiet_from: 14 * 60, quiet_until: 17 * 60 }
  assert.equal(quiet('2026-01-05T13:10:00Z', siesta), '2026-01-05T16:00:00Z')
  assert.equal(quiet('2026-01-05T23:00:00Z', siesta), '2026-01-05T23:00:00Z')
})

test('an end that the clocks skip is the first moment after it', () => {
  const until = { quiet_from: 0, quiet_until: 2 * 60 + 30 }
  assert.equal(quiet('2026-03-28T23:30:00Z', until), '2026-03-29T01:30:00Z')
})

test('a bill that is due before the next digest does not wait for it', () => {
  const weekly: Hours = { ...madrid, digest: 'week' }
  const sent = (lastDay: string) => {
    const given = { isUrgent: false, lastDay: toDay(lastDay) }
    const { at: moment, grouped } = sendingTime(at('2026-01-06T22:00:00Z'), weekly, given)
    return [String(moment), grouped]
  }
  assert.deepEqual(sent('2026-01-12'), ['2026-01-12T07:00:00Z', true])
  assert.deepEqual(sent('2026-01-11'), ['2026-01-07T06:30:00Z', false], 'after the quiet hours')
})

test('a digest of the day comes at its hour, and what happens at that moment in the next', () => {
  const daily: Hours = { ...madrid, quiet_from: null, quiet_until: null, digest: 'day' }
  const sent = (text: string, isUrgent = false) => {
    const { at: moment, grouped } = sendingTime(at(text), daily, { isUrgent, lastDay: null })
    return [String(moment), grouped]
  }
  assert.deepEqual(sent('2026-01-05T06:59:00Z'), ['2026-01-05T07:00:00Z', true])
  assert.deepEqual(sent('2026-01-05T07:00:00Z'), ['2026-01-06T07:00:00Z', true])
  assert.deepEqual(sent('2026-01-05T07:00:00Z', true), ['2026-01-05T07:00:00Z', false])
})

test('a digest of the week comes on Monday, after quiet hours', () => {
  const weekly: Hours = { ...madrid, digest: 'week', digest_hour: 6 }
  const { at: moment } = sendingTime(at('2026-01-06T12:00:00Z'), weekly, {
    isUrgent: false,
    lastDay: null,
  })
  assert.equal(String(moment), '2026-01-12T06:30:00Z')
})
