import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTrustedProxies } from './trusted-proxies.ts'
import { canonicalAddress, clientAddress } from './client-address.ts'

const proxies = readTrustedProxies('127.0.0.1, 10.0.0.0/8 fd00::/8')
const addressFrom = (remote: string, forwarded?: string) =>
  clientAddress(remote, forwarded, proxies.includes)

test('the caller is the first address from the right that is not a trusted proxy', () => {
  const cases: [string, string | undefined, string | null][] = [
    // Without a proxy, or behind one that is not trusted, the caller may have written the header.
    ['203.0.113.9', undefined, '203.0.113.9'],
    ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['203.0.113.9', '127.0.0.1, 10.0.0.1', '203.0.113.9'],
    // One trusted proxy, and two in a row.
    ['127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['127.0.0.1', '192.0.2.66, 198.51.100.1', '198.51.100.1'],
    ['127.0.0.1', '192.0.2.66, 198.51.100.1, 10.2.3.4', '198.51.100.1'],
    ['::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['fd12::1', '2001:DB8:0::1', '2001:db8::1'],
    // A trusted proxy that names nobody, or no valid address, is the caller.
    ['127.0.0.1', undefined, '127.0.0.1'],
    ['127.0.0.1', '', '127.0.0.1'],
    ['127.0.0.1', '198.51.100.1, not an address', '127.0.0.1'],
    ['127.0.0.1', '198.51.100.1, unknown, 10.1.1.1', '10.1.1.1'],
    ['10.0.0.1', '10.0.0.2, 10.0.0.3', '10.0.0.2'],
    // Some proxies write addresses with ports.
    ['127.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    ['127.0.0.1', '[2001:db8::7]:443', '2001:db8::7'],
    ['somewhere', '198.51.100.1', null],
  ]
  for (const [remote, forwarded, expected] of cases) {
    assert.equal(addressFrom(remote, forwarded), expected, `${remote} ${forwarded}`)
  }
})

test('without a list no proxy is trusted', () => {
  const none = readTrustedProxies('')
  assert.equal(clientAddress('127.0.0.1', '198.51.100.1', none.includes), '127.0.0.1')
})

test('all spellings of an address are equal, and other text is not an address', () => {
  const same: [string, readonly string[]][] = [
    ['203.0.113.9', ['203.0.113.9', ' 203.0.113.9 ', '::ffff:203.0.113.9', '::FFFF:cb00:7109']],
    ['2001:db8::1', ['2001:db8::1', '2001:0DB8:0:0:0:0:0:1', '[2001:db8::1]', '2001:db8::1%eth0']],
  ]
  for (const [canonical, spellings] of same) {
    for (const one of spellings) assert.equal(canonicalAddress(one), canonical, one)
  }
  for (const one of [
    '',
    'unknown',
    '_hidden',
    '1.2.3',
    '1.2.3.4.5',
    '::g',
    '[',
    'x'.repeat(8192),
  ]) {
    assert.equal(canonicalAddress(one), null, one)
  }
})
