import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { amount, currency, name, visibleText } from '#/platform/contract/fields.ts'
import { changeOf, create, action } from '#/platform/audited/contract.ts'
import { accountType } from './contract.ts'

/** Changes to accounts, for the application and the command line. */
export const accountsApp = {
  createAccount: endpoint({
    ...create,
    path: '/accounts',
    forKeys: true,
    tag: 'Accounts',
    summary: 'Create a manual account',
    body: z.strictObject({
      name,
      type: accountType,
      subtype: visibleText({ min: 1, max: 100 }).nullable().default(null),
      currency: currency.optional().describe('Default: the household’s currency.'),
      balance: amount.default(0).describe('Cents; debt is negative.'),
      spendable: z.boolean().nullable().default(null),
    }),
  }),
  changeAccount: endpoint({
    ...changeOf({
      name,
      spendable: z.boolean().nullable().describe('Counts as cash; null: decided by its type.'),
      invert_balance: z
        .boolean()
        .describe('The bank reports the balance with the wrong sign: debt as positive.'),
    }),
    path: '/accounts/{id}',
    forKeys: true,
    tag: 'Accounts',
    summary: 'Rename an account, or change how its balance counts',
  }),
  closeAccount: endpoint({
    ...action,
    path: '/accounts/{id}/close',
    sudo: true,
    tag: 'Accounts',
    summary: 'Close an empty manual account; its history stays',
    refusals: ['resource_not_found', 'still_in_use', 'edit_conflict'],
  }),
}
