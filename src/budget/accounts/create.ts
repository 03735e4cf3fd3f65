import type { Received } from '#/platform/contract/endpoint.ts'
import { createRecord, type RecordVersion } from '#/platform/audited/create.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import type { accountsApp } from './app-contract.ts'

/** `POST /accounts`: creates a manual account, whose transactions make its balance. */
export const createAccount: Act<typeof accountsApp.createAccount> = (acting, { body }) =>
  openAccount(acting, body)

/** Creates a manual account as part of another write. */
export function openAccount(
  acting: Acting,
  input: Received<typeof accountsApp.createAccount>['body'],
): Promise<RecordVersion> {
  return createRecord(acting, 'accounts', {
    values: {
      ...input,
      currency: input.currency ?? acting.caller.currency,
      available_balance: null,
      balance_at: acting.now(),
      provider: 'manual',
      connection_id: null,
      institution_name: null,
      mask: null,
      subscribed: true,
      hidden: false,
      invert_balance: false,
      closed_at: null,
    },
  })
}
