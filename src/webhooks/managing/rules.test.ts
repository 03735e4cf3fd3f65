import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { delayAfter } from '#/webhooks/delivering/backoff.ts'
import { readEventId, writeEventId } from '#/webhooks/signing/event-id.ts'
import { explainStatus } from '#/webhooks/delivering/explain-status.ts'
import { readSecret, sign, writeSecret } from '#/webhooks/signing/sign.ts'
import { judge } from '#/webhooks/delivering/verdict.ts'

const verdictOf = (status: number) => judge({ status, failure: null })

test('the delay begins at 30 seconds, doubles, and is an hour at most, however often it was tried', () => {
  assert.deepEqual([1, 2, 3, 4, 5, 6, 7].map(delayAfter), [30, 60, 120, 240, 480, 960, 1920])
  for (let n = 8; n <= 100; n += 1) assert.equal(delayAfter(n), 3600)
})

test('2xx is delivered; 408, 429 and 5xx are tried again; 410 is gone; everything else is final', () => {
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

test('what is no HTTP answer is tried again, and what we refuse to send to is not', () => {
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

test('the owner is told what to do about a refused credential', () => {
  assert.match(explainStatus(401)!, /401.*headers.*test/)
  assert.match(explainStatus(308)!, /308.*not followed/)
})

test('a signature is the one of the published example, and of an independent library', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const given = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    seconds: 1614265330,
    body: '{"test": 2432232314}',
  }
  assert.equal(sign(readSecret(secret), given), 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  for (let round = 0; round < 20; round += 1) {
    const own = writeSecret(randomBytes(32))
    const body = JSON.stringify({ round, concept: 'Café \u2028 "☕"' })
    const at = new Date(1_767_614_400_000)
    assert.equal(
      sign(readSecret(own), { id: 'evt_test_1', seconds: 1_767_614_400, body }),
      new Webhook(own).sign('evt_test_1', at, body),
    )
  }
})

test('an event id says its kind, has no period, and is read back; nothing else is read', () => {
  const id = '019b8e07-4600-786f-8fe9-cffec6097d9c'
  for (const kind of ['transaction', 'test'] as const) {
    assert.equal(readEventId(writeEventId(kind, id)), id)
  }
  assert.equal(writeEventId('test', id), `evt_test_${id}`)
  for (const text of [
    '',
    id,
    `evt_${id}`,
    `evt_test_${id}x`,
    `evt_test_${id.toUpperCase()}`,
    'evt_test_1',
  ]) {
    assert.equal(readEventId(text), null, text)
  }
})
