import * as z from 'zod'
import { endpoint } from '#/contract/endpoint.ts'
import { amount, currency, expectedUpdate, id, name, visibleText } from '#/contract/fields.ts'
import { told } from '#/records/contract.ts'

export const accountType = z.enum(['depository', 'credit', 'loan', 'investment', 'wallet', 'other'])

/** What people change about accounts. For the application and the command line. */
export const accountsApp = {
  createAccount: endpoint({
    method: 'POST',
    path: '/accounts',
    tag: 'Accounts',
    summary: 'Create an account that is kept by hand',
    scope: 'data.write',
    body: z.strictObject({
      name,
      type: accountType,
      subtype: visibleText({ min: 1, max: 100 }).nullable().default(null),
      currency: currency.optional().describe('By default the household’s.'),
      balance: amount.default(0).describe('Cents; debt is negative.'),
      spendable: z.boolean().nullable().default(null),
    }),
    response: told,
  }),
  changeAccount: endpoint({
    method: 'PATCH',
    path: '/accounts/{id}',
    tag: 'Accounts',
    summary: 'Rename an account, or say how its balance counts',
    scope: 'data.write',
    refusals: ['resource_not_found', 'edit_conflict'],
    params: z.strictObject({ id }),
    body: z.strictObject({
      name: name.optional(),
      spendable: z.boolean().nullable().optional().describe('Null: by its type.'),
      invert_balance: z
        .boolean()
        .optional()
        .describe('The bank tells its balance the wrong way round: what is owed as positive.'),
      expected_updated_at: expectedUpdate,
    }),
    response: told,
  }),
  closeAccount: endpoint({
    method: 'POST',
    path: '/accounts/{id}/close',
    tag: 'Accounts',
    summary: 'Close an empty account that is kept by hand; its history stays',
    scope: 'data.write',
    refusals: ['resource_not_found', 'still_in_use', 'edit_conflict'],
    params: z.strictObject({ id }),
    body: z.strictObject({ expected_updated_at: expectedUpdate }),
    response: told,
  }),
}
