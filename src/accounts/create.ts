import { createRecord } from '#/records/create.ts'
import type { Act } from '#/world/call.ts'
import type { accountsApp } from './app-contract.ts'

/** `POST /accounts`: an account without a bank, whose balance is what its transactions make it. */
export const createAccount: Act<typeof accountsApp.createAccount> = (acting, { body }) =>
  createRecord(acting, 'accounts', {
    values: {
      ...body,
      currency: body.currency ?? acting.caller.currency,
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
