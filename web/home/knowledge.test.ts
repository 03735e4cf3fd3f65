import assert from 'node:assert/strict'
import { test } from 'node:test'
import { knowledgeOf } from './knowledge.ts'

const none = { accounts: 0, expenses: 0, cards: 0, transactions: 0, schedules: 0 }
const unstated = [
  {
    account_id: 'a',
    import_id: 'i',
    name: 'Checking',
    type: 'depository' as const,
    currency: 'EUR',
    balance: 5,
    day: null,
  },
]

/** Describes a household of these counts, with its first steps open. */
const known = (counts: Partial<typeof none>, more = {}) =>
  knowledgeOf({ counts: { ...none, ...counts }, first_steps: true, unstated: [], ...more })

test('without an account nothing is known, also with paydays and bills', () => {
  assert.equal(known({}), 'nothing')
  assert.equal(known({ schedules: 1 }), 'nothing')
  assert.equal(known({ expenses: 2, schedules: 1 }), 'nothing')
  assert.equal(known({}, { first_steps: false }), 'nothing')
})

test('accounts and paydays alone do not make free-to-spend known, bills do', () => {
  assert.equal(known({ accounts: 1 }), 'plan')
  assert.equal(known({ accounts: 1, schedules: 1 }), 'plan')
  assert.equal(known({ accounts: 1, expenses: 1, cards: 1 }), 'plan')
  assert.equal(known({ accounts: 1, expenses: 1 }), 'known')
  assert.equal(known({ accounts: 1, schedules: 1, expenses: 2, cards: 1 }), 'known')
})

test('an account of an unknown balance makes the number unknown, also later', () => {
  assert.equal(known({ accounts: 1 }, { unstated }), 'balance')
  assert.equal(known({ accounts: 2, expenses: 3 }, { unstated, first_steps: false }), 'balance')
})

test('people who have put the first steps away see the number that there is', () => {
  assert.equal(known({ accounts: 1 }, { first_steps: false }), 'known')
})
