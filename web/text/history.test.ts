import assert from 'node:assert/strict'
import { test } from 'node:test'
import { personActions } from '#/access/sessions/app-contract.ts'
import { english } from './en/english.ts'
import { spanish } from './es/spanish.ts'

test('every action in the account history has its own text in each language', () => {
  for (const { settings } of [english, spanish]) {
    const words = personActions.map((action) => settings.sessions.actions[action])
    assert.equal(new Set(words).size, personActions.length)
    for (const each of words) assert.match(each, /^\p{Lu}[^._]+$/u)
  }
})
