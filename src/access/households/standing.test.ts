import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isReadOnly, refuseHousehold } from './standing.ts'

test('a trial opens the API on every plan', () => {
  for (const plan of ['free', 'standard', 'premium'] as const) {
    assert.equal(refuseHousehold(plan, 'trialing'), null)
  }
})

test('the free plan has no API, and a lapsed or closed household has none on any plan', () => {
  assert.equal(refuseHousehold('free', 'active'), 'plan_upgrade_required')
  assert.equal(refuseHousehold('standard', 'active'), null)
  assert.equal(refuseHousehold('free', 'lapsed'), 'subscription_required')
  assert.equal(refuseHousehold('premium', 'lapsed'), 'subscription_required')
  assert.equal(refuseHousehold('premium', 'closed'), 'account_closed')
})

test('after the trial reads work and writes do not', () => {
  assert.equal(refuseHousehold('standard', 'trial_ended'), null)
  assert.equal(isReadOnly('trial_ended'), true)
  assert.equal(isReadOnly('active'), false)
})

test('the end of a trial opens nothing that the plan does not have', () => {
  assert.equal(refuseHousehold('free', 'trial_ended'), 'plan_upgrade_required')
})

test('a household writes during its trial', () => {
  assert.equal(isReadOnly('trialing'), false)
})
