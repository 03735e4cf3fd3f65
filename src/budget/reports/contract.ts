import * as z from 'zod'
import { saying } from '#/platform/contract/detail.ts'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { balanceSum, common } from '#/platform/contract/common-fields.ts'
import { cents, day, id } from '#/platform/contract/fields.ts'

const worth = {
  assets: cents.describe('The sum of the balances above zero, in cents.'),
  liabilities: cents.describe('The sum of the balances below zero, in cents: zero or negative.'),
  net_worth: cents.describe('`assets` + `liabilities`, in cents.'),
}

const spending = {
  spent: cents.describe('Money spent, in cents; positive.'),
  refunded: cents.describe('Money that came back, in cents; positive.'),
  net: cents.describe('`refunded` − `spent`, in cents.'),
  transaction_count: common.transaction_count,
}

const grouping = z.enum(['category', 'merchant', 'month'])

export const analytics = {
  showNetWorth: endpoint({
    method: 'GET',
    path: '/analytics/net-worth',
    tag: 'Analytics',
    summary: 'Net worth today and at the last twelve month ends',
    description:
      'A past balance is today’s balance less later transactions. The settings define when months begin.',
    scope: 'data.read',
    response: z
      .object({
        currency: common.currency,
        as_of: day.describe('Today, in the household’s time zone.'),
        ...worth,
        series: z
          .array(
            z.object({
              date: day.describe('The last day of a month; of the present month, today.'),
              ...worth,
            }),
          )
          .describe('The last twelve month ends and today, oldest first.'),
        by_account: z
          .array(
            z.object({
              account_id: id.describe('The account, from `GET /accounts`.'),
              currency: common.currency,
              balance: balanceSum.describe(
                'Cents today, signed from the owner’s side: debt is negative.',
              ),
            }),
          )
          .describe('Today’s balance of every visible account.'),
      })
      .meta({ id: 'NetWorth' }),
  }),
  showSpending: endpoint({
    method: 'GET',
    path: '/analytics/spending',
    tag: 'Analytics',
    summary: 'Spending by category, merchant or month',
    kept: true,
    description:
      'By default this month to today, by category. The settings define when months begin; a month is named after the ' +
      'calendar month in which it begins. Only transactions of type `expense` in the household’s currency.',
    scope: 'data.read',
    query: z
      .strictObject({
        from: day
          .optional()
          .describe('First day, inclusive. By default the first day of the month of `to`.'),
        to: day.optional().describe('Last day, inclusive. By default today.'),
        group_by: grouping.default('category').describe('What the groups are.'),
      })
      .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
        path: ['from'],
        ...saying('`from` is after `to`.', { name: 'period_reversed' }),
      }),
    response: z
      .object({
        currency: common.currency,
        from: day.describe('The first day that counts.'),
        to: day.describe('The last day that counts.'),
        group_by: grouping.describe('What the groups are.'),
        ...spending,
        groups: z
          .array(
            z.object({
              key: z
                .string()
                .describe(
                  'Identifies the group: the category’s id (`uncategorized` without one), the merchant, or the month as YYYY-MM.',
                ),
              label: z.string().describe('The name of the group, for people.'),
              category_id: id
                .nullable()
                .describe('The category of the group; null without one, or if grouped otherwise.'),
              ...spending,
              share_bps: z
                .int()
                .describe('The share of all `spent` in basis points: 10,000 are the whole.'),
            }),
          )
          .describe('Largest `spent` first; months in their order.'),
      })
      .meta({ id: 'Spending' }),
  }),
}
