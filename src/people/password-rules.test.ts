import assert from 'node:assert/strict'
import { performance } from 'node:perf_hooks'
import { test } from 'node:test'
import { leakedPasswords } from './leaked-passwords.ts'
import { LENGTH_MIN, refusePassword } from './password-rules.ts'

const person = { email: 'ada.lovelace@example.com', name: 'Ada Lovelace' }
const isRefused = (password: string) => refusePassword(password, person) !== null

test('the 3,000 commonest passwords of sufficient length are refused, in any case', () => {
  const leaked = Array.from(leakedPasswords())
  assert.ok(leaked.length >= 3000, String(leaked.length))
  for (const password of leaked) {
    assert.ok(Array.from(password).length >= LENGTH_MIN, password)
    assert.ok(isRefused(password), password)
    assert.ok(isRefused(password.toUpperCase()), password)
  }
})

test('a common password is refused with added digits or blanks', () => {
  for (const password of [
    'correcthorse',
    'CorrectHorse1',
    'correct horse battery staple',
    'Correct-Horse-Battery-Staple-9!',
    'mickeymouse',
    'Mickey Mouse 1928',
    'grandtheftauto',
    'terminator2029',
    '1qaz2wsx3edc',
    'q1w2e3r4t5y6',
    'password1234',
    'Manchester1!',
  ]) {
    assert.ok(isRefused(password), password)
  }
  for (const password of ['correct donkey pile', 'horse correct 4 pile', 'trombone marmalade']) {
    assert.ok(!isRefused(password), password)
  }
})

test('a password is judged within a millisecond', () => {
  isRefused('the first one unpacks the list')
  const began = performance.now()
  for (let round = 0; round < 1000; round += 1) isRefused(`a long walk in the rain ${round}`)
  assert.ok(performance.now() - began < 1000)
})
