import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { amount, currency, name, visibleText } from '#/platform/contract/fields.ts'
import { changeOf, creation, deed } from '#/platform/audited/contract.ts'
import { accountType } from './contract.ts'

/** What people change about accounts. For the application and the command line. */
export const accountsApp = {
  createAccount: endpoint({
    ...creation,
    path: '/accounts',
    tag: 'Accounts',
    summary: 'Create an account that is kept by hand',
    body: z.strictObject({
      name,
      type: accountType,
      subtype: visibleText({ min: 1, max: 100 }).nullable().default(null),
      currency: currency.optional().describe('By default the household’s.'),
      balance: amount.default(0).describe('Cents; debt is negative.'),
      spendable: z.boolean().nullable().default(null),
    }),
  }),
  changeAccount: endpoint({
    ...changeOf({
      name,
      spendable: z.boolean().nullable().describe('Null: by its type.'),
      invert_balance: z
        .boolean()
        .describe('The bank tells its balance the wrong way round: what is owed as positive.'),
    }),
    path: '/accounts/{id}',
    tag: 'Accounts',
    summary: 'Rename an account, or say how its balance counts',
  }),
  closeAccount: endpoint({
    ...deed,
    path: '/accounts/{id}/close',
    sudo: true,
    tag: 'Accounts',
    summary: 'Close an empty account that is kept by hand; its history stays',
    refusals: ['resource_not_found', 'still_in_use', 'edit_conflict'],
  }),
}
