import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createSeal } from './seal.ts'

const seal = createSeal('master', randomBytes)
const place = 'connections.secret:1'

test('what was sealed opens again, and its text is nowhere in it', () => {
  const sealed = seal.seal('https://user:pass@bank.example', place)
  assert.equal(seal.open(sealed, place), 'https://user:pass@bank.example')
  assert.ok(!sealed.includes('pass'))
})

test('an altered, moved or foreign value does not open', () => {
  const sealed = seal.seal('secret', place)
  const altered = Buffer.from(sealed)
  altered[altered.length - 1]! ^= 1
  assert.throws(() => seal.open(altered, place))
  assert.throws(() => seal.open(sealed, 'connections.secret:2'))
  assert.throws(() => createSeal('another', randomBytes).open(sealed, place))
})
