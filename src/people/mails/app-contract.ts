import * as z from 'zod'
import { languageTags } from '#/core/values/languages.ts'
import { done } from '#/platform/audited/contract.ts'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { email, id, text, visibleText } from '#/platform/contract/fields.ts'
import { smtpSecurities } from '#/core/values/smtp-security.ts'

const tag = 'Mail'

const server = {
  host: text({ min: 1, max: 253 }),
  port: z.int().min(1).max(65_535),
  security: z
    .enum(smtpSecurities)
    .describe('`tls`: from the first byte. `starttls`: required before anything is sent.'),
  user: text({ min: 1, max: 300 }).nullable(),
  from: text({ min: 3, max: 400 }).describe('`Earmark <budget@example.com>`, or an address alone.'),
}

const shown = z.object({
  source: z
    .enum(['environment', 'page'])
    .nullable()
    .describe('Where the mail server is set; the environment counts first. Null: nowhere.'),
  server: z.object({ ...server, has_password: z.boolean() }).nullable(),
  public_url: z
    .string()
    .nullable()
    .describe('Links in mails begin with it. Null: no links are mailed.'),
})

/** Declares how operators set the mail server of the instance. Its password is never shown. */
export const mailApp = {
  showMail: endpoint({
    method: 'GET',
    path: '/mail',
    tag,
    summary: 'Show how this instance sends mail',
    scope: 'data.read',
    refusals: ['operator_required'],
    response: shown,
  }),
  setMail: endpoint({
    method: 'PUT',
    path: '/mail',
    tag,
    summary: 'Set the mail server of this instance',
    description: 'Has no effect as long as the environment names one.',
    scope: 'data.write',
    sudo: true,
    confidential: true,
    refusals: ['operator_required'],
    body: z.strictObject({
      ...server,
      password: text({ min: 1, max: 1000 })
        .nullable()
        .optional()
        .describe('Without it the stored one stays, if host, port, TLS and user stay too.'),
    }),
    response: shown,
  }),
  removeMail: endpoint({
    method: 'DELETE',
    path: '/mail',
    tag,
    summary: 'Forget the mail server that was set here',
    scope: 'data.write',
    sudo: true,
    refusals: ['operator_required'],
    response: shown,
  }),
  tryMail: endpoint({
    method: 'POST',
    path: '/mail/test',
    tag,
    summary: 'Send a mail to my own address, and show each step',
    cost: 20,
    scope: 'data.write',
    refusals: ['operator_required', 'mail_unavailable', 'too_many_attempts'],
    body: z.strictObject({ language: z.enum(languageTags).default('en') }),
    response: z.object({
      to: z.string(),
      passed: z.array(z.object({ step: z.string(), says: z.string() })),
      failure: z
        .object({ step: z.string(), fault: z.string(), message: z.string() })
        .nullable()
        .describe('Null: the server took the mail.'),
    }),
  }),
}

/** Declares the way of notices by mail: an address counts once its owner has followed the link in a mail. */
export const mailWays = {
  askMailWay: endpoint({
    method: 'POST',
    path: '/notices/ways/mail',
    tag: 'Notices',
    summary: 'Mail a link that confirms an address for my notices',
    cost: 10,
    scope: 'data.write',
    sudo: true,
    confidential: true,
    refusals: ['guest_refused', 'limit_reached', 'mail_unavailable', 'too_many_attempts'],
    body: z.strictObject({
      name: visibleText({ min: 1, max: 100 }),
      address: email,
      language: z.enum(languageTags).default('en'),
    }),
    response: done,
  }),
  confirmMailWay: endpoint({
    method: 'POST',
    path: '/notices/ways/mail/confirm',
    tag: 'Notices',
    summary: 'Confirm an address, which becomes a way for my notices',
    scope: 'data.write',
    confidential: true,
    refusals: ['guest_refused', 'limit_reached', 'link_not_valid'],
    body: z.strictObject({ token: text({ min: 1, max: 4000 }) }),
    response: z.object({ id }),
  }),
}
