import { Refusal } from '#/platform/contract/refusal.ts'
import type { Call, Handle } from '#/platform/runtime/call.ts'
import type { connectionsApp } from '#/sources/banks/connections/app-contract.ts'

/** `GET /connections/providers`. */
export const showProviders: Handle<typeof connectionsApp.showProviders> = ({
  plaid,
  enableBanking,
}) => Promise.resolve({ plaid: plaid !== null, enable_banking: enableBanking !== null })

/** Throws `resource_not_found` unless the operator has set Plaid up. */
export function requireOffered({ plaid }: Call): void {
  if (plaid === null) {
    throw new Refusal('resource_not_found', {
      message: 'Plaid is not set up on this Earmark.',
      detail: { name: 'plaid_off' },
    })
  }
}
