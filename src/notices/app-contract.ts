import * as z from 'zod'
import { languageTags } from '#/core/values/languages.ts'
import { done } from '#/platform/audited/contract.ts'
import { saying } from '#/platform/contract/detail.ts'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { amount, id, instant, text, visibleText } from '#/platform/contract/fields.ts'
import { noticeKinds } from '#/core/values/notice-kinds.ts'
import { isTemplate } from '#/core/values/fill-template.ts'

const tag = 'Notices'
const URL_MAX = 2048
/** Visible ASCII: what a header or a path can carry. */
const token = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/, 'must have 1 to 200 visible ASCII characters')
const pathToken = z
  .string()
  .regex(/^[A-Za-z0-9:_-]{1,200}$/, 'must have letters, digits, colons, dashes and underscores')
const url = text({ min: 1, max: URL_MAX })
const minute = z.int().min(0).max(1439)

const preferences = {
  language: z.enum(languageTags),
  kinds: z.array(z.enum(noticeKinds)).max(noticeKinds.length),
  free_below: amount.min(1).nullable().describe('Cents of free-to-spend; null: only below zero.'),
  large_from: amount.min(1).nullable().describe('Cents; null: only payments unusual for a payee.'),
  quiet: z
    .strictObject({ from: minute, until: minute })
    .refine(
      ({ from, until }) => from !== until,
      saying('must begin and end at different times', { name: 'malformed' }),
    )
    .nullable()
    .describe('Minutes of the household’s day between which nothing is sent.'),
  digest: z.enum(['none', 'day', 'week']).describe('`week`: on Mondays.'),
  digest_hour: z.int().min(0).max(23),
}

const way = z.object({
  id,
  kind: z.enum(['ntfy', 'gotify', 'telegram', 'url', 'push', 'mail']),
  name: z.string(),
  here: z.boolean().describe('It is the browser of this session.'),
  gone: z
    .boolean()
    .describe(
      'The destination answered 410, a link in a mail ended it, or the session of the browser ended: nothing more is sent.',
    ),
  last: z
    .object({
      state: z.enum(['queued', 'sent', 'failed', 'cancelled']),
      reason: z.string().nullable(),
    })
    .nullable()
    .describe('The newest message that was tried.'),
  created_at: instant,
})

const settings = z.object({
  ...preferences,
  kinds: z.array(z.enum(noticeKinds)),
  saved: z
    .boolean()
    .describe('False: these are proposed, and nothing is sent. A first way chooses them.'),
  ways: z.array(way),
})

const named = {
  name: visibleText({ min: 1, max: 100 }),
  language: z
    .enum(languageTags)
    .default('en')
    .describe('If nothing was chosen yet, what is proposed is chosen, in this language.'),
}

/** A subscription of the Push API, as the browser describes it. */
const subscription = {
  url: url.refine(
    (text) => text.startsWith('https://'),
    saying('must begin with https://', { name: 'address_unusable' }),
  ),
  p256dh: z.string().regex(/^[A-Za-z0-9_-]{87}=?$/, 'must be a public key in base64url'),
  auth: z.string().regex(/^[A-Za-z0-9_-]{22}(==)?$/, 'must be 16 bytes in base64url'),
}

/** Notices of a member, for the application (`/app/api`). They are no events of the public API. */
export const noticesApp = {
  listNotices: endpoint({
    method: 'GET',
    path: '/notices',
    tag,
    summary: 'List my notices, newest first',
    scope: 'data.read',
    response: z.array(
      z.object({
        id,
        kind: z.enum(noticeKinds),
        title: z.string(),
        text: z.string(),
        at: instant,
        lasts: z.boolean().describe('It is true for a time; otherwise it happened once.'),
        ended_at: instant.nullable().describe('Since when it is not true any more.'),
        sent: z.array(
          z.object({ way_id: id, state: z.enum(['queued', 'sent', 'failed', 'cancelled']) }),
        ),
      }),
    ),
  }),
  showNoticeSettings: endpoint({
    method: 'GET',
    path: '/notices/settings',
    tag,
    summary: 'Show which notices I get, when and by which ways',
    scope: 'data.read',
    response: settings,
  }),
  changeNoticeSettings: endpoint({
    method: 'PUT',
    path: '/notices/settings',
    tag,
    summary: 'Choose which notices I get and when',
    scope: 'data.write',
    refusals: ['guest_refused'],
    body: z.strictObject(preferences),
    response: settings,
  }),
  createNoticeWay: endpoint({
    method: 'POST',
    path: '/notices/ways',
    tag,
    summary: 'Add a way by which notices reach me',
    scope: 'data.write',
    sudo: true,
    confidential: true,
    status: 201,
    refusals: ['guest_refused', 'limit_reached'],
    body: z.discriminatedUnion('kind', [
      z.strictObject({
        ...named,
        kind: z.literal('ntfy'),
        url: url.default('https://ntfy.sh'),
        topic: z.string().regex(/^[-_A-Za-z0-9]{1,64}$/, 'must have letters, digits, - and _'),
        token: token.nullable().default(null),
      }),
      z.strictObject({ ...named, kind: z.literal('gotify'), url, token }),
      z.strictObject({
        ...named,
        kind: z.literal('telegram'),
        url: url.optional().describe('A server of one’s own; by default Telegram’s.'),
        token: pathToken,
        chat: z.string().regex(/^(-?\d{1,20}|@\w{1,64})$/, 'must be a number or an @name'),
      }),
      z.strictObject({
        ...named,
        kind: z.literal('url'),
        url,
        template: text({ min: 1, max: 4000 })
          .refine(
            isTemplate,
            saying('must be JSON, with {{title}}, {{text}} and {{id}} inside strings', {
              name: 'malformed',
            }),
          )
          .nullable()
          .default(null)
          .describe(
            'The JSON to send; {{title}}, {{text}} and {{id}} inside strings are filled in.',
          ),
      }),
      z
        .strictObject({ ...named, kind: z.literal('push'), ...subscription })
        .describe('The browser of this session; it takes the place of what it was before.'),
    ]),
    response: settings,
  }),
  openPushKey: endpoint({
    method: 'POST',
    path: '/notices/push-key',
    tag,
    summary: 'Show the key with which a browser subscribes',
    scope: 'data.write',
    refusals: ['guest_refused'],
    body: z.strictObject({}),
    response: z.object({ public_key: z.string() }),
  }),
  renewPush: endpoint({
    method: 'PUT',
    path: '/notices/push',
    tag,
    summary: 'Store the new subscription of the browser of this session',
    description: 'For the worker of the browser, which hears that its push service has changed it.',
    scope: 'data.write',
    confidential: true,
    refusals: ['resource_not_found'],
    body: z.strictObject(subscription),
    response: done,
  }),
  removeNoticeWay: endpoint({
    method: 'DELETE',
    path: '/notices/ways/{id}',
    tag,
    summary: 'Remove one of my ways, with what waits for it',
    scope: 'data.write',
    refusals: ['resource_not_found'],
    params: z.strictObject({ id }),
    response: done,
  }),
  testNoticeWay: endpoint({
    method: 'POST',
    path: '/notices/ways/{id}/test',
    tag,
    summary: 'Send a test message by one of my ways',
    scope: 'data.write',
    cost: 10,
    transaction: 'none',
    refusals: ['resource_not_found'],
    params: z.strictObject({ id }),
    body: z.strictObject({}),
    response: z.object({ sent: z.boolean(), reason: z.string().nullable() }),
  }),
}
