import * as z from 'zod'
import { endpoint, type EventDeclaration } from '#/platform/contract/endpoint.ts'
import {
  currency,
  cents,
  day,
  id,
  instant,
  providerName,
  text,
  visibleText,
} from '#/platform/contract/fields.ts'

const URL_MAX = 2048

const status = z.enum(['none', 'pending', 'retrying', 'delivered', 'failed'])

const webhook = z
  .object({
    id,
    name: z.string(),
    url: z.string(),
    headers: z.array(z.string()).describe('The names of the configured headers, never the values.'),
    enabled: z.boolean(),
    paused_reason: z
      .enum(['user', 'destination_gone'])
      .nullable()
      .describe('`destination_gone`: the destination answered 410.'),
    delivery_status: status.describe(
      '`none`: nothing was sent yet. `pending`: a delivery waits for its first attempt. `retrying`: for another one. ' +
        'Otherwise the result of the last delivery.',
    ),
    last_delivery: z
      .object({
        event_id: z.string(),
        status: z.enum(['retrying', 'delivered', 'failed']),
        http_status: z.int().nullable().describe('Null: no HTTP answer.'),
        attempts: z.int(),
        at: instant,
      })
      .nullable(),
    pending_deliveries: z.int(),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'Webhook' })

export const failures = [
  'bad_url',
  'bad_header',
  'refused_address',
  'dns',
  'connect',
  'tls',
  'timeout',
  'too_large',
  'bad_response',
  'redirect',
] as const

export const obstacles = ['paused', 'member_gone', 'no_subscription', 'not_followed'] as const

const delivery = z
  .object({
    id: z.string().describe('An event is delivered to a webhook once: its id is the delivery’s.'),
    event_id: z.string(),
    event: z.enum(['transaction.created', 'webhook.test']),
    status: z.enum(['pending', 'retrying', 'delivered', 'failed', 'cancelled']),
    reason: z.string().nullable().describe('Why it failed or was cancelled, in words.'),
    obstacle: z.enum(obstacles).nullable().describe('Why it was cancelled.'),
    attempts: z.int().describe('Attempts of the current run: a redelivery starts again at 0.'),
    next_attempt_at: instant.nullable(),
    http_status: z.int().nullable(),
    log: z
      .array(
        z.object({
          at: instant,
          duration_ms: z.int(),
          http_status: z.int().nullable(),
          failure: z
            .enum(failures)
            .nullable()
            .describe('The kind of failure; null if there was an HTTP answer.'),
          error: z.string().nullable().describe('The error, in words.'),
          answer: z.string().nullable().describe('The first 2 KB of the answer.'),
          counted: z.boolean().describe('False: the result came too late to count.'),
        }),
      )
      .describe('Every attempt, oldest first.'),
    body: z.string().describe('The body as it is signed and sent.'),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'WebhookDelivery' })

const headers = z
  .unknown()
  .refine(
    (given): given is Record<string, string> => isTexts(given),
    'must be an object of header names and values',
  )
  .meta({ type: 'object', additionalProperties: { type: 'string' } })
  .describe('Sent to the destination with every delivery. Values are never shown again.')

function isTexts(given: unknown): boolean {
  return (
    given !== null &&
    typeof given === 'object' &&
    !Array.isArray(given) &&
    Object.values(given).every((value) => typeof value === 'string')
  )
}

const params = z.strictObject({ id })

export const webhooks = {
  createWebhook: endpoint({
    method: 'POST',
    path: '/webhooks',
    tag: 'Webhooks',
    summary: 'Create a webhook',
    description:
      'Only this answer contains the signing secret; a replay of it does not. URL and secret never change: ' +
      'create another webhook and remove this one. At most 10 webhooks per member and account, paused ones included.',
    scope: 'data.write',
    sudo: true,
    confidential: true,
    status: 201,
    refusals: ['webhook_limit_reached'],
    body: z.strictObject({
      name: visibleText({ min: 1, max: 100 }),
      url: text({ min: 1, max: URL_MAX }).describe(
        'http or https, leading to a public address. A fragment is dropped.',
      ),
      headers: headers.optional(),
    }),
    response: webhook
      .extend({
        secret: z
          .string()
          .optional()
          .describe('`whsec_` and 32 bytes in base64. Left out when the answer is replayed.'),
      })
      .meta({ id: 'CreatedWebhook' }),
    firstAnswerOnly: ['secret'],
    // The destination's name is looked up.
    transaction: 'none',
  }),
  listWebhooks: endpoint({
    method: 'GET',
    path: '/webhooks',
    tag: 'Webhooks',
    summary: 'List your webhooks and the state of their deliveries',
    scope: 'data.read',
    tagged: 'content',
    response: z.array(webhook),
  }),
  changeWebhook: endpoint({
    method: 'PATCH',
    path: '/webhooks/{id}',
    tag: 'Webhooks',
    summary: 'Change the headers of a webhook, pause it or resume it',
    description:
      'Without `headers` the saved ones stay; `{}` clears them; an object replaces them all. Pausing cancels waiting ' +
      'deliveries; after resuming, only new events are delivered.',
    scope: 'data.write',
    confidential: true,
    refusals: ['resource_not_found'],
    params,
    body: z.strictObject({ headers: headers.optional(), enabled: z.boolean().optional() }),
    response: webhook,
  }),
  testWebhook: endpoint({
    method: 'POST',
    path: '/webhooks/{id}/test',
    tag: 'Webhooks',
    summary: 'Send a test event',
    description: 'At most once a minute for each webhook.',
    scope: 'data.write',
    status: 202,
    refusals: ['resource_not_found', 'webhook_paused', 'webhook_test_limit_exceeded'],
    params,
    response: z.object({ event_id: z.string(), queued_at: instant }).meta({ id: 'QueuedEvent' }),
  }),
  removeWebhook: endpoint({
    method: 'DELETE',
    path: '/webhooks/{id}',
    tag: 'Webhooks',
    summary: 'Remove a webhook and its waiting deliveries',
    scope: 'data.write',
    refusals: ['resource_not_found'],
    params,
    response: z.object({ success: z.boolean() }),
  }),
  listDeliveries: endpoint({
    method: 'GET',
    path: '/webhooks/{id}/deliveries',
    tag: 'Webhooks',
    summary: 'List deliveries with their attempts, newest event first',
    description: 'Deliveries are kept for 30 days.',
    scope: 'data.read',
    extension: true,
    refusals: ['resource_not_found'],
    params,
    query: z.strictObject({
      status: z.enum(['pending', 'retrying', 'delivered', 'failed', 'cancelled']).optional(),
      event_id: text({ max: 100 }).optional(),
      before: text({ max: 100 }).optional().describe('Continues after this event.'),
      limit: z.int().min(1).max(200).default(50),
    }),
    tagged: 'content',
    response: z.array(delivery),
  }),
  redeliverEvent: endpoint({
    method: 'POST',
    path: '/webhooks/{id}/deliveries/{delivery_id}/redeliver',
    tag: 'Webhooks',
    summary: 'Deliver one event again',
    description:
      'Immediately, under the same event id and with eight new attempts, even if it was delivered before.',
    scope: 'data.write',
    status: 202,
    extension: true,
    refusals: ['resource_not_found', 'webhook_paused'],
    params: params.extend({ delivery_id: text({ min: 1, max: 100 }) }),
    response: z.object({ event_id: z.string(), queued_at: instant }).meta({ id: 'QueuedEvent' }),
  }),
  replayEvents: endpoint({
    method: 'POST',
    path: '/webhooks/{id}/replay',
    tag: 'Webhooks',
    summary: 'Deliver all transaction events since a moment again',
    description:
      'Under the same event ids, so that a receiver that deduplicates takes only the events it lacks. Waiting ' +
      'deliveries stay as they are.',
    scope: 'data.write',
    status: 202,
    extension: true,
    refusals: ['resource_not_found', 'webhook_paused'],
    params,
    body: z.strictObject({
      since: z.iso.datetime({ offset: true }).describe('Events from this moment on.'),
    }),
    response: z.object({ queued: z.int() }),
  }),
}

const eventFields = {
  eventId: z.string().describe('The same for every attempt and every webhook: deduplicate by it.'),
  timestamp: instant,
}

/** The events that webhooks deliver. */
export const events: readonly EventDeclaration[] = [
  {
    name: 'transaction.created',
    tag: 'Webhooks',
    summary: 'A pending or booked transaction is newly observed',
    description:
      'By a bank import, a wallet import, or as a manual transaction through the API. Not sent for initial bank history, ' +
      'changes, deletions and bookings of pending transactions.',
    body: z
      .object({
        ...eventFields,
        name: z.literal('transaction.created'),
        data: z.object({
          set_aside_account_id: id.describe('The personal or joint account.'),
          transaction: z.object({
            id,
            account_id: id,
            amount: cents,
            currency,
            concept: z.string(),
            booked_at: day,
            created_at: instant,
            type: z.enum(['expense', 'income', 'transfer']),
            status: z.enum(['pending', 'booked']),
            category_id: id.nullable(),
            expense_goal_id: id.nullable(),
            provider: providerName,
          }),
        }),
      })
      .meta({ id: 'TransactionCreated' }),
  },
  {
    name: 'webhook.test',
    tag: 'Webhooks',
    summary: 'A test requested with POST /webhooks/{id}/test',
    description: 'Contains no transaction, so that no receiver books one.',
    body: z
      .object({
        ...eventFields,
        name: z.literal('webhook.test'),
        data: z.object({
          set_aside_account_id: id,
          webhook: z.object({ id, name: z.string() }),
        }),
      })
      .meta({ id: 'WebhookTest' }),
  },
]
