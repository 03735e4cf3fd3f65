import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { id, instant, text } from '#/platform/contract/fields.ts'

const tag = 'Request log'

const request = z.object({
  id: z.string().describe('The `X-Request-Id` of the answer.'),
  at: instant,
  key_id: id,
  method: z.string(),
  path: z.string(),
  status: z.int(),
  code: z.string().nullable().describe('The error code; null without an error.'),
  milliseconds: z.int(),
})

/** The log of requests made with a member's keys. */
export const requestLog = {
  listRequests: endpoint({
    method: 'GET',
    path: '/requests',
    tag,
    summary: 'List the requests of my keys, newest first',
    description: 'The last seven days, 10,000 at most. A request shows after a second or two.',
    scope: 'data.read',
    query: z.strictObject({
      key_id: id.optional(),
      method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
      status: z.enum(['ok', 'refused', 'failed']).optional().describe('2xx, 4xx or 5xx.'),
      code: text({ max: 60 }).optional(),
      path: text({ max: 200 }).optional().describe('Part of the path.'),
      before: text({ max: 40 }).optional().describe('Continues after this request.'),
      limit: z.int().min(1).max(200).default(50),
    }),
    response: z.object({
      kept: z.boolean().describe('False: the household has switched the log off.'),
      requests: z.array(request),
    }),
  }),
  summarizeErrors: endpoint({
    method: 'GET',
    path: '/requests/errors',
    tag,
    summary: 'List the errors of my keys by code and path, most frequent first',
    scope: 'data.read',
    response: z.array(
      z.object({
        code: z.string(),
        status: z.int(),
        method: z.string(),
        path: z.string(),
        count: z.int(),
        last_at: instant,
      }),
    ),
  }),
  showRequest: endpoint({
    method: 'GET',
    path: '/requests/{id}',
    tag,
    summary: 'Show one request with its body and answer',
    scope: 'data.read',
    refusals: ['resource_not_found'],
    params: z.strictObject({ id: text({ min: 1, max: 40 }) }),
    response: z.object({
      ...request.shape,
      query: z.string(),
      headers: z.record(z.string(), z.string()).describe('Without the key and without cookies.'),
      limits: z
        .record(z.string(), z.string())
        .nullable()
        .describe('The rate-limit headers of the answer.'),
      body: z
        .string()
        .nullable()
        .describe('The first 8 KiB; null without a body, or if it holds secrets.'),
      answer: z.string().nullable().describe('The first 8 KiB; null if it holds a secret.'),
    }),
  }),
  changeRequestLog: endpoint({
    method: 'PATCH',
    path: '/request-log',
    tag,
    summary: 'Switch the request log on or off',
    description: 'Switched off, what was kept is deleted.',
    scope: 'data.write',
    right: 'request_log',
    body: z.strictObject({ kept: z.boolean() }),
    response: z.object({ kept: z.boolean() }),
  }),
}
