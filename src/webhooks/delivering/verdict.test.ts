import assert from 'node:assert/strict'
import { test } from 'node:test'
import { delayAfter } from './backoff.ts'
import { explainStatus } from './explain-status.ts'
import { judge } from './verdict.ts'

const verdictOf = (status: number) => judge({ status, failure: null })

test('the delay starts at 30 seconds, doubles, and is at most an hour', () => {
  assert.deepEqual([1, 2, 3, 4, 5, 6, 7].map(delayAfter), [30, 60, 120, 240, 480, 960, 1920])
  for (let n = 8; n <= 100; n += 1) assert.equal(delayAfter(n), 3600)
})

test('2xx is delivered, 410 is gone, 408, 429 and 5xx are retried, the rest is final', () => {
  for (let status = 200; status <= 999; status += 1) {
    const expected =
      status < 300
        ? 'delivered'
        : status === 410
          ? 'gone'
          : status === 408 || status === 429 || (status >= 500 && status < 600)
            ? 'retry'
            : 'failed'
    assert.equal(verdictOf(status), expected, String(status))
    assert.equal(explainStatus(status) === null, expected === 'delivered')
  }
})

test('network failures are retried, refused destinations are not', () => {
  for (const failure of [
    'dns',
    'connect',
    'tls',
    'timeout',
    'too_large',
    'bad_response',
  ] as const) {
    assert.equal(judge({ status: null, failure }), 'retry', failure)
  }
  for (const failure of ['refused_address', 'bad_url', 'bad_header'] as const) {
    assert.equal(judge({ status: null, failure }), 'failed', failure)
  }
})

test('refused credentials and redirects are explained with the next step', () => {
  assert.match(explainStatus(401)!, /401.*headers.*test/)
  assert.match(explainStatus(308)!, /308.*not followed/)
})
