import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { cents, currency, id, instant } from '#/platform/contract/fields.ts'
import { preferences } from '#/platform/contract/preferences.ts'

export const settings = {
  showSettings: endpoint({
    method: 'GET',
    path: '/settings',
    tag: 'Settings',
    summary: 'Show the household’s settings',
    scope: 'data.read',
    tagged: 'content',
    response: z
      .object({
        name: z.string(),
        kind: z.enum(['personal', 'joint']),
        currency,
        timezone: z.string(),
        locale: preferences.locale,
        week_starts_on: preferences.week_starts_on,
        month_starts_on_day: preferences.month_starts_on_day,
        date_format: preferences.date_format,
        free_to_spend: z.object({
          floor: cents.describe('The amount that a payday leaves free to spend, in cents.'),
          account_ids: z.array(id).describe('The accounts whose money counts as cash.'),
          account_types: preferences.account_types,
          include_pending: preferences.include_pending,
        }),
        plan: z.object({
          code: z.enum(['free', 'standard', 'premium']),
          status: z.enum(['trialing', 'active', 'trial_ended', 'lapsed', 'closed']),
          api_access: z.boolean(),
          trial_ends_at: instant.nullable(),
          renews_at: instant.nullable(),
        }),
        updated_at: instant.describe('The last change of these settings.'),
        members: z.array(z.object({ id, name: z.string(), role: z.enum(['owner', 'member']) })),
      })
      .meta({ id: 'Settings' }),
  }),
}
