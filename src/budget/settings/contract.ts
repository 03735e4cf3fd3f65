import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { common } from '#/platform/contract/common-fields.ts'
import { cents, id, instant } from '#/platform/contract/fields.ts'
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
        name: z.string().describe('The name of the household.'),
        kind: z
          .enum(['personal', 'joint'])
          .describe('`personal`: one person. `joint`: several people share it.'),
        currency: common.currency.describe(
          'The currency of the household, in which sums are written: upper-case ISO 4217.',
        ),
        timezone: z
          .string()
          .describe('The IANA time zone that decides which day it is, such as Europe/Madrid.'),
        locale: preferences.locale,
        week_starts_on: preferences.week_starts_on,
        month_starts_on_day: preferences.month_starts_on_day,
        date_format: preferences.date_format,
        free_to_spend: z
          .object({
            floor: cents.describe('The amount that a payday leaves free to spend, in cents.'),
            account_ids: z.array(id).describe('The accounts whose money counts as cash.'),
            account_types: preferences.account_types,
            include_pending: preferences.include_pending,
          })
          .describe('The rules by which free-to-spend is computed.'),
        plan: z
          .object({
            code: z.enum(['free', 'standard', 'premium']).describe('The plan of the household.'),
            status: z
              .enum(['trialing', 'active', 'trial_ended', 'lapsed', 'closed'])
              .describe('`trialing` and `active` may write; `trial_ended` may read.'),
            api_access: z.boolean().describe('True if keys may use this API.'),
            trial_ends_at: instant
              .nullable()
              .describe('When the trial ends, in UTC; null: there is no trial.'),
            renews_at: instant
              .nullable()
              .describe('When the plan renews, in UTC; null: it does not.'),
          })
          .describe('The plan and its standing.'),
        updated_at: instant.describe('The last change of these settings, in UTC.'),
        members: z
          .array(
            z.object({
              id: id.describe('The id of the member.'),
              name: z.string().describe('The name of the member.'),
              role: z.enum(['owner', 'member']).describe('Owners manage people and settings.'),
            }),
          )
          .describe('The people of the household.'),
      })
      .meta({ id: 'Settings' }),
  }),
}
