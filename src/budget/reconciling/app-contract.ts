import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import {
  amount,
  cents,
  currency,
  day,
  id,
  instant,
  text,
  visibleText,
} from '#/platform/contract/fields.ts'
import { done } from '#/platform/audited/contract.ts'
import { transaction } from '#/budget/transactions/contract.ts'

const beforeAndAfter = z.object({ before: cents, after: cents })

const stated = z.object({
  id,
  kind: z
    .enum(['reconciliation', 'value', 'opening'])
    .describe('`opening`: the balance that an account was created with.'),
  day,
  balance: cents,
  transaction_id: id.nullable(),
  created_at: instant,
})

const refusals = ['resource_not_found', 'edit_conflict'] as const

const bankBalance = amount.describe(
  'The balance at the end of the day, in cents; debt is negative.',
)
const note = text({ max: 2000 }).nullable().optional()
const concept = visibleText({ min: 1, max: 200 })

/** How people bring an account to what a bank says, or to what it is worth. For the application and the command line. */
export const reconcilingApp = {
  listAccountChecks: endpoint({
    method: 'GET',
    path: '/account-checks',
    forKeys: true,
    tag: 'Accounts',
    summary: 'List how each open account is kept right, and when it was last',
    scope: 'data.read',
    response: z.array(
      z.object({
        account_id: id,
        way: z
          .enum(['reconcile', 'value', 'reported'])
          .describe('`reported`: a bank reports the balance, so there is nothing to correct.'),
        day: day.nullable().describe('The day of the last stated balance.'),
        balance: cents.nullable(),
      }),
    ),
  }),
  showReconciliation: endpoint({
    method: 'GET',
    path: '/accounts/{id}/reconciliation',
    forKeys: true,
    tag: 'Accounts',
    summary: 'Compare an account with a balance, and list the rows that may explain the difference',
    cost: 2,
    scope: 'data.read',
    grants: ['accounts:read', 'transactions:read'],
    refusals: ['resource_not_found'],
    params: z.strictObject({ id }),
    query: z.strictObject({
      balance: bankBalance,
      day: day.optional().describe('Default: today.'),
    }),
    response: z.object({
      account_id: id,
      way: z.enum(['reconcile', 'value', 'reported']),
      currency,
      day,
      balance: cents,
      own_balance: cents.describe(
        'The account’s balance at the end of that day as Earmark has it.',
      ),
      difference: cents.describe('`balance` − `own_balance`: the amount of a correction.'),
      current_balance: beforeAndAfter.describe('Today’s balance before and after a correction.'),
      free_to_spend: beforeAndAfter,
      likely: z
        .array(
          z.object({
            kind: z.enum([
              'pending',
              'later',
              'doubled',
              'deleted',
              'correction',
              'sign',
              'digits',
              'missing',
            ]),
            transactions: z.array(transaction),
          }),
        )
        .describe('Each explains the whole difference alone; the likeliest first.'),
      last: stated.nullable(),
    }),
  }),
  reconcileAccount: endpoint({
    method: 'POST',
    path: '/accounts/{id}/reconciliation',
    forKeys: true,
    tag: 'Accounts',
    summary: 'Bring an account to its bank’s balance with at most one correcting transaction',
    description:
      'The correction is an `expense` or an `income`. With `expected_difference`, a difference that has changed since is ' +
      'refused, unless the account agrees by now.',
    scope: 'data.write',
    grants: ['accounts:write', 'transactions:write'],
    refusals,
    params: z.strictObject({ id }),
    body: z.strictObject({
      balance: bankBalance,
      day: day.optional().describe('Default: today.'),
      concept: concept.default('Balance correction'),
      note,
      expected_difference: cents.optional(),
    }),
    response: z.object({ id, difference: cents, transaction_id: id.nullable() }),
  }),
  undoReconciliation: endpoint({
    method: 'POST',
    path: '/accounts/{id}/reconciliation/undo',
    forKeys: true,
    tag: 'Accounts',
    summary: 'Take the last reconciliation of an account back, with its correction',
    scope: 'data.write',
    grants: ['accounts:write', 'transactions:write'],
    refusals: ['resource_not_found'],
    params: z.strictObject({ id }),
    body: z.strictObject({ reconciliation_id: id }),
    response: done,
  }),
  listAccountValues: endpoint({
    method: 'GET',
    path: '/accounts/{id}/values',
    forKeys: true,
    tag: 'Accounts',
    summary: 'List the dated values of an asset or a loan, newest day first',
    scope: 'data.read',
    refusals: ['resource_not_found'],
    params: z.strictObject({ id }),
    response: z.array(stated),
  }),
  setAccountValue: endpoint({
    method: 'POST',
    path: '/accounts/{id}/value',
    forKeys: true,
    tag: 'Accounts',
    summary: 'Say what an asset or a loan was worth on a day',
    description:
      'One transaction of type `transfer` on that day brings the balance to the value. Values of later days stay true. A ' +
      'second value of a day replaces the first.',
    scope: 'data.write',
    grants: ['accounts:write', 'transactions:write'],
    refusals,
    params: z.strictObject({ id }),
    body: z.strictObject({
      value: amount.describe('Cents; what is owed is negative.'),
      day: day.optional().describe('Default: today.'),
      concept: concept.default('Change in value'),
      note,
    }),
    response: z.object({
      day,
      transaction_id: id.nullable(),
      difference: cents.describe('The change of the balance of that day.'),
      replaced: cents.nullable().describe('The value that the day had before.'),
      current_balance: beforeAndAfter,
    }),
  }),
  removeAccountValue: endpoint({
    method: 'DELETE',
    path: '/accounts/{id}/values/{day}',
    forKeys: true,
    tag: 'Accounts',
    summary: 'Take the value of a day back; values of later days stay true',
    scope: 'data.write',
    grants: ['accounts:write', 'transactions:write'],
    refusals: ['resource_not_found'],
    params: z.strictObject({ id, day }),
    response: done,
  }),
}
