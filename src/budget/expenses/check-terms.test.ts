import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenManager, refusal } from '../../../test/support/managed.ts'
import { startProduct } from '../../../test/support/product.ts'

const product = await startProduct({ limited: false })
const ada = () => givenManager(product)

test('bad input names its parameter and changes nothing', async () => {
  const one = await ada()
  const other = await ada()
  const { expenses: ids, accounts: accountIds, member } = one
  const strange = other.accounts['amex']!
  const create: [object, number, string, string][] = [
    [{}, 400, 'invalid_parameter', 'name'],
    [{ name: ' ' }, 400, 'invalid_parameter', 'name'],
    [{ target_amount: 0 }, 400, 'invalid_parameter', 'target_amount'],
    [{ target_amount: 1_000_000_000_001 }, 400, 'invalid_parameter', 'target_amount'],
    [{ balance: -1 }, 400, 'invalid_parameter', 'balance'],
    [{ balance: 1_000_000_000_000 }, 409, 'insufficient_free_to_spend', 'balance'],
    [{ recurrence_anchor_date: '2026-02-30' }, 400, 'invalid_parameter', 'recurrence_anchor_date'],
    [{ recurrence_anchor_date: '0001-01-01' }, 400, 'invalid_parameter', 'recurrence_anchor_date'],
    [{ recurrence_interval_months: 1 }, 400, 'invalid_parameter', 'recurrence_anchor_date'],
    [{ recurrence_interval_months: 4 }, 400, 'invalid_parameter', 'recurrence_interval_months'],
    [{ recurrence_interval_days: 10 }, 400, 'invalid_parameter', 'recurrence_interval_days'],
    [{ recurrence_interval_days: 7 }, 400, 'invalid_parameter', 'recurrence_anchor_date'],
    [
      {
        recurrence_interval_months: 1,
        recurrence_interval_days: 28,
        recurrence_anchor_date: '2026-03-01',
      },
      400,
      'invalid_parameter',
      'recurrence_interval_days',
    ],
    [
      { type: 'goal', recurrence_interval_days: 7, recurrence_anchor_date: '2026-03-01' },
      400,
      'invalid_parameter',
      'recurrence_interval_days',
    ],
    [
      { type: 'goal', recurrence_interval_months: 1, recurrence_anchor_date: '2026-03-01' },
      400,
      'invalid_parameter',
      'recurrence_interval_months',
    ],
    [{ fund_ahead_payment_count: 4 }, 400, 'invalid_parameter', 'fund_ahead_payment_count'],
    [{ fund_ahead_build_by: '2026-01-05' }, 400, 'invalid_parameter', 'fund_ahead_build_by'],
    [
      { funding_schedule_ids: [other.funding_schedules['pay']] },
      404,
      'resource_not_found',
      'funding_schedule_ids[0]',
    ],
    [
      { funding_schedule_ids: [one.funding_schedules['pay'], one.funding_schedules['pay']] },
      400,
      'invalid_parameter',
      'funding_schedule_ids[1]',
    ],
    [{ group_id: other.expense_groups['home'] }, 404, 'resource_not_found', 'group_id'],
    [{ card_account_id: accountIds['amex'] }, 400, 'invalid_parameter', 'card_account_id'],
    [
      { type: 'credit_card', card_account_id: accountIds['checking'] },
      400,
      'invalid_parameter',
      'card_account_id',
    ],
    [
      { type: 'credit_card', card_account_id: accountIds['euro'] },
      400,
      'invalid_parameter',
      'card_account_id',
    ],
    [
      { type: 'credit_card', card_account_id: strange },
      404,
      'resource_not_found',
      'card_account_id',
    ],
    [
      { type: 'credit_card', card_account_id: accountIds['visa'] },
      409,
      'card_already_linked',
      'card_account_id',
    ],
    [{ colour: 'red' }, 400, 'invalid_parameter', 'colour'],
  ]
  for (const [body, status, code, param] of create) {
    const sent = Object.keys(body).length === 0 ? {} : { name: 'x', ...body }
    const answer = await member.request('POST', '/expenses', { body: sent })
    const { error } = answer.body
    assert.deepEqual([answer.status, error.code, error.param], [status, code, param], answer.text)
  }
  const change: [object, number, string, string][] = [
    [{ target_amount: 0 }, 400, 'invalid_parameter', 'target_amount'],
    [{ recurrence_anchor_date: null }, 400, 'invalid_parameter', 'recurrence_anchor_date'],
    [{ expected_updated_at: 'yesterday' }, 400, 'invalid_parameter', 'expected_updated_at'],
    [{ expected_updated_at: '2030-01-01T00:00:00Z' }, 409, 'edit_conflict', 'expected_updated_at'],
    [{ type: 'goal' }, 400, 'invalid_parameter', 'type'],
  ]
  for (const [body, status, code, param] of change) {
    const answer = await member.request('PATCH', `/expenses/${ids['rent']}`, { body })
    const { error } = answer.body
    assert.deepEqual([answer.status, error.code, error.param], [status, code, param], answer.text)
  }
  const foreign = await member.request('PATCH', `/expenses/${other.expenses['rent']}`, {
    body: { name: 'Mine' },
  })
  assert.deepEqual([foreign.status, foreign.body.error.param], [404, 'id'])
  assert.deepEqual(await one.changes(), [])
  // Refuse a transfer from an Expense to itself.
  await assert.rejects(
    one.read.transferBetweenExpenses({
      body: { from_expense_id: ids['rent']!, to_expense_id: ids['rent']!, amount: 1 },
    }),
    refusal(400, 'invalid_parameter', 'to_expense_id'),
  )
})
