import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSender } from './mail-address.ts'

test('a sender is an address, alone or behind a name', () => {
  const address = 'budget@example.com'
  for (const [text, name] of [
    [address, ''],
    [` ${address} `, ''],
    [`<${address}>`, ''],
    [`Earmark <${address}>`, 'Earmark'],
    [`"Earmark, at home" <${address}>`, 'Earmark, at home'],
    [`Hogar de Ada y José<${address}>`, 'Hogar de Ada y José'],
  ] as const) {
    assert.deepEqual(readSender(text), { name, address }, text)
  }
})

test('a sender that could name another address or header is refused', () => {
  for (const text of [
    '',
    'Earmark',
    'Earmark <>',
    'Earmark <budget@example.com',
    'Earmark budget@example.com',
    'Eve <eve@example.com> <budget@example.com>',
    '<budget@example.com>, <eve@example.com>',
    'a"b <budget@example.com>',
    'Earmark\r\nBcc: eve@example.com <budget@example.com>',
    `${'x'.repeat(101)} <budget@example.com>`,
    `${' '.repeat(100_000)}x`,
  ]) {
    assert.equal(readSender(text), null, text.slice(0, 60))
  }
})
