import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OutboundFailure } from './failure.ts'
import { parseTarget } from './target.ts'

const strict = { privateNames: false }

function kindOf(text: string, options = strict): string {
  try {
    parseTarget(text, options)
    return 'fine'
  } catch (error) {
    assert.ok(error instanceof OutboundFailure)
    return error.kind
  }
}

test('only complete http and https addresses are targets', () => {
  for (const text of [
    'file:///etc/passwd',
    'ftp://example.com/',
    'gopher://127.0.0.1:25/',
    'javascript:alert(1)',
    '//example.com/',
    'http:127.0.0.1',
    'http:///127.0.0.1/',
    'https://',
    '',
    'http:\\\\127.0.0.1\\',
    'http://example.com\\@127.0.0.1/',
    'http://exam\nple.com/',
    '\thttp://example.com/',
    'http://example.com/\r\nX: y',
    'http://example.com/a b',
    'http://[fe80::1%25eth0]/',
    'http://a..b/',
    'http://.example.com/',
    'http://example.com../',
    `http://${'a'.repeat(64)}.com/`,
    `https://example.com/${'a'.repeat(8200)}`,
  ]) {
    assert.equal(kindOf(text), 'bad_url', JSON.stringify(text))
  }
})

test('a user name or password is refused and not repeated', () => {
  for (const text of ['https://user:geheim@example.com/', 'https://example.com@127.0.0.1/']) {
    assert.throws(
      () => parseTarget(text, strict),
      (error: Error) => !/geheim|user:/.test(error.message) && kindOf(text) === 'bad_url',
    )
  }
})

test('ports of other services are refused', () => {
  for (const port of [0, 22, 25, 6000, 6667]) {
    assert.equal(kindOf(`http://example.com:${port}/`), 'bad_url', String(port))
  }
  assert.equal(kindOf('https://example.com:65536/'), 'bad_url')
  assert.equal(kindOf('https://example.com:8443/'), 'fine')
})

test('private names are refused unless the operator allows private ranges', () => {
  for (const name of [
    'localhost',
    'LOCALHOST',
    'localhost.',
    'foo.localhost',
    'db.internal',
    'nas.local',
    'postgres',
  ]) {
    assert.equal(kindOf(`http://${name}/`), 'refused_address', name)
    assert.equal(kindOf(`http://${name}/`, { privateNames: true }), 'fine', name)
  }
})

test('the fragment and the trailing dot of the host are dropped, an encoded path stays', () => {
  const url = parseTarget('https://Example.com./%0d%0aX:y?a=1#@127.0.0.1/', strict)
  assert.equal(url.href, 'https://example.com/%0d%0aX:y?a=1')
})
