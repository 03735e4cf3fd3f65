import * as z from 'zod'
import { endpoint, type EventDeclaration } from '#/platform/contract/endpoint.ts'
import { common, transactionFields } from '#/platform/contract/common-fields.ts'
import { id, instant, text, visibleText } from '#/platform/contract/fields.ts'

const URL_MAX = 2048

const status = z.enum(['none', 'pending', 'retrying', 'delivered', 'failed'])

const eventId = z.string().describe('The id of the event: deduplicate by it.')
const httpStatus = z.int().nullable().describe('The HTTP status; null: there was no HTTP answer.')

const webhook = z
  .object({
    id: id.describe('The id of the webhook.'),
    name: z.string().describe('The name that its member gave it.'),
    url: z.string().describe('The destination of its deliveries.'),
    headers: z.array(z.string()).describe('The names of the configured headers, never the values.'),
    enabled: z.boolean().describe('False: it is paused, and nothing is sent.'),
    paused_reason: z
      .enum(['user', 'destination_gone'])
      .nullable()
      .describe(
        '`user`: a person paused it. `destination_gone`: the destination answered 410. Null: it is not paused.',
      ),
    delivery_status: status.describe(
      '`none`: nothing was sent yet. `pending`: a delivery waits for its first attempt. `retrying`: for another one. ' +
        'Otherwise the result of the last delivery.',
    ),
    last_delivery: z
      .object({
        event_id: eventId,
        status: z.enum(['retrying', 'delivered', 'failed']).describe('The result so far.'),
        http_status: httpStatus,
        attempts: z.int().describe('The number of attempts so far.'),
        at: instant.describe('The moment of the last attempt, in UTC.'),
      })
      .nullable()
      .describe('The delivery that was attempted last; null: none was.'),
    pending_deliveries: z.int().describe('The number of deliveries that wait.'),
    created_at: common.created_at,
    updated_at: common.updated_at,
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

const deliveryStatus = z.enum(['pending', 'retrying', 'delivered', 'failed', 'cancelled'])

const delivery = z
  .object({
    id: z.string().describe('An event is delivered to a webhook once: its id is the delivery’s.'),
    event_id: eventId,
    event: z.enum(['transaction.created', 'webhook.test']).describe('The name of the event.'),
    status: deliveryStatus.describe('`retrying`: a failed delivery waits for another attempt.'),
    reason: z
      .string()
      .nullable()
      .describe('Why it failed or was cancelled, in words; null: it did not, or was not.'),
    obstacle: z.enum(obstacles).nullable().describe('Why it was cancelled; null: it was not.'),
    attempts: z.int().describe('Attempts of the current run: a redelivery starts again at 0.'),
    next_attempt_at: instant
      .nullable()
      .describe('When it is attempted next, in UTC; null: it is not.'),
    http_status: httpStatus,
    log: z
      .array(
        z.object({
          at: instant.describe('When the attempt began, in UTC.'),
          duration_ms: z.int().describe('How long it took, in milliseconds.'),
          http_status: httpStatus,
          failure: z
            .enum(failures)
            .nullable()
            .describe('The kind of failure; null if there was an HTTP answer.'),
          error: z.string().nullable().describe('The error, in words; null: none.'),
          answer: z
            .string()
            .nullable()
            .describe('The first 2 KB of the answer; null: there was none.'),
          counted: z.boolean().describe('False: the result came too late to count.'),
        }),
      )
      .describe('Every attempt, oldest first.'),
    body: z.string().describe('The body as it is signed and sent.'),
    created_at: common.created_at,
    updated_at: common.updated_at,
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

const params = z.strictObject({ id: id.describe('The webhook, from `GET /webhooks`.') })

const queuedEvent = z
  .object({
    event_id: eventId,
    queued_at: instant.describe('When the event was queued, in UTC.'),
  })
  .meta({ id: 'QueuedEvent' })

// Deliveries carry transactions: a key that may not read these sends them nowhere and does not list them.
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
    grants: ['webhooks:write', 'transactions:read'],
    sudo: true,
    confidential: true,
    status: 201,
    refusals: ['webhook_limit_reached'],
    body: z.strictObject({
      name: visibleText({ min: 1, max: 100 }).describe('A name for people.'),
      url: text({ min: 1, max: URL_MAX }).describe(
        'http or https, leading to a public address. A fragment is dropped.',
      ),
      headers: headers.optional(),
    }),
    secretFields: ['url'],
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
    secretFields: ['url'],
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
    grants: ['webhooks:write', 'transactions:read'],
    confidential: true,
    refusals: ['resource_not_found'],
    params,
    body: z.strictObject({
      headers: headers.optional(),
      enabled: z.boolean().optional().describe('False pauses the webhook, true resumes it.'),
    }),
    secretFields: ['url'],
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
    response: queuedEvent,
  }),
  removeWebhook: endpoint({
    method: 'DELETE',
    path: '/webhooks/{id}',
    tag: 'Webhooks',
    summary: 'Remove a webhook and its waiting deliveries',
    scope: 'data.write',
    refusals: ['resource_not_found'],
    params,
    response: z.object({ success: common.success }),
  }),
  listDeliveries: endpoint({
    method: 'GET',
    path: '/webhooks/{id}/deliveries',
    tag: 'Webhooks',
    summary: 'List deliveries with their attempts, newest event first',
    description: 'Deliveries are kept for 30 days.',
    scope: 'data.read',
    grants: ['webhooks:read', 'transactions:read'],
    extension: true,
    refusals: ['resource_not_found'],
    params,
    query: z.strictObject({
      status: deliveryStatus.optional().describe('Only deliveries with this status.'),
      event_id: text({ max: 100 }).optional().describe('Only the delivery of this event.'),
      before: text({ max: 100 })
        .optional()
        .describe('Continues after this event: the last one listed so far.'),
      limit: z.int().min(1).max(200).default(50).describe('The most deliveries to list.'),
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
    grants: ['webhooks:write', 'transactions:read'],
    status: 202,
    extension: true,
    refusals: ['resource_not_found', 'webhook_paused'],
    params: params.extend({
      delivery_id: text({ min: 1, max: 100 }).describe('The event, from the list of deliveries.'),
    }),
    response: queuedEvent,
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
    grants: ['webhooks:write', 'transactions:read'],
    status: 202,
    extension: true,
    refusals: ['resource_not_found', 'webhook_paused'],
    params,
    body: z.strictObject({
      since: z.iso.datetime({ offset: true }).describe('Events from this moment on.'),
    }),
    response: z.object({
      queued: z.int().describe('The number of events that are delivered again.'),
    }),
  }),
}

const eventFields = {
  eventId: z.string().describe('The same for every attempt and every webhook: deduplicate by it.'),
  timestamp: instant.describe('When the event was made, in UTC; the same for every attempt.'),
}

const household = id.describe('The personal or joint account (the household).')

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
        name: z.literal('transaction.created').describe('The name of the event.'),
        data: z
          .object({
            set_aside_account_id: household,
            transaction: z
              .object({
                id: id.describe('The id of the transaction, for `GET /transactions/{id}`.'),
                account_id: common.account_id,
                amount: transactionFields.amount,
                currency: common.currency,
                concept: transactionFields.concept,
                booked_at: transactionFields.booked_at,
                created_at: common.created_at,
                type: transactionFields.type,
                status: transactionFields.status,
                category_id: common.category_id,
                expense_goal_id: common.expense_goal_id,
                provider: common.provider,
              })
              .describe('The transaction as it was when it was observed.'),
          })
          .describe('What has happened.'),
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
        name: z.literal('webhook.test').describe('The name of the event.'),
        data: z
          .object({
            set_aside_account_id: household,
            webhook: z
              .object({
                id: id.describe('The id of the webhook.'),
                name: z.string().describe('The name of the webhook.'),
              })
              .describe('The webhook that is tested.'),
          })
          .describe('What has happened.'),
      })
      .meta({ id: 'WebhookTest' }),
  },
]
