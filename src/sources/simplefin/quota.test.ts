import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answersFromState, judgeQuota } from './quota.ts'

const now = Temporal.Instant.from('2026-03-10T12:00:00Z')
const ago = (seconds: number) => now.subtract({ seconds })
const DAY = 86_400

test('people may use 24 requests of a rolling day, the schedule 14', () => {
  const made = (count: number) => ({
    now,
    requests: Array.from({ length: count }, (_, index) => ago(1000 + index)),
    throttledUntil: null,
  })
  assert.equal(judgeQuota(made(0), 'person').allowed, true)
  assert.equal(judgeQuota(made(0), 'person').resetsAt, null)
  assert.deepEqual(
    [judgeQuota(made(13), 'schedule').allowed, judgeQuota(made(13), 'schedule').remaining],
    [true, 11],
  )
  assert.equal(judgeQuota(made(14), 'schedule').allowed, false)
  assert.equal(judgeQuota(made(14), 'person').allowed, true)
  assert.equal(judgeQuota(made(23), 'person').allowed, true)
  assert.equal(judgeQuota(made(24), 'person').allowed, false)
  assert.equal(judgeQuota(made(30), 'person').remaining, 0)
})

test('the wait ends in the exact second in which a request is free', () => {
  // Requests are unsorted, and 26: three must expire before one is free.
  const requests = [5, 3, 1, 2, 4]
    .map((n) => ago(DAY - n * 100))
    .concat(Array.from({ length: 21 }, () => ago(50)))
  const state = { now, requests, throttledUntil: null }
  const verdict = judgeQuota(state, 'person')
  assert.ok(!verdict.allowed)
  assert.equal(verdict.retryAfterSeconds, 300)
  assert.equal(verdict.resetsAt?.toString(), now.add({ seconds: 100 }).toString())
  const at = (seconds: number) =>
    judgeQuota({ ...state, now: now.add({ seconds }) }, 'person').allowed
  assert.deepEqual([at(299), at(300)], [false, true])
})

test('a wait is rounded up to seconds, and a request exactly a day old no longer counts', () => {
  const full = (first: Temporal.Instant) => ({
    now,
    requests: [first, ...Array.from({ length: 23 }, () => ago(10))],
    throttledUntil: null,
  })
  assert.equal(judgeQuota(full(ago(DAY)), 'person').allowed, true)
  const verdict = judgeQuota(full(ago(DAY).add({ milliseconds: 1 })), 'person')
  assert.ok(!verdict.allowed)
  assert.equal(verdict.retryAfterSeconds, 1)
})

test('a throttled provider is not asked, however much quota is left', () => {
  const state = { now, requests: [], throttledUntil: now.add({ seconds: 90 }) }
  const verdict = judgeQuota(state, 'person')
  assert.ok(!verdict.allowed)
  assert.equal(verdict.retryAfterSeconds, 90)
  assert.equal(judgeQuota({ ...state, throttledUntil: now }, 'person').allowed, true)
})

test('a sync within 15 minutes answers from state, except while a first import is unfinished', () => {
  const sync = { now, lastSuccessAt: ago(899), firstImportUnfinished: false }
  assert.equal(answersFromState(sync), true)
  assert.equal(answersFromState({ ...sync, lastSuccessAt: ago(900) }), false)
  assert.equal(answersFromState({ ...sync, lastSuccessAt: null }), false)
  assert.equal(answersFromState({ ...sync, firstImportUnfinished: true }), false)
  // A last success slightly in the future (clock skew, or a fixed EARMARK_NOW) counts as just now.
  assert.equal(answersFromState({ ...sync, lastSuccessAt: now.add({ seconds: 2 }) }), true)
  assert.equal(answersFromState({ ...sync, lastSuccessAt: now.add({ hours: 1 }) }), false)
})
