import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAccessUrl } from './access-url.ts'

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

test('credentials are taken out of the URL and decoded', () => {
  assert.deepEqual(parseAccessUrl('https://demo:secret@bank.example/simplefin\n'), {
    base: 'https://bank.example/simplefin',
    authorization: basic('demo:secret'),
  })
  for (const [sent, meant] of [
    ['p%40ss%3Aw%2Frd%25', 'p@ss:w/rd%'],
    ['a%C3%A9', 'aé'],
    ['a:b', 'a:b'],
    ['100%', '100%'],
  ]) {
    const access = parseAccessUrl(`https://us%3Aer:${sent}@bank.example:8443/simplefin/`)
    assert.deepEqual(access, {
      base: 'https://bank.example:8443/simplefin',
      authorization: basic(`us:er:${meant}`),
    })
  }
})

test('a text without credentials or web address is not an access URL', () => {
  for (const text of [
    '',
    'https://bank.example/simplefin',
    'https://user@bank.example/simplefin',
    'ftp://u:p@bank.example/',
    'Forbidden',
    '<html>',
    'https://u:p@bank.example/a b',
    `https://u:p@bank.example/${'a'.repeat(3000)}`,
  ]) {
    assert.equal(parseAccessUrl(text), null, text.slice(0, 40))
  }
})
