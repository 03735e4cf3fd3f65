import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeAddress, linkFor, readHanded, trimAddress } from './link.ts'

test('a phone reads from the code what the screen handed over, and nothing else', () => {
  for (const handed of [
    { kind: 'payments', secret: 'em_wallet_abc123', digits: 2 },
    { kind: 'number', secret: 'em_live_abc123', digits: 0 },
  ] as const) {
    const link = new URL(linkFor('https://earmark.example.com', handed))
    assert.deepEqual(readHanded(link.hash), handed)
    assert.equal(link.search, '', 'the server sees no secret')
  }
  for (const hash of ['', '#', '#payments=', '#payments=em_live_x', '#number=a&digits=9', '#x=1']) {
    assert.equal(readHanded(hash), null, hash)
  }
})

test('an address is judged by how a phone reaches it', () => {
  for (const [address, judgement] of [
    ['http://localhost:3000', 'local'],
    ['https://127.0.0.1', 'local'],
    ['http://192.168.1.20:3000', 'plain'],
    ['http://earmark.example.com', 'plain'],
    ['https://192.168.1.20', 'home'],
    ['https://nas.local:8443', 'home'],
    ['https://nas', 'home'],
    ['https://earmark.example.com', 'good'],
    ['earmark.example.com', 'unreadable'],
    ['ftp://earmark.example.com', 'unreadable'],
    ['https://earmark.example.com/plan', 'unreadable'],
  ] as const) {
    assert.equal(judgeAddress(trimAddress(`${address}/`)), judgement, address)
  }
})
