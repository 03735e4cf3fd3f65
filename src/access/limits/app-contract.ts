import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { id } from '#/platform/contract/fields.ts'

const count = z.int().min(0)
const seconds = z.int().min(1).describe('Seconds until the next window begins.')

/** The remaining rate budgets of keys. */
export const limitsApp = {
  showLimits: endpoint({
    method: 'GET',
    path: '/rate-limits',
    tag: 'Keys',
    summary: 'Show the remaining requests of both rate windows, without using any',
    scope: 'data.read',
    response: z.object({
      minute: z.object({
        limit: count,
        seconds_left: seconds,
        keys: z
          .array(z.object({ id, name: z.string(), remaining: count }))
          .describe('My working keys, the one with the least left first.'),
      }),
      hour: z
        .object({ limit: count, seconds_left: seconds, remaining: count })
        .describe('Shared by all keys of the household.'),
    }),
  }),
}
