import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeToken } from '#/access/keys/token.ts'
import { readCredential } from './credential.ts'

const { text: key, publicId } = makeToken((count) => Buffer.alloc(count, 7))

const refusalOf = (authorization: string | undefined, cookie?: string) =>
  readCredential({ authorization, cookie }).refusal

test('a key is read in any case of its scheme and after any blanks', () => {
  for (const scheme of ['Bearer ', 'bearer ', 'BEARER ', 'Bearer    ', '  Bearer ']) {
    const { token } = readCredential({ authorization: scheme + key, cookie: undefined })
    assert.equal(token?.publicId, publicId, scheme)
  }
})

test('a missing header is a missing key, and anything but a key is an invalid key', () => {
  assert.equal(refusalOf(undefined), 'missing_api_key')
  assert.equal(refusalOf(undefined, 'earmark_session=1'), 'missing_api_key')
  for (const authorization of [
    '',
    key,
    'Bearer',
    `Bearer${key}`,
    `Bearer\t${key}`,
    `Basic ${key}`,
    `Bearer ${key} x`,
    `Bearer ${key},Bearer ${key}`,
    `Bearer "${key}"`,
    `Bearer ${key.toUpperCase()}`,
    `Bearer ${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
    `Bearer ${key.replace('em_live_', 'em_test_')}`,
    `Bearer ${key}0`,
  ]) {
    assert.equal(refusalOf(authorization), 'invalid_api_key', authorization)
  }
})

test('beside a key only our own session’s cookie is refused, valid or not', () => {
  const mixed = 'invalid_credential_context'
  for (const cookie of [
    'earmark_session=1',
    'earmark_session=',
    'earmark_session',
    'a=b; earmark_session=x',
    'a=b;earmark_session=x',
    '__Host-earmark_session=1',
    'a=b; __Host-earmark_session=',
  ]) {
    assert.equal(refusalOf(`Bearer ${key}`, cookie), mixed, cookie)
    assert.equal(refusalOf('rubbish', cookie), mixed, cookie)
  }
  for (const cookie of [
    '',
    'session=1',
    'not_earmark_session=1',
    'a=earmark_session',
    'EARMARK_SESSION=1',
  ]) {
    assert.equal(refusalOf(`Bearer ${key}`, cookie), null, cookie)
  }
})
