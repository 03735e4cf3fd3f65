import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { id } from '#/platform/contract/fields.ts'

const count = z.int().min(0)
const seconds = z.int().min(1).describe('Until the window begins anew.')

/** What is left of the budgets of programs. */
export const limitsApp = {
  showLimits: endpoint({
    method: 'GET',
    path: '/rate-limits',
    tag: 'Keys',
    summary: 'Show what is left of both rate windows, without using any of it',
    scope: 'data.read',
    response: z.object({
      minute: z.object({
        limit: count,
        seconds_left: seconds,
        keys: z
          .array(z.object({ id, name: z.string(), remaining: count }))
          .describe('My keys that work, the one with the least left first.'),
      }),
      hour: z
        .object({ limit: count, seconds_left: seconds, remaining: count })
        .describe('All keys of the household share it.'),
    }),
  }),
}
