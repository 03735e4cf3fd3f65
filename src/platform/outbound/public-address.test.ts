import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPublicAddress, judgeAddress, parseAllowList } from './public-address.ts'

const nothing = parseAllowList('')

test('the first and last address of every private range are private, their neighbours public', () => {
  for (const address of [
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
  ]) {
    assert.equal(isPublicAddress(address), true, address)
  }
  for (const address of [
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '127.255.255.255',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.170',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
  ]) {
    assert.equal(isPublicAddress(address), false, address)
  }
})

test('no form of IPv6 makes a private address public', () => {
  for (const address of [
    '::',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '::ffff:8.8.8.8',
    '::ffff:0:7f00:1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b::808:808',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2002:c0a8:101::1',
    '2001::1',
    '2001:20::1',
    '2001:db8::1',
    '2620:4f:8000::1',
    '3fff::1',
    '5f00::1',
    '100::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    '2606:4700::1%eth0',
    'febf::1',
    'fec0::1',
    'ff02::1',
    '4000::1',
    '1::1',
    'e000::1',
    'localhost',
    '',
    '2130706433',
    '127.1',
  ]) {
    assert.equal(isPublicAddress(address), false, address)
    assert.equal(judgeAddress(address, nothing), 'refused', address)
  }
})

test('the operator opens exactly the ranges that are named', () => {
  const allow = parseAllowList('10.1.0.0/16, 127.0.0.1 fd12::/16')
  assert.equal(judgeAddress('10.1.255.255', allow), 'allowed')
  assert.equal(judgeAddress('10.2.0.0', allow), 'refused')
  assert.equal(judgeAddress('127.0.0.1', allow), 'allowed')
  assert.equal(judgeAddress('127.0.0.2', allow), 'refused')
  assert.equal(judgeAddress('fd12::1', allow), 'allowed')
  assert.equal(judgeAddress('1.1.1.1', allow), 'public')
  assert.equal(judgeAddress('::ffff:10.1.0.1', allow), 'refused')
})

test('link-local and metadata addresses stay refused even if allowed', () => {
  const allow = parseAllowList('0.0.0.0/0, ::/0, 169.254.0.0/16')
  for (const address of [
    '169.254.169.254',
    '169.254.0.1',
    '168.63.129.16',
    '100.100.100.200',
    '192.0.0.192',
    'fe80::1',
    'fd00:ec2::254',
    '::ffff:169.254.169.254',
    '::a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    // The same for single addresses.
    '::168.63.129.16',
    '::ffff:0:168.63.129.16',
    '64:ff9b::168.63.129.16',
    '64:ff9b:1::100.100.100.200',
    '2002:a83f:8110::1',
    '2002:6464:64c8::',
    '64:ff9b::192.0.0.192',
    // Teredo hides the address it leads to.
    '2001:0:5ef5:79fb:0:0:5601:5601',
    'fd00:ec2::23', // credentials of pods on AWS
    'fd00:42::42', // Scaleway
  ]) {
    assert.equal(judgeAddress(address, allow), 'refused', address)
  }
  // Their neighbours, and addresses that only look alike.
  for (const address of [
    '168.63.129.15',
    '64:ff9b::168.63.129.17',
    '2002:a83f:8111::1',
    'fd00:42::43',
    'fd12::a9fe:a9fe',
  ]) {
    assert.equal(judgeAddress(address, allow), 'allowed', address)
  }
  assert.equal(judgeAddress('10.0.0.1', allow), 'allowed')
})

test('an invalid range is named', () => {
  for (const range of ['10.0.0/8', '10.0.0.0/33', '10.0.0.0/', '::/129', 'x/8', '10.0.0.0/8/8']) {
    assert.throws(() => parseAllowList(`127.0.0.0/8,${range}`), {
      name: 'RangeError',
      message: new RegExp(range.replaceAll('.', '\\.')),
    })
  }
  assert.throws(() => parseAllowList('::ffff:10.0.0.0/104'), /IPv4/)
  assert.deepEqual(parseAllowList(' 10.0.0.0/8 ,\n').ranges, ['10.0.0.0/8'])
})
