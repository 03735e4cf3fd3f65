import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createSeal, Unreadable } from './seal.ts'

const seal = createSeal(() => ['master'], randomBytes)
const place = 'connections.secret:1'

test('a sealed value opens again and does not contain its text', () => {
  const sealed = seal.seal('https://user:pass@bank.example', place)
  assert.equal(seal.open(sealed, place), 'https://user:pass@bank.example')
  assert.ok(!sealed.includes('pass'))
})

test('an altered, truncated, moved or foreign value does not open', () => {
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

test('the newest key seals, and a key that another process added is used at once', () => {
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
