import assert from 'node:assert/strict'
import { test } from 'node:test'
import { malformedHeader } from './malformed-header.ts'

/** Fails as Node's parser does: `|` marks the place where it stopped. */
function stoppedAt(packet: string): Error {
  const bytesParsed = packet.indexOf('|')
  const rawPacket = Buffer.from(packet.replace('|', ''), 'latin1')
  return Object.assign(new Error('Parse Error'), { rawPacket, bytesParsed })
}

const GET = 'GET /v1/me HTTP/1.1\r\n'

test('the header in which a request stops being HTTP is named', () => {
  assert.equal(malformedHeader(stoppedAt(`${GET}Host: x\r\nX-A: a\r|b\r\n\r\n`)), 'X-A')
  assert.equal(malformedHeader(stoppedAt(`${GET}Content-Length: |-1\r\n\r\n`)), 'Content-Length')
  assert.equal(malformedHeader(stoppedAt(`${GET}X-Last: 1\0\n|`)), 'X-Last')
})

test('an error outside of a header, or in a header that cannot be named, gives null', () => {
  for (const packet of [
    'rubbish|\r\n\r\n',
    'GET /v1/me HTTP/9.9|\r\n',
    `${GET}no colon here|\r\n\r\n`,
    `${GET}Host: x\r\n\r\nz|z`,
    'rest of a value\r|X: 1\r\n\r\n',
  ]) {
    assert.equal(malformedHeader(stoppedAt(packet)), null, packet)
  }
  assert.equal(malformedHeader(new Error('no parser')), null)
  assert.equal(malformedHeader('no error'), null)
})
