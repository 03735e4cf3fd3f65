import assert from 'node:assert/strict'
import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createSeal, Unreadable } from './seal.ts'

const seal = createSeal(() => ['master'], randomBytes)
const place = 'connections.secret:1'

test('what was sealed opens again, and its text is nowhere in it', () => {
  const sealed = seal.seal('https://user:pass@bank.example', place)
  assert.equal(seal.open(sealed, place), 'https://user:pass@bank.example')
  assert.ok(!sealed.includes('pass'))
})

test('an altered, cut, moved or foreign value does not open', () => {
  const sealed = seal.seal('secret', place)
  for (const index of sealed.keys()) {
    const altered = Buffer.from(sealed)
    altered[index]! ^= 1
    assert.throws(() => seal.open(altered, place), Unreadable)
    assert.throws(() => seal.open(sealed.subarray(0, index), place), Unreadable)
  }
  assert.throws(() => seal.open(sealed, 'connections.secret:2'), /altered, or moved/)
  const foreign = createSeal(() => ['another'], randomBytes)
  assert.throws(() => foreign.open(sealed, place), /EARMARK_SECRET_PREVIOUS/)
})

test('the newest key seals, older ones open, and a key that another process added is taken up at once', () => {
  let ring: [string, ...string[]] = ['old']
  const running = createSeal(() => ring, randomBytes)
  const before = running.seal('secret', place)
  assert.deepEqual(before.subarray(0, 5), running.newest())
  ring = ['new', 'old']
  const elsewhere = createSeal(() => ring, randomBytes).seal('secret', place)
  assert.equal(running.open(elsewhere, place), 'secret')
  assert.equal(running.open(before, place), 'secret')
  assert.deepEqual(running.seal('x', place).subarray(0, 5), elsewhere.subarray(0, 5))
  assert.notDeepEqual(before.subarray(0, 5), running.newest())
  const forgetful = createSeal(() => ['new'], randomBytes)
  assert.equal(forgetful.open(elsewhere, place), 'secret')
  assert.throws(() => forgetful.open(before, place), Unreadable)
})

test('a value from before keys had ids opens with any key of the ring', () => {
  const key = Buffer.from(hkdfSync('sha256', 'old', '', 'earmark:secrets-at-rest', 32))
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place))
  const body = Buffer.concat([cipher.update('secret'), cipher.final()])
  const sealed = Buffer.concat([Buffer.from([1]), nonce, cipher.getAuthTag(), body])
  assert.equal(createSeal(() => ['new', 'old'], randomBytes).open(sealed, place), 'secret')
  assert.throws(() => seal.open(sealed, place), /EARMARK_SECRET_PREVIOUS/)
})
