import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { id, instant } from '#/platform/contract/fields.ts'

const country = z.string().regex(/^[A-Z]{2}$/)

/** Endpoints that connect European banks through Enable Banking, for the application. */
export const consentsApp = {
  listBankNames: endpoint({
    method: 'GET',
    path: '/connections/enable-banking/banks',
    tag: 'Connections',
    summary: 'List the banks of a country that Enable Banking reaches',
    cost: 5,
    scope: 'data.read',
    transaction: 'none',
    refusals: ['resource_not_found', 'provider_quota_exhausted'],
    query: z.strictObject({ country }),
    response: z.array(z.object({ name: z.string() })),
  }),
  openBankConsent: endpoint({
    method: 'POST',
    path: '/connections/enable-banking/consents',
    tag: 'Connections',
    summary: 'Begin a consent: open the page of a bank on which a member gives it',
    cost: 20,
    description:
      'With `connection_id`, the consent renews that connection at its own bank; else `country` and `bank` name one. The bank ' +
      'sends the browser back with a code and a state for `POST /connections/enable-banking/consents/finish`.',
    scope: 'data.write',
    sudo: true,
    transaction: 'none',
    refusals: ['resource_not_found', 'not_connection_owner', 'provider_quota_exhausted'],
    body: z.strictObject({
      country: country.optional(),
      bank: z.string().min(1).max(200).optional(),
      connection_id: id.optional(),
      language: z
        .string()
        .regex(/^[a-z]{2}$/)
        .default('en'),
    }),
    firstAnswerOnly: ['url'],
    response: z.object({ url: z.string().optional(), expires_at: instant }),
  }),
  finishBankConsent: endpoint({
    method: 'POST',
    path: '/connections/enable-banking/consents/finish',
    tag: 'Connections',
    summary: 'Finish a consent with what the bank sent back',
    cost: 20,
    description:
      'The state works once, within an hour, for the member who began, in the same household and session. Without `code` the ' +
      'member declined at the bank, and nothing changes.',
    scope: 'data.write',
    transaction: 'none',
    refusals: ['resource_not_found', 'provider_quota_exhausted'],
    body: z.strictObject({
      state: z.string().min(1).max(200),
      code: z.string().min(1).max(4000).optional(),
    }),
    response: z.object({
      state: z.enum(['connected', 'declined']),
      connection_id: id.nullable(),
      renewed: z.boolean().describe('The connection existed: its accounts stay chosen.'),
    }),
  }),
}
