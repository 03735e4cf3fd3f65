import { Refusal, notFound } from '#/platform/contract/refusal.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { accounts } from '#/budget/accounts/contract.ts'
import { followAccounts } from './follow.ts'

/**
 * `PUT /accounts/{id}/subscription`: follows or leaves one account, as the selection of its connection does. History
 * and Expense links stay in both cases.
 */
export const setSubscription: Handle<typeof accounts.setSubscription> = async (
  call,
  { params, body },
) => {
  const account = await call.db
    .selectFrom('accounts')
    .leftJoin('connections', (join) =>
      join
        .on('connections.household_id', '=', call.caller.householdId)
        .onRef('connections.id', '=', 'accounts.connection_id'),
    )
    .select(['accounts.subscribed', 'accounts.connection_id', 'connections.member_id'])
    .where('accounts.household_id', '=', call.caller.householdId)
    .where('accounts.id', '=', params.id)
    .executeTakeFirst()
  if (!account) throw notFound('id')
  if (account.connection_id === null) throw new Refusal('account_not_subscribable')
  if (account.member_id !== call.caller.memberId) throw new Refusal('not_connection_owner')
  if (account.subscribed !== body.subscribed) {
    const catalog = await call.db
      .selectFrom('provider_accounts')
      .select(['id', 'selected'])
      .where('household_id', '=', call.caller.householdId)
      // Restricts to the bank: the wallet of a device may have an entry for the account too.
      .where('connection_id', '=', account.connection_id)
      .where('account_id', '=', params.id)
      .executeTakeFirstOrThrow()
    await followAccounts(call, account.connection_id, [
      { id: catalog.id, selected: body.subscribed },
    ])
  }
  return { subscribed: body.subscribed, history_retained: true }
}
