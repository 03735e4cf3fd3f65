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
        account_id: id.describe('The personal or joint account (the household) of the key.'),
        scopes: z
          .array(z.enum(['data.read', 'data.write']))
          .describe('The scopes of the key: `data.read`, or both.'),
        key: z
          .strictObject({
            id: id.describe('The id of the key.'),
            expires_at: instant.describe('When the key ends, in UTC.'),
          })
          .describe('The key itself.'),
        rate_limit: z
          .strictObject({
            minute_limit: z.int().describe('Requests that the key may make in a minute.'),
            minute_remaining: z.int().describe('Requests left to the key in this minute.'),
            hour_limit: z.int().describe('Requests that all keys together may make in an hour.'),
            hour_remaining: z.int().describe('Requests left to all keys together in this hour.'),
          })
          .describe('Both rate limits after this request.'),
      })
      .meta({ id: 'KeyDescription' }),
  }),
}
