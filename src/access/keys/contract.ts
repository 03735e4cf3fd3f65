import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { id, instant } from '#/platform/contract/fields.ts'

export const keys = {
  describeKey: endpoint({
    method: 'GET',
    path: '/me',
    tag: 'Identity',
    summary: 'Describe the key that makes the call',
    description:
      'A connectivity check: the owning account, the scopes of the key and the current state of both rate limits.',
    scope: 'data.read',
    tagged: 'key',
    response: z
      .strictObject({
        account_id: id,
        scopes: z.array(z.enum(['data.read', 'data.write'])),
        key: z.strictObject({ id, expires_at: instant }),
        rate_limit: z.strictObject({
          minute_limit: z.int(),
          minute_remaining: z.int(),
          hour_limit: z.int(),
          hour_remaining: z.int(),
        }),
      })
      .meta({ id: 'KeyDescription' }),
  }),
}
