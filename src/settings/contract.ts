import * as z from 'zod'
import { accountType } from '#/accounts/contract.ts'
import { endpoint } from '#/contract/endpoint.ts'
import { cents, currency, id, instant } from '#/contract/fields.ts'

export const settings = {
  showSettings: endpoint({
    method: 'GET',
    path: '/settings',
    tag: 'Settings',
    summary: 'Show the household’s settings',
    scope: 'data.read',
    response: z
      .object({
        name: z.string(),
        kind: z.enum(['personal', 'joint']),
        currency,
        timezone: z.string(),
        locale: z
          .string()
          .nullable()
          .describe('Null: names, amounts and days are written as each reader’s own device does.'),
        week_starts_on: z.literal('monday'),
        month_starts_on_day: z.literal(1).describe('The first day of what is counted as a month.'),
        date_format: z.literal('YYYY-MM-DD').describe('How days are written in this API.'),
        free_to_spend: z.object({
          floor: cents.describe('What a payday leaves free to spend, in cents.'),
          account_ids: z.array(id).describe('The accounts whose money counts as cash.'),
          account_types: z
            .array(accountType)
            .describe('The types that count as cash where an account’s `spendable` is null.'),
          include_pending: z
            .boolean()
            .describe('Whether what is still pending on its way out is taken off.'),
        }),
        plan: z.object({
          code: z.enum(['free', 'standard', 'premium']),
          status: z.enum(['trialing', 'active', 'trial_ended', 'lapsed', 'closed']),
          api_access: z.boolean(),
          trial_ends_at: instant.nullable(),
          renews_at: instant.nullable(),
        }),
        updated_at: instant.describe('When these settings were changed last.'),
        members: z.array(z.object({ id, name: z.string(), role: z.enum(['owner', 'member']) })),
      })
      .meta({ id: 'Settings' }),
  }),
}
