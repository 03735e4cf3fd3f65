import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { makeToken, readToken } from './token.ts'

test('a new key is parsed to the same id and digest', () => {
  const made = makeToken(randomBytes)
  assert.match(made.text, /^em_live_[0-9A-Za-z]{56}$/)
  const { publicId, digest } = made
  assert.deepEqual(readToken(made.text), { publicId, digest })
})

test('a device’s token is not accepted as a key, nor a key as a device’s token', () => {
  const made = makeToken(randomBytes, 'em_wallet_')
  assert.match(made.text, /^em_wallet_[0-9A-Za-z]{56}$/)
  const { publicId, digest } = made
  assert.deepEqual(readToken(made.text, 'em_wallet_'), { publicId, digest })
  assert.equal(readToken(made.text), null)
  assert.equal(readToken(makeToken(randomBytes).text, 'em_wallet_'), null)
  assert.equal(readToken(made.text.replace('em_wallet_', 'em_live_')), null)
})

test('a key with any one character changed is rejected', () => {
  const { text } = makeToken(randomBytes)
  for (let place = 0; place < text.length; place += 1) {
    const other = text[place] === 'a' ? 'b' : 'a'
    assert.equal(readToken(text.slice(0, place) + other + text.slice(place + 1)), null)
  }
})

test('text that is not a key is rejected', () => {
  const { text } = makeToken(randomBytes)
  for (const wrong of ['', 'em_live_', `${text} `, ` ${text}`, text.slice(1), `${text}0`]) {
    assert.equal(readToken(wrong), null)
  }
})

test('each character of a key is equally likely: bytes beyond a multiple of 62 are skipped', () => {
  // Bytes 248 to 255 would be 0 to 7 again.
  const drawn = [Uint8Array.from({ length: 32 }, (_, at) => 248 + (at % 8))]
  const made = makeToken(() => drawn.pop() ?? new Uint8Array(32).fill(61))
  assert.match(made.text.slice('em_live_'.length, -6), /^z{50}$/)
})
