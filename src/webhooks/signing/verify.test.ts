import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { type Arrived, readKey, verifyDelivery } from './verify.ts'

const NOW = 1_795_000_000
const key = Buffer.alloc(32, 1)

function signed(seconds: number, text = '{"a":1}', by = key): Arrived {
  const timestamp = String(seconds)
  const mac = createHmac('sha256', by).update(`evt_1.${timestamp}.${text}`).digest('base64')
  return { id: 'evt_1', timestamp, signatures: `v1,${mac}`, body: Buffer.from(text) }
}

test('the published example of the scheme is genuine', () => {
  const known = readKey('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
  assert.ok(known)
  const arrived = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: '1614265330',
    signatures: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    body: Buffer.from('{"test": 2432232314}'),
  }
  assert.deepEqual(verifyDelivery(arrived, known, 1_614_265_331), { genuine: true, ageSeconds: 1 })
})

test('each fault has its own explanation', () => {
  const good = signed(NOW)
  for (const [fault, arrived, why] of [
    ['no id', { ...good, id: undefined }, /webhook-id is missing/],
    ['no time', { ...good, timestamp: undefined }, /webhook-timestamp is missing/],
    ['no signature', { ...good, signatures: '' }, /webhook-signature is missing/],
    ['not a number', { ...good, timestamp: `${NOW}abc` }, /not a number of seconds/],
    ['another scheme', { ...good, signatures: 'sha256=abc' }, /begins with "v1,"/],
    ['another secret', signed(NOW, '{"a":1}', Buffer.alloc(32, 2)), /another secret, or the body/],
    ['another body', { ...good, body: Buffer.from('{"a":2}') }, /another secret, or the body/],
    ['too old', signed(NOW - 301), /is right, but it was made 301 seconds ago/],
    ['too early', signed(NOW + 400), /is right, but it was made 400 seconds ahead/],
    ['old and false', { ...signed(NOW - 999), id: 'evt_2' }, /another secret/],
  ] as const) {
    const verdict = verifyDelivery(arrived, key, NOW)
    assert.ok(!verdict.genuine, fault)
    assert.match(verdict.why, why, fault)
  }
})

test('one right signature among several is enough, within five minutes in either direction', () => {
  const several = { ...signed(NOW), signatures: `v1,YWJj v2,x ${signed(NOW).signatures}` }
  for (const arrived of [several, signed(NOW - 300), signed(NOW + 300), signed(NOW, '')]) {
    assert.equal(verifyDelivery(arrived, key, NOW).genuine, true)
  }
})

test('only `whsec_` and a key of the right size is a secret', () => {
  assert.deepEqual(readKey(`whsec_${key.toString('base64')}`), key)
  for (const secret of [
    '',
    'whsec_',
    'whsec_YWJj',
    key.toString('base64'),
    'whsec_!',
    'em_live_x',
  ]) {
    assert.equal(readKey(secret), null, secret)
  }
})
