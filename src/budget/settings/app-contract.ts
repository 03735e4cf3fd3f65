import * as z from 'zod'
import { saying } from '#/platform/contract/detail.ts'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { amount, currency, expectedUpdate, name } from '#/platform/contract/fields.ts'
import { preferences } from '#/platform/contract/preferences.ts'
import { recordVersion } from '#/platform/audited/contract.ts'
import { isZone } from '#/core/values/zone.ts'

/** Changes to the household's settings, for the application and the command line. */
export const settingsApp = {
  changeSettings: endpoint({
    method: 'PATCH',
    path: '/settings',
    tag: 'Settings',
    summary: 'Change the household’s settings',
    scope: 'data.write',
    right: 'settings',
    refusals: ['still_in_use', 'edit_conflict'],
    body: z.strictObject({
      name: name.optional(),
      timezone: z
        .string()
        .max(100)
        .refine(
          isZone,
          saying('must be an IANA time zone such as Europe/Madrid', { name: 'no_zone' }),
        )
        .optional(),
      currency: currency.optional(),
      floor: amount
        .min(0)
        .optional()
        .describe('The amount that a payday leaves free to spend, in cents.'),
      ...z.object(preferences).partial().shape,
      expected_updated_at: expectedUpdate,
    }),
    response: recordVersion,
  }),
}
