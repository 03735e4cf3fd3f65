import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { id, instant, name } from '#/platform/contract/fields.ts'

const device = z.object({
  id,
  member_id: id,
  made_by: id.nullable().describe('Null: the operator.'),
  name: z.string(),
  public_id: z.string().describe('The identifying part of the token, after `em_wallet_`.'),
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
        .describe('Payments that no bank confirmed within 14 days. They stay as they are.'),
    }),
  ),
})

/** Devices that push payments of their wallets. For the application and the command line. */
export const walletApp = {
  createDevice: endpoint({
    method: 'POST',
    path: '/wallet/devices',
    logged: 'device.create',
    tag: 'Wallet',
    summary: 'Create a token for a device; it is shown once',
    cost: 5,
    scope: 'data.write',
    sudo: true,
    refusals: ['limit_reached', 'resource_not_found'],
    body: z.strictObject({
      name: name.default('Phone'),
      member_id: id
        .optional()
        .describe(
          'For the operator: the holder of the device, by default the first owner. Members create only their own.',
        ),
    }),
    response: z.object({
      id,
      name: z.string(),
      token: z.string().optional().describe('Shown once; a replay answers without it.'),
    }),
    firstAnswerOnly: ['token'],
  }),
  listDevices: endpoint({
    method: 'GET',
    path: '/wallet/devices',
    tag: 'Wallet',
    summary: 'List the devices and the accounts that they push',
    description: 'Members see their own devices, owners all of them.',
    scope: 'data.read',
    response: z.array(device),
  }),
  revokeDevice: endpoint({
    method: 'POST',
    path: '/wallet/devices/{id}/revoke',
    logged: 'device.revoke',
    tag: 'Wallet',
    summary: 'Revoke a device’s token; the payments it pushed stay',
    description: 'Members revoke their own devices, owners any device.',
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
    summary: 'Link a device’s card or account to an account of the household, for all later pushes',
    scope: 'data.write',
    refusals: ['resource_not_found'],
    params: z.strictObject({ id }),
    body: z.strictObject({ account_id: id }),
    response: z.object({ id, account_id: id }),
  }),
}
