import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pairAccounts } from './match-accounts.ts'

const account = (id: string, mask: string | null, fileAccount: string | null = null) => {
  return { id, mask, fileAccount }
}

test('an account of a file belongs to the account with its last digits', () => {
  const pairs = pairAccounts(
    ['DE02 1203 0000 0000 2020 51', '999'],
    [account('giro', '2051'), account('cash', null)],
  )
  assert.deepEqual([...pairs], [['DE02 1203 0000 0000 2020 51', 'giro']])
})

test('the account of the last file with this number comes before the last digits', () => {
  const pairs = pairAccounts(['12345'], [account('mask', '2345'), account('before', null, '12345')])
  assert.deepEqual([...pairs], [['12345', 'before']])
})

test('nothing is paired if two accounts fit a number, or two numbers fit an account', () => {
  assert.equal(pairAccounts(['12345'], [account('a', '345'), account('b', '2345')]).size, 0)
  assert.equal(pairAccounts(['1-345', '2-345'], [account('a', '345')]).size, 0)
})
