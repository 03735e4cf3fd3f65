import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { id, instant, name, text } from '#/platform/contract/fields.ts'
import { resources } from '#/platform/contract/resources.ts'

const tag = 'Keys'
const params = z.strictObject({ id })

const scopes = z.union([
  z.tuple([z.literal('data.read')]),
  z.tuple([z.literal('data.read'), z.literal('data.write')]),
])

const restrictions = z
  .partialRecord(z.enum(resources), z.enum(['read', 'write']))
  .nullable()
  .describe('The resources that it may use; `write` includes `read`. Null: all within the scopes.')

const allowedFrom = z
  .array(text({ max: 60 }))
  .nullable()
  .describe('The networks from which it may be used, such as 203.0.113.0/24. Null: from anywhere.')

const place = z.object({
  network: z.string().describe('An IPv4 address, or the first half of an IPv6 address.'),
  agent: z.string(),
  first_at: instant,
  is_new: z.boolean().describe('The alert about it has not been dismissed.'),
})

const key = z.object({
  id,
  member_id: id,
  name: z.string(),
  scopes: z.array(z.enum(['data.read', 'data.write'])),
  restrictions,
  allowed_from: allowedFrom,
  prefix: z.string().describe('The beginning of the key, by which its holder recognises it.'),
  expires_at: instant,
  revoked_at: instant.nullable(),
  created_at: instant,
  last_used: z.object({ at: instant, address: z.string(), agent: z.string() }).nullable(),
  requests_today: z.int(),
  places: z.array(place).describe('Where it was used from, the newest place first; 100 at most.'),
})

const issued = z.object({
  ...key.shape,
  api_key: z.string().optional().describe('The key itself; shown only once.'),
})

/** A member's own keys. Owners also see those of others, and may revoke them. */
export const keysApp = {
  listKeys: endpoint({
    method: 'GET',
    path: '/keys',
    tag,
    summary: 'List API keys, newest first',
    description: 'Mine; owners see everybody’s.',
    scope: 'data.read',
    response: z.array(key),
  }),
  createKey: endpoint({
    method: 'POST',
    path: '/keys',
    logged: 'key.create',
    tag,
    summary: 'Create an API key',
    cost: 5,
    scope: 'data.write',
    sudo: true,
    status: 201,
    refusals: ['limit_reached'],
    body: z.strictObject({
      name,
      scopes,
      restrictions: restrictions.optional(),
      allowed_from: allowedFrom.optional(),
      expires_at: z.iso.datetime({ offset: true }).describe('At most ten years ahead.'),
    }),
    firstAnswerOnly: ['api_key'],
    response: issued,
  }),
  changeKey: endpoint({
    method: 'PATCH',
    path: '/keys/{id}',
    logged: 'key.change',
    tag,
    summary: 'Change what one of my keys may do, and from where',
    description: 'From the next request on. Send `scopes` and `restrictions` together.',
    scope: 'data.write',
    sudo: true,
    refusals: ['resource_not_found'],
    params,
    body: z.strictObject({
      name: name.optional(),
      scopes: scopes.optional(),
      restrictions: restrictions.optional(),
      allowed_from: allowedFrom.optional(),
    }),
    response: key,
  }),
  dismissKeyPlaces: endpoint({
    method: 'POST',
    path: '/keys/places/dismiss',
    tag,
    summary: 'Dismiss the alerts about new places of my keys',
    scope: 'data.write',
    body: z.strictObject({}),
    response: z.object({ dismissed: z.int() }),
  }),
  revokeKey: endpoint({
    method: 'DELETE',
    path: '/keys/{id}',
    logged: 'key.revoke',
    tag,
    summary: 'Revoke an API key',
    scope: 'data.write',
    refusals: ['resource_not_found'],
    params,
    response: key,
  }),
  rollKey: endpoint({
    method: 'POST',
    path: '/keys/{id}/roll',
    logged: 'key.create',
    tag,
    summary: 'Replace one of my keys by a new one',
    cost: 5,
    description:
      'The new key has the same name, scopes and length of life. The old one ends after the overlap.',
    scope: 'data.write',
    sudo: true,
    status: 201,
    refusals: ['limit_reached', 'resource_not_found'],
    params,
    body: z.strictObject({
      overlap_hours: z.union([z.literal(0), z.literal(24), z.literal(168)]),
    }),
    firstAnswerOnly: ['api_key'],
    response: issued,
  }),
}
