import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { email, id, name, text } from '#/platform/contract/fields.ts'
import { done } from '#/platform/audited/contract.ts'
import { whoami } from '#/access/sessions/app-contract.ts'
import { code, newHousehold, token } from '#/people/app-contract.ts'

const tag = 'Providers'

/** The number of a provider in the settings. */
const provider = z.string().regex(/^[1-9]$/, 'must be the number of a provider')

/** Asked for after a login that no account is linked to: without it many providers answer with the same account again. */
const choose_account = z
  .boolean()
  .default(false)
  .describe('Have the provider offer other accounts, also to a person who is signed in there.')

const address = z.object({ url: z.string().describe('The page goes there.') })

/** The query with which a provider sends the browser back. Other parameters are for others. */
const query = z.object({
  state: text({ min: 1, max: 200 }),
  code: text({ min: 1, max: 4000 }).optional(),
  iss: text({ min: 1, max: 1000 }).optional(),
  error: text({ min: 1, max: 200 }).optional(),
  error_description: text({ min: 0, max: 4000 }).optional(),
})

/** Declares how people sign in through a provider of OpenID Connect. Each login works once, in the browser that began it. */
export const singleSignOn = {
  beginProviderSignIn: endpoint({
    method: 'POST',
    path: '/oidc/begin',
    tag,
    summary: 'Begin to sign in at a provider',
    description: '`sudo` proves again who a signed-in person is.',
    scope: 'data.write',
    open: true,
    cost: 5,
    refusals: ['resource_not_found', 'session_required', 'guest_refused', 'oidc_unavailable'],
    body: z.strictObject({
      provider,
      purpose: z.enum(['sign_in', 'sudo', 'invitation', 'setup']),
      choose_account,
    }),
    response: address,
  }),
  beginProviderLink: endpoint({
    method: 'POST',
    path: '/oidc/link',
    tag,
    summary: 'Begin to link an account at a provider to my account',
    scope: 'data.write',
    sudo: true,
    cost: 5,
    refusals: ['resource_not_found', 'guest_refused', 'limit_reached', 'oidc_unavailable'],
    body: z.strictObject({ provider, choose_account }),
    response: address,
  }),
  finishProviderLogin: endpoint({
    method: 'POST',
    path: '/oidc/finish',
    tag,
    summary: 'Finish what was begun at a provider',
    description:
      'If the account has an authenticator the answer may be 401 `second_factor_required`: send the request again with a ' +
      '`code`. `invitation` and `setup` create the account of a person whom no account is linked to yet.',
    scope: 'data.write',
    open: true,
    cost: 20,
    refusals: [
      'resource_not_found',
      'oidc_failed',
      'oidc_not_linked',
      'oidc_taken',
      'oidc_unavailable',
      'session_required',
      'account_locked',
      'second_factor_required',
      'second_factor_failed',
      'second_factor_unreadable',
      'too_many_attempts',
      'limit_reached',
      'link_not_valid',
      'already_member',
      'sign_in_required',
      'setup_done',
    ],
    body: z.strictObject({
      provider,
      query,
      code: code.optional(),
      invitation: z.strictObject({ token, account: z.strictObject({ name, email }) }).optional(),
      setup: z
        .strictObject({ token: token.optional(), name, email, household: newHousehold })
        .optional(),
    }),
    response: z.object({
      outcome: z
        .enum(['signed_in', 'joined', 'linked', 'proved'])
        .describe('`joined`: with a new account.'),
      session: whoami,
    }),
  }),
  unlinkProvider: endpoint({
    method: 'DELETE',
    path: '/identities/{id}',
    tag,
    summary: 'Unlink an account at a provider from my account',
    scope: 'data.write',
    sudo: true,
    refusals: ['resource_not_found', 'last_way_in'],
    params: z.strictObject({ id }),
    response: done,
  }),
}
