import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { id, instant } from '#/platform/contract/fields.ts'

const webhook = z.object({
  id,
  member_id: id,
  name: z.string(),
  host: z.string().describe('The host of its URL; path, headers and secret are not shown.'),
  enabled: z.boolean(),
  paused_reason: z.enum(['user', 'destination_gone']).nullable(),
  last_delivery: z
    .object({ status: z.enum(['retrying', 'delivered', 'failed']), at: instant })
    .nullable(),
  created_at: instant,
})

/** The webhooks of all members, for owners: `/v1/webhooks` is each member's own. */
export const householdWebhooks = {
  listHouseholdWebhooks: endpoint({
    method: 'GET',
    path: '/household/webhooks',
    tag: 'Webhooks',
    summary: 'List the webhooks of every member',
    scope: 'data.read',
    right: 'people',
    response: z.array(webhook),
  }),
  pauseWebhook: endpoint({
    method: 'POST',
    path: '/household/webhooks/{id}/pause',
    tag: 'Webhooks',
    summary: 'Pause a webhook of any member and cancel its waiting deliveries',
    scope: 'data.write',
    right: 'people',
    refusals: ['resource_not_found'],
    params: z.strictObject({ id }),
    body: z.strictObject({}),
    response: webhook,
  }),
}
