import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkUrl, type UrlRule, type UrlRules } from './check-url.ts'
import { parseAllowList } from './public-address.ts'

const webhooks: UrlRules = {
  allow: parseAllowList(''),
  plainHttp: 'anywhere',
  ownOrigins: ['https://budget.example.com', 'http://127.0.0.1:3000'],
  lengthMax: 2048,
}

/** Returns the violated rule, or the URL as it is stored. */
function outcomeOf(text: string, rules: UrlRules = webhooks): string {
  const checked = checkUrl(text, rules)
  return checked.ok ? checked.url.href : checked.rule
}

type Row = readonly [why: string, outcome: UrlRule | 'same' | (string & {}), texts: string[]]

/** `same`: stored unchanged. Each outcome is the first violated rule, so a row cannot pass for another reason. */
function holds(rows: readonly Row[], rules: UrlRules = webhooks): void {
  for (const [why, outcome, texts] of rows) {
    for (const text of texts) {
      const expected = outcome === 'same' ? text : outcome
      assert.equal(outcomeOf(text, rules), expected, `${JSON.stringify(text)}: ${why}`)
    }
  }
}

const at = (...hosts: string[]) => hosts.map((host) => `http://${host}/`)

test('no spelling of a private IPv4 address is a destination', () => {
  const refused: UrlRule = 'private_address'
  holds([
    ['loopback', refused, at('127.0.0.1', '127.255.255.254')],
    ['one number', refused, at('2130706433', '4294967295', '3232235777', '2852039166')],
    ['hexadecimal', refused, at('0x7f000001', '0x7f.1', '0X7F.0.0.1', '0xffffffff')],
    ['octal', refused, at('0177.0.0.1', '017700000001', '0300.0250.1.1', '0251.0376.0251.0376')],
    ['mixed bases', refused, at('0x7f.0.0.01', '0xa9.0376.43518', '0xc0.168.0x1.1')],
    ['fewer parts', refused, at('127.1', '127.0.1', '10.1', '192.168.257', '169.254.43518')],
    ['this network', refused, at('0', '0.0.0.0', '0.1.2.3', '0x0')],
    ['a dot behind the literal', refused, at('127.0.0.1.', '0x7f.1.', '2130706433.')],
    [
      'full-width and circled digits',
      refused,
      at('①②⑦.⓪.⓪.①', '１２７.0.0.1', '１６９.254.169.254'),
    ],
    ['ideographic dots', refused, at('127。0。0。1', '127．0．0．1', '127｡0｡0｡1')],
    ['percent-encoded', refused, at('%31%32%37.0.0.1', '127%2e0%2E0.1', '%30x7f.1')],
    ['private', refused, at('10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1')],
    ['link-local and metadata', refused, at('169.254.169.254/latest/meta-data', '169.254.0.1')],
    ['shared by carriers; Alibaba’s metadata', refused, at('100.64.0.1', '100.100.100.200')],
    ['Azure’s fabric, which looks public', refused, at('168.63.129.16')],
    ['protocol assignments; Oracle’s metadata', refused, at('192.0.0.170', '192.0.0.192')],
    ['documentation', refused, at('192.0.2.1', '198.51.100.1', '203.0.113.1')],
    ['benchmarks, relays', refused, at('198.18.0.1', '198.19.255.255', '192.88.99.1')],
    [
      'multicast and beyond',
      refused,
      at('224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'),
    ],
  ])
})

test('the neighbours of private ranges are public', () => {
  holds([
    ['just outside', 'same', at('9.255.255.255', '11.0.0.0', '172.15.255.255', '172.32.0.0')],
    ['just outside', 'same', at('100.63.255.255', '100.128.0.0', '169.253.255.255', '169.255.0.0')],
    ['just outside', 'same', at('198.17.255.255', '198.20.0.0', '223.255.255.255', '126.0.0.1')],
    ['public', 'same', ['https://1.1.1.1/', 'https://[2606:4700:4700::1111]/']],
    ['public, spelt otherwise', 'https://1.1.1.1/', ['https://0x1010101/', 'https://16843009']],
  ])
})

test('no form of IPv6 leads to a private address', () => {
  const refused: UrlRule = 'private_address'
  holds([
    ['loopback and nothing', refused, at('[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[0::0:1]')],
    ['IPv4-mapped', refused, at('[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:a9fe:a9fe]')],
    ['IPv4-mapped, even public', refused, at('[::ffff:1.1.1.1]', '[0:0:0:0:0:ffff:8.8.8.8]')],
    ['IPv4-compatible', refused, at('[::127.0.0.1]', '[::7f00:1]', '[::10.0.0.1]')],
    ['IPv4-translated', refused, at('[::ffff:0:127.0.0.1]', '[::ffff:0:a00:1]')],
    ['NAT64', refused, at('[64:ff9b::a9fe:a9fe]', '[64:ff9b::808:808]', '[64:ff9b:1::1]')],
    ['6to4', refused, at('[2002:7f00:1::]', '[2002:c0a8:101::1]', '[2002:808:808::1]')],
    ['Teredo, ORCHID', refused, at('[2001::1]', '[2001:0:5ef5:79fb::1]', '[2001:20::1]')],
    [
      'documentation, discard, SRv6',
      refused,
      at('[2001:db8::1]', '[3fff::1]', '[100::1]', '[5f00::1]'),
    ],
    ['unique local; AWS’s metadata', refused, at('[fc00::1]', '[fdff::1]', '[fd00:ec2::254]')],
    ['link-local and site-local', refused, at('[fe80::1]', '[febf::1]', '[fec0::1]')],
    ['multicast', refused, at('[ff02::1]', '[ff0e::1]')],
    ['not given out by IANA', refused, at('[4000::1]', '[1::1]', '[e000::1]', '[1fff:ffff::1]')],
    [
      'zone ids name our own interfaces',
      'form',
      at('[fe80::1%25eth0]', '[::1%lo]', '[fe80::1%eth0]'),
    ],
    ['not IPv6 at all', 'form', at('[::1', '::1', '[127.0.0.1]', '[::g]', '[1:2:3]')],
  ])
})

test('names that can only be private are refused', () => {
  holds([
    ['localhost', 'private_address', at('localhost', 'LOCALHOST', 'localhost.', 'foo.localhost')],
    ['localhost in disguise', 'private_address', at('ⓛⓞⓒⓐⓛⓗⓞⓢⓣ', 'loc\u00adalhost', '%6cocalhost')],
    ['without a dot', 'private_address', at('postgres', 'metadata', 'ip6-localhost')],
    [
      'private domains',
      'private_address',
      at('nas.local', 'db.internal', 'wiki.intranet', 'a.lan'),
    ],
    ['private domains', 'private_address', at('pi.home.arpa', 'x.localdomain', 'DB.INTERNAL.')],
    ['Google’s metadata by name', 'private_address', at('metadata.google.internal')],
    [
      'a name is not its ending',
      'same',
      at('local.example.com', 'notlocal.example', 'mylan.example'),
    ],
    ['where it leads is judged at use', 'same', at('127.0.0.1.nip.io', 'localtest.me')],
    ['international names', 'https://xn--bcher-kva.example/', ['https://bücher.example/']],
  ])
})

test('a URL is complete and cannot look like another one', () => {
  const long = (length: number) => `https://example.com/${'a'.repeat(length - 20)}`
  const name = (...labels: number[]) => labels.map((length) => 'a'.repeat(length)).join('.')
  holds([
    [
      'user names and passwords',
      'credentials',
      ['http://user:pass@example.com/', 'http://a@b.example'],
    ],
    ['an address as user name', 'credentials', ['http://127.0.0.1@example.com/']],
    [
      'a name as user name',
      'credentials',
      ['http://example.com@127.0.0.1/', 'http://a.example:80@b.example/'],
    ],
    [
      'an empty user name',
      'credentials',
      ['http://@example.com/', 'http://:@example.com/', 'http://@127.0.0.1/'],
    ],
    ['an @ in path or query is nobody’s name', 'same', ['https://example.com/@me?to=a@b.example']],
    ['backslashes', 'characters', ['http://example.com\\@127.0.0.1/', 'http:\\\\127.0.0.1\\']],
    ['too few slashes', 'form', ['http:127.0.0.1', 'http:/127.0.0.1/', 'https:example.com']],
    ['too many slashes', 'form', ['http:///127.0.0.1/', 'https:////example.com/']],
    ['no host', 'form', ['https://', 'https://?q', 'https://#', '']],
    ['a fragment is dropped', 'http://example.com/', ['http://example.com#@127.0.0.1/']],
    ['other schemes', 'form', ['file:///etc/passwd', 'ftp://a.example/', 'gopher://127.0.0.1:25/']],
    [
      'other schemes',
      'form',
      ['javascript:alert(1)', 'data:,x', 'ws://a.example', 'blob:x', 'unix:/x'],
    ],
    [
      'other schemes',
      'form',
      ['httpss://a.example/', 'jar:http://a.example/!/', 'view-source:http://a.example/'],
    ],
    ['no scheme', 'form', ['//example.com/', 'example.com', '/hook']],
    ['raw control characters', 'characters', ['http://exam\nple.com/', '\thttp://example.com/']],
    [
      'raw control characters',
      'characters',
      ['http://example.com/\r\nX: y', 'http://a.example/\0', 'http://a.example/\u007f'],
    ],
    [
      'blanks',
      'characters',
      [' https://example.com/', 'https://example.com/a b', 'https://example.com '],
    ],
    [
      'encoded line ends stay encoded',
      'same',
      ['https://example.com/%0d%0aX:y', 'https://example.com/%00'],
    ],
    [
      'other services’ ports',
      'port',
      [0, 22, 25, 53, 6000, 6667].map((port) => `http://a.example:${port}/`),
    ],
    [
      'no ports',
      'form',
      ['http://a.example:65536/', 'http://a.example:-1/', 'http://a.example:8o/'],
    ],
    [
      'a port of its own',
      'same',
      ['https://example.com:8443/', 'http://example.com:5678/webhook/x'],
    ],
    ['as long as it may be', 'same', [long(2048)]],
    ['too long', 'length', [long(2049)]],
    ['longer once it is encoded', 'length', [`https://example.com/${'é'.repeat(1000)}`]],
    ['as long as names are', 'same', at(`${name(63, 63, 63, 61)}`)],
    ['longer than names are', 'host_name', at(name(64, 7), name(63, 63, 63, 62))],
    [
      'empty labels',
      'host_name',
      at('a..b', '.example.com', 'example.com..', '1.1.1.1..', '127.0.0.1..'),
    ],
    [
      'no name in the DNS',
      'host_name',
      at("a'b.example", 'a;b.example', 'a*.example', 'a~b.example'),
    ],
    [
      'numbers that are not an address',
      'form',
      at('1.2.3.4.5', '256.256.256.256', '0x100000000', 'foo.0x1'),
    ],
    ['the dot behind the name', 'https://example.com/', ['https://Example.COM./']],
  ])
})

test('an instance refuses itself as a destination', () => {
  holds([
    [
      'our public name',
      'own_address',
      ['https://budget.example.com/v1/sync', 'https://BUDGET.example.com./'],
    ],
    ['our public name, on another port', 'same', ['https://budget.example.com:5678/hook']],
    ['a neighbour', 'same', ['https://hooks.budget.example.com/']],
  ])
  const open = { ...webhooks, allow: parseAllowList('127.0.0.0/8 ::1') }
  holds(
    [
      [
        'where we listen',
        'own_address',
        [
          'http://127.0.0.1:3000/v1',
          'http://localhost:3000/',
          'http://[::1]:3000/',
          'http://127.9.9.9:3000/',
        ],
      ],
      [
        'another service of this machine',
        'same',
        ['http://127.0.0.1:3001/', 'http://localhost:4000/'],
      ],
    ],
    open,
  )
})

test('ranges that the operator opened are allowed, and plain http only there', () => {
  const open = { ...webhooks, allow: parseAllowList('10.1.0.0/16 fd12::/16') }
  holds(
    [
      ['inside', 'same', at('10.1.2.3', '[fd12::1]')],
      ['inside, spelt otherwise', 'http://10.1.2.3/', at('0xa010203', '10.1.515')],
      ['outside', 'private_address', at('10.2.0.1', '127.0.0.1', '[fd13::1]')],
      ['metadata stays refused', 'private_address', at('169.254.169.254')],
      ['a private name may lead there', 'same', at('nas.lan', 'postgres')],
    ],
    open,
  )
  const strict = { ...open, plainHttp: 'allowed' } as const
  holds(
    [
      ['plain http inside', 'same', at('10.1.2.3')],
      ['plain http outside', 'plain_http', at('1.1.1.1')],
      ['its addresses decide', 'same', at('example.com')],
      ['https', 'same', ['https://example.com/', 'https://1.1.1.1/']],
    ],
    strict,
  )
  const encrypted = { ...open, plainHttp: 'nowhere' } as const
  holds(
    [
      ['plain http nowhere', 'plain_http', at('10.1.2.3', '1.1.1.1', 'example.com')],
      ['https everywhere', 'same', ['https://10.1.2.3/', 'https://example.com/']],
    ],
    encrypted,
  )
  const closed = { ...webhooks, plainHttp: 'allowed' } as const
  holds([['no address is inside', 'plain_http', at('example.com', '1.1.1.1')]], closed)
})

test('a message names only the host, and is equal for private names and addresses', () => {
  const messageOf = (text: string) => {
    const checked = checkUrl(text, webhooks)
    return checked.ok ? '' : checked.message
  }
  assert.equal(
    messageOf('http://10.0.0.1/s3cret?key=s3cret'),
    '10.0.0.1 does not lead to a public address.',
  )
  assert.equal(
    messageOf('http://db.internal/s3cret'),
    'db.internal does not lead to a public address.',
  )
  for (const text of [
    'https://u:s3cret@a.example/s3cret',
    'https://a.example:22/s3cret',
    'ftp://s3cret',
  ]) {
    assert.doesNotMatch(messageOf(text), /s3cret/)
  }
})
