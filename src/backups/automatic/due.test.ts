import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextBackupAt } from './due.ts'

const ZONE = 'Europe/Madrid'
const at = (text: string) => Temporal.Instant.from(text)
const next = (course: { begun?: string; last?: string; failed?: string }) =>
  nextBackupAt(
    {
      begunAt: at(course.begun ?? '2026-01-01T12:00:00Z'),
      lastAt: course.last === undefined ? null : at(course.last),
      failedAt: course.failed === undefined ? null : at(course.failed),
    },
    ZONE,
  ).toString()

test('the first backup is due in the first night', () => {
  assert.equal(next({ begun: '2026-01-05T12:00:00Z' }), '2026-01-06T02:00:00Z')
  assert.equal(next({ begun: '2026-01-05T00:30:00Z' }), '2026-01-05T02:00:00Z')
})

test('the next one is due in the night after the last one', () => {
  assert.equal(next({ last: '2026-01-06T02:00:00Z' }), '2026-01-07T02:00:00Z')
  // Taken in the evening, because the machine slept at night.
  assert.equal(next({ last: '2026-01-06T19:00:00Z' }), '2026-01-07T02:00:00Z')
})

test('a failure is tried again half an hour later, as long as none has succeeded', () => {
  const last = '2026-01-06T02:00:00Z'
  assert.equal(next({ last, failed: '2026-01-07T02:01:00Z' }), '2026-01-07T02:31:00Z')
  assert.equal(next({ last, failed: '2026-01-09T02:01:00Z' }), '2026-01-09T02:31:00Z')
})

test('a failure before the last success delays nothing', () => {
  const course = { last: '2026-01-06T03:00:00Z', failed: '2026-01-06T02:30:00Z' }
  assert.equal(next(course), '2026-01-07T02:00:00Z')
})

test('the night follows the zone of the machine, also where an hour is left out', () => {
  assert.equal(next({ last: '2026-03-28T02:00:00Z' }), '2026-03-29T01:00:00Z')
  assert.equal(
    nextBackupAt(
      { begunAt: at('2026-03-07T20:00:00Z'), lastAt: null, failedAt: null },
      'America/New_York',
    ).toString(),
    '2026-03-08T07:00:00Z',
  )
})
