import assert from 'node:assert/strict'
import { test } from 'node:test'
import { merchantOf } from './merchant.ts'

test('different spellings of one merchant have the same key', () => {
  for (const concept of ['Café Nero', 'CAFE NERO #123', 'cafe  nero', 'Cafe-Nero']) {
    assert.equal(merchantOf(concept), 'cafe-nero', concept)
  }
})

test('a name of numbers or signs only has a key', () => {
  assert.equal(merchantOf('7-11'), '7-11')
  assert.equal(merchantOf('***'), '***')
})
