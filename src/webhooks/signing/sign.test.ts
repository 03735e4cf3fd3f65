import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { readEventId, writeEventId } from './event-id.ts'
import { readSecret, sign, writeSecret } from './sign.ts'

test('a signature equals the published example and an independent library’s', () => {
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

test('an event id contains its kind and is read back; no other text is', () => {
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
