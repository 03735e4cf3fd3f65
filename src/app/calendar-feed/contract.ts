import * as z from 'zod'
import { languageTags } from '#/core/values/languages.ts'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { id, instant, name } from '#/platform/contract/fields.ts'

const tag = 'Calendar'
const params = z.strictObject({ id })

/** The kinds of events that a feed may have. */
export const feedKinds = ['bills', 'paydays', 'low_points'] as const
export type FeedKind = (typeof feedKinds)[number]

/** Settings that decide what a feed says. They stay as they are: another choice is another feed. */
const choice = {
  kinds: z.array(z.enum(feedKinds)),
  amounts: z.boolean().describe('False: the calendar names no amount, so that it can be shared.'),
  months_ahead: z.int(),
  months_back: z.int(),
  alarm_days: z
    .int()
    .nullable()
    .describe('Days before a bill at which programs remind of it, at nine; null: not at all.'),
  language: z.enum(languageTags),
}

const feed = z.object({
  id,
  member_id: id,
  made_by: id.nullable().describe('Null: the operator.'),
  name: z.string(),
  public_id: z.string().describe('The identifying part of the address, after `em_feed_`.'),
  ...choice,
  created_at: instant,
  revoked_at: instant.nullable(),
  last_read_at: instant.nullable(),
})

/** Calendars for other programs. For the application and the command line. */
export const calendarFeeds = {
  createFeed: endpoint({
    method: 'POST',
    path: '/calendar-feeds',
    logged: 'calendar_feed.create',
    tag,
    summary: 'Create a secret calendar address; it is shown once',
    cost: 5,
    scope: 'data.write',
    sudo: true,
    status: 201,
    refusals: ['limit_reached', 'resource_not_found'],
    body: z.strictObject({
      name: name.default('Earmark'),
      member_id: id
        .optional()
        .describe(
          'For the operator: the member whose calendar it is, by default the first owner. Members create only their own.',
        ),
      kinds: z
        .array(z.enum(feedKinds))
        .min(1)
        .refine((kinds) => new Set(kinds).size === kinds.length, 'Send different kinds.')
        .default([...feedKinds]),
      amounts: choice.amounts.default(true),
      months_ahead: z.int().min(1).max(12).default(6),
      months_back: z.int().min(0).max(12).default(1),
      alarm_days: z.int().min(0).max(14).nullable().default(null),
      language: choice.language.default('en'),
    }),
    firstAnswerOnly: ['path'],
    response: feed.extend({
      path: z
        .string()
        .optional()
        .describe('The path of the address, shown once; a replay answers without it.'),
    }),
  }),
  listFeeds: endpoint({
    method: 'GET',
    path: '/calendar-feeds',
    tag,
    summary: 'List the calendar addresses, oldest first',
    description: 'Members see their own, owners all of them.',
    scope: 'data.read',
    response: z.array(feed),
  }),
  revokeFeed: endpoint({
    method: 'POST',
    path: '/calendar-feeds/{id}/revoke',
    logged: 'calendar_feed.revoke',
    tag,
    summary: 'Revoke a calendar address, from the next request on',
    description: 'Members revoke their own, owners any.',
    scope: 'data.write',
    refusals: ['resource_not_found'],
    params,
    body: z.strictObject({}),
    response: z.object({ id, revoked_at: instant }),
  }),
  renderFeed: endpoint({
    method: 'GET',
    path: '/calendar-feeds/{id}/calendar',
    separate: true,
    tag,
    summary: 'Write a calendar as its address answers it (RFC 5545)',
    cost: 5,
    heavy: true,
    scope: 'data.read',
    refusals: ['resource_not_found'],
    params,
    response: z.object({ text: z.string() }),
  }),
}
