import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRange } from './allowed-from.ts'

test('networks of both versions are read in their shortest form, an address as a network of one', () => {
  for (const [text, range] of [
    ['203.0.113.0/24', '203.0.113.0/24'],
    [' 203.0.113.7 ', '203.0.113.7/32'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['10.128.0.0/9', '10.128.0.0/9'],
    ['2001:DB8:0:0:0:0:0:0/32', '2001:db8::/32'],
    ['2001:db8::1', '2001:db8::1/128'],
    ['::/0', '::/0'],
    ['::1', '::1/128'],
    ['64:ff9b::192.0.2.0/120', '64:ff9b::c000:200/120'],
    ['fd00:1:2:3::/64', 'fd00:1:2:3::/64'],
  ] as const) {
    assert.deepEqual(readRange(text), { range }, text)
  }
})

test('an address inside a network is refused with the network that may be meant', () => {
  const inside = (text: string) => readRange(text)
  assert.deepEqual(inside('203.0.113.7/24'), { fault: 'inside_network', network: '203.0.113.0/24' })
  assert.deepEqual(inside('2001:db8::1/64'), { fault: 'inside_network', network: '2001:db8::/64' })
  assert.deepEqual(inside('255.255.255.255/0'), { fault: 'inside_network', network: '0.0.0.0/0' })
})

test('text that is not a network is refused, and IPv4 that is written as IPv6', () => {
  for (const text of [
    '',
    '/',
    '/24',
    'example.com',
    '203.0.113.0/33',
    '203.0.113.0/',
    '203.0.113.0/-1',
    '203.0.113.0/24/24',
    '203.0.113.0/0x8',
    '203.0.113',
    '0203.0.113.0/24',
    '203.0.113.0 /24',
    '2001:db8::/129',
    'fe80::1%eth0/64',
    '::ffff:203.0.113.0/120',
    '::ffff:cb00:7100',
    '1:2:3:4:5:6:7:8:9',
  ]) {
    assert.deepEqual(readRange(text), { fault: 'not_a_network' }, text)
  }
})
