import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkWebhookHeaders, type WebhookHeaderRule } from './check-webhook-headers.ts'

function ruleOf(given: unknown): WebhookHeaderRule | 'fine' {
  const checked = checkWebhookHeaders(given)
  return checked.ok ? 'fine' : checked.rule
}

test('names of routing headers and of our own headers are refused in any case', () => {
  for (const name of [
    'Host',
    'Content-Length',
    'Transfer-Encoding',
    'Connection',
    'Keep-Alive',
    'Proxy-Connection',
    'TE',
    'Trailer',
    'Upgrade',
    'Expect',
    'HTTP2-Settings',
    'Proxy-Authenticate',
    'Proxy-Authorization',
    'Accept-Encoding',
    'Content-Type',
    'Content-Encoding',
    'Date',
    'Via',
    'Forwarded',
    'X-Forwarded-For',
    'X-Forwarded-Anything',
    'X-Real-IP',
    'User-Agent',
    'webhook-id',
    'Webhook-Signature',
    'webhook-anything',
    'X-Service-Webhook-Id',
  ]) {
    for (const spelt of [name, name.toLowerCase(), name.toUpperCase()]) {
      assert.equal(ruleOf({ [spelt]: 'x' }), 'reserved', spelt)
    }
  }
})

test('headers that receivers ask for are sent unchanged', () => {
  const headers = {
    Authorization: 'Bearer x.y-z=',
    'x-api-key': '"a", b;c',
    Cookie: 'a=b',
    'X-Webhook-Token': '1',
    'Content-Language': 'en',
    "!#$%&'*+.^_`|~": 'every letter that a name may have',
  }
  assert.deepEqual(checkWebhookHeaders(headers), { ok: true, headers })
  assert.deepEqual(checkWebhookHeaders({}), { ok: true, headers: {} })
  assert.deepEqual(checkWebhookHeaders({ 'x-a': ' \ta\tb ' }), {
    ok: true,
    headers: { 'x-a': 'a\tb' },
  })
})

test('a value that could begin another header is refused', () => {
  for (const value of [
    'a\r\nX-Evil: 1',
    '\n',
    'a\n',
    'a\r',
    '\ra',
    '\0',
    'é',
    '\u00a0',
    '\u2028',
    '\u007f',
    '\u{1f600}',
    '',
    ' ',
    '\t',
    'a'.repeat(4097),
  ]) {
    assert.equal(ruleOf({ 'x-a': value }), 'value', JSON.stringify(value.slice(0, 20)))
  }
  for (const name of ['', 'a b', 'a:', ':path', 'a\r\nb', 'a\0', 'é', 'a,b', 'a'.repeat(65)]) {
    assert.equal(ruleOf({ [name]: 'x' }), 'name', JSON.stringify(name))
  }
})

test('form, number and size have limits', () => {
  for (const given of [null, undefined, 'x', 7, [], [['x-a', '1']]]) {
    assert.equal(ruleOf(given), 'form', JSON.stringify(given))
  }
  for (const value of [1, null, true, ['1'], {}]) {
    assert.equal(ruleOf({ 'x-a': value }), 'value', JSON.stringify(value))
  }
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, '1']))
  assert.equal(ruleOf(many(20)), 'fine')
  assert.equal(ruleOf(many(21)), 'count')
  assert.equal(ruleOf({ 'X-A': '1', 'x-a': '2' }), 'duplicate')
  assert.equal(ruleOf({ a: 'x'.repeat(4096) }), 'fine')
  assert.equal(ruleOf({ ['a'.repeat(64)]: 'x' }), 'fine')
  assert.equal(ruleOf({ a: 'x'.repeat(4095), b: 'x'.repeat(4095) }), 'fine')
  assert.equal(ruleOf({ a: 'x'.repeat(4096), b: 'x'.repeat(4095) }), 'total')
  // JSON can contain this name, which JavaScript objects treat specially.
  const given: unknown = JSON.parse('{"__proto__": "x"}')
  const checked = checkWebhookHeaders(given)
  assert.ok(checked.ok)
  assert.deepEqual(Object.entries(checked.headers), [['__proto__', 'x']])
})

test('a message names the header and never its value', () => {
  for (const given of [{ Authorization: 's3cret\n' }, { Host: 's3cret' }, { 'x y': 's3cret' }]) {
    const checked = checkWebhookHeaders(given)
    assert.ok(!checked.ok)
    assert.doesNotMatch(checked.message, /s3cret/)
  }
})
