import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { id, instant, name } from '#/platform/contract/fields.ts'

const device = z.object({
  id,
  member_id: id,
  made_by: id.nullable().describe('Null: the operator.'),
  name: z.string(),
  public_id: z.string().describe('The part of the token after `em_wallet_` that tells it apart.'),
  created_at: instant,
  revoked_at: instant.nullable(),
  last_push_at: instant.nullable(),
  accounts: z.array(
    z.object({
      id: id.describe('For `PUT /wallet/accounts/{id}`.'),
      external_id: z.string(),
      name: z.string(),
      account_id: id,
      stale_payments: z
        .int()
        .describe('Payments that no bank has confirmed within 14 days. They stay as they are.'),
    }),
  ),
})

/** The devices that push what their wallets see. For the application and the command line. */
export const walletApp = {
  createDevice: endpoint({
    method: 'POST',
    path: '/wallet/devices',
    tag: 'Wallet',
    summary: 'Make a token for a device; it is shown once',
    cost: 5,
    scope: 'data.write',
    sudo: true,
    refusals: ['limit_reached', 'resource_not_found'],
    body: z.strictObject({
      name: name.default('Phone'),
      member_id: id
        .optional()
        .describe(
          'For the operator: whose device it is, by default the first owner’s. Everybody else’s are their own.',
        ),
    }),
    response: z.object({
      id,
      name: z.string(),
      token: z.string().optional().describe('Told once; a replay answers without it.'),
    }),
    firstAnswerOnly: ['token'],
  }),
  listDevices: endpoint({
    method: 'GET',
    path: '/wallet/devices',
    tag: 'Wallet',
    summary: 'List the devices and the accounts that they push',
    description: 'Mine; owners see everybody’s.',
    scope: 'data.read',
    response: z.array(device),
  }),
  revokeDevice: endpoint({
    method: 'POST',
    path: '/wallet/devices/{id}/revoke',
    tag: 'Wallet',
    summary: 'Stop a device’s token for good; what it has pushed stays',
    description: 'One of mine; owners stop everybody’s.',
    scope: 'data.write',
    refusals: ['resource_not_found'],
    params: z.strictObject({ id }),
    body: z.strictObject({}),
    response: z.object({ id, revoked_at: instant }),
  }),
  linkWalletAccount: endpoint({
    method: 'PUT',
    path: '/wallet/accounts/{id}',
    tag: 'Wallet',
    summary:
      'Say which account a device’s card or account is; it holds for what is pushed from then on',
    scope: 'data.write',
    refusals: ['resource_not_found'],
    params: z.strictObject({ id }),
    body: z.strictObject({ account_id: id }),
    response: z.object({ id, account_id: id }),
  }),
}
