import * as z from 'zod'
import { saying } from '#/platform/contract/detail.ts'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { cents, currency, day, id } from '#/platform/contract/fields.ts'

const worth = { assets: cents, liabilities: cents, net_worth: cents }

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
        currency,
        as_of: day.describe('Today, in the household’s time zone.'),
        ...worth,
        series: z.array(z.object({ date: day, ...worth })),
        by_account: z.array(z.object({ account_id: id, currency, balance: cents })),
      })
      .meta({ id: 'NetWorth' }),
  }),
  showSpending: endpoint({
    method: 'GET',
    path: '/analytics/spending',
    tag: 'Analytics',
    summary: 'Spending by category, merchant or month',
    description:
      'By default this month to today, by category. The settings define when months begin; a month is named after the ' +
      'calendar month in which it begins. Only transactions of type `expense` in the household’s currency.',
    scope: 'data.read',
    query: z
      .strictObject({
        from: day.optional(),
        to: day.optional(),
        group_by: z.enum(['category', 'merchant', 'month']).default('category'),
      })
      .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
        path: ['from'],
        ...saying('`from` is after `to`.', { name: 'period_reversed' }),
      }),
    response: z
      .object({
        currency,
        from: day,
        to: day,
        group_by: z.enum(['category', 'merchant', 'month']),
        spent: cents.describe('Money spent; positive.'),
        refunded: cents,
        net: cents.describe('`refunded` − `spent`.'),
        transaction_count: z.int(),
        groups: z.array(
          z.object({
            key: z.string(),
            label: z.string(),
            category_id: id.nullable(),
            spent: cents,
            refunded: cents,
            net: cents,
            transaction_count: z.int(),
            share_bps: z.int().describe('Share of `spent`, in basis points.'),
          }),
        ),
      })
      .meta({ id: 'Spending' }),
  }),
}
