import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf } from './network-of.ts'

test('all addresses of a subscriber’s network are one caller, in any spelling', () => {
  const networks: [string, readonly string[]][] = [
    ['203.0.113.9', ['203.0.113.9', '::ffff:203.0.113.9', '::FFFF:203.0.113.9']],
    [
      '2001:db8:1:2',
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::9', '2001:0DB8:0001:0002:ffff::', '2001:db8:1:2::'],
    ],
    // Here `::` hides zeros inside the network part.
    ['2001:db8:0:0', ['2001:db8::1', '2001:db8::2', '2001:db8::ffff:1:2:3', '2001:db8:0:0:7::']],
    ['2001:db8:0:1', ['2001:db8:0:1::5', '2001:db8::1:0:0:0:5']],
    ['0:0:0:0', ['::1', '::', '0:0:0:0:0:0:0:1']],
    ['fe80:0:0:0', ['fe80::1%eth0', 'fe80::2%eth0']],
    ['direct', ['direct']],
  ]
  for (const [network, addresses] of networks) {
    for (const address of addresses) assert.equal(networkOf(address), network, address)
  }
})
