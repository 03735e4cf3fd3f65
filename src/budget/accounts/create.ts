import type { Received } from '#/platform/contract/endpoint.ts'
import { createRecord, type Told } from '#/platform/audited/create.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import type { accountsApp } from './app-contract.ts'

/** `POST /accounts`: an account without a bank, whose balance is what its transactions make it. */
export const createAccount: Act<typeof accountsApp.createAccount> = (acting, { body }) =>
  openAccount(acting, body)

/** For whoever needs an account on the way to something else. */
export function openAccount(
  acting: Acting,
  asked: Received<typeof accountsApp.createAccount>['body'],
): Promise<Told> {
  return createRecord(acting, 'accounts', {
    values: {
      ...asked,
      currency: asked.currency ?? acting.caller.currency,
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
