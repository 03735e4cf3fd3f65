import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CashAccount, cashOf } from './cash.ts'
import { isSpendable } from '#/core/values/spendable.ts'

const account = (changes: Partial<CashAccount>): CashAccount => ({
  type: 'depository',
  subtype: 'checking',
  currency: 'EUR',
  balance: 1000,
  provider: 'manual',
  subscribed: true,
  spendable: null,
  cashTypes: ['depository', 'wallet'],
  pendingOutflow: 0,
  ...changes,
})

test('checking, savings and wallets are cash; cards, loans and investments are not', () => {
  assert.ok(isSpendable(account({})))
  assert.ok(isSpendable(account({ subtype: 'savings' })))
  assert.ok(isSpendable(account({ type: 'wallet', subtype: null })))
  assert.ok(!isSpendable(account({ subtype: null })))
  assert.ok(!isSpendable(account({ type: 'credit', subtype: 'credit_card' })))
  assert.ok(!isSpendable(account({ type: 'investment', subtype: 'brokerage' })))
})

test('the household’s choice overrides the type, in both directions', () => {
  assert.ok(!isSpendable(account({ spendable: false })))
  assert.ok(isSpendable(account({ type: 'investment', spendable: true })))
})

test('the household chooses the cash types, but a term deposit is never cash', () => {
  const broker = { type: 'investment', subtype: 'brokerage', cashTypes: ['investment'] }
  assert.ok(isSpendable(account(broker)))
  assert.ok(!isSpendable(account({ cashTypes: ['investment'] })))
  assert.ok(!isSpendable(account({ ...broker, spendable: false })))
  assert.ok(!isSpendable(account({ subtype: 'cd' })))
  assert.ok(!isSpendable(account({ type: 'wallet', subtype: null, cashTypes: [] })))
})

test('cash is the sum over subscribed cash accounts of the household’s currency', () => {
  const accounts = [
    account({}),
    account({ balance: -300 }),
    account({ currency: 'USD' }),
    account({ subscribed: false }),
    account({ type: 'loan' }),
  ]
  assert.equal(cashOf(accounts, 'EUR'), 700)
})

test('pending payments of a bank account reduce cash, those of a manual one do not', () => {
  assert.equal(cashOf([account({ provider: 'provider_a', pendingOutflow: -250 })], 'EUR'), 750)
  assert.equal(cashOf([account({ pendingOutflow: -250 })], 'EUR'), 1000)
})
