import * as z from 'zod'
import { languageTags } from '#/core/values/languages.ts'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { text } from '#/platform/contract/fields.ts'
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
