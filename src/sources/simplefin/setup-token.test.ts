import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSetupToken } from './setup-token.ts'

const claimUrl = 'https://bridge.bank.example/simplefin/claim/ABC??>>~~0123'
const token = Buffer.from(claimUrl).toString('base64')

function refusalOf(pasted: string): string {
  const read = parseSetupToken(pasted)
  assert.ok('refusal' in read, `accepted: ${pasted.slice(0, 40)}`)
  return read.refusal
}

test('a token is read with the noise that copying adds', () => {
  assert.match(token, /[+/]/, 'control: the token has letters that differ in URL-safe base64')
  const urlSafe = token.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  for (const pasted of [
    token,
    `  ${token}\n`,
    `${token.slice(0, 20)}\r\n${token.slice(20)}`,
    `\ufeff${token}\u200b`,
    `"${token}"`,
    urlSafe,
    token.replaceAll('=', ''),
    Buffer.from(`${claimUrl}\n`).toString('base64'),
  ]) {
    assert.deepEqual(parseSetupToken(pasted), { claimUrl }, JSON.stringify(pasted))
  }
  const plain = 'https://bridge.bank.example/simplefin/claim/ABC'
  assert.deepEqual(parseSetupToken(` ${plain}\n`), { claimUrl: plain })
})

test('an access URL pasted as a token is refused without repeating it', () => {
  const access = 'https://user:geheim@bridge.bank.example/simplefin'
  for (const pasted of [access, Buffer.from(access).toString('base64')]) {
    assert.match(refusalOf(pasted), /access URL/)
    assert.doesNotMatch(refusalOf(pasted), /geheim|user/)
  }
})

test('other texts are refused with a reason', () => {
  assert.match(refusalOf(' \n'), /Paste/)
  assert.match(refusalOf('https://bridge.bank.example/simplefin/create'), /page/)
  for (const pasted of [
    'hello world!',
    'aGVsbG8',
    Buffer.from('ftp://x/claim/1').toString('base64'),
    Buffer.from('https://x/claim/1\u0000').toString('base64'),
    Buffer.from('https://x y/claim/1').toString('base64'),
    'A'.repeat(5000),
    'öäü',
  ]) {
    assert.match(refusalOf(pasted), /not a SimpleFIN setup token|too long/)
  }
})
