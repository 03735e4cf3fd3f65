import { notFound } from '#/platform/contract/refusal.ts'
import { managesMembers } from '#/access/households/manages-members.ts'
import { findRecord } from '#/platform/audited/find.ts'
import { recordChange } from '#/platform/audited/record-change.ts'
import type { Act } from '#/platform/runtime/call.ts'
import type { walletApp } from './app-contract.ts'

/**
 * `PUT /wallet/accounts/{id}`: links a card or account of a device to an account of the household. Earlier payments stay
 * in their account. Only owners and the operator can link the cards of other members' devices.
 */
export const linkWalletAccount: Act<typeof walletApp.linkWalletAccount> = async (
  acting,
  { params, body },
) => {
  const { id } = params
  const { householdId } = acting.caller
  const entry = await acting.db
    .selectFrom('provider_accounts')
    .innerJoin('wallet_devices as d', (join) =>
      join.on('d.household_id', '=', householdId).onRef('d.id', '=', 'provider_accounts.device_id'),
    )
    .select('account_id')
    .where('provider_accounts.household_id', '=', householdId)
    .where('provider_accounts.id', '=', id)
    .$if(!managesMembers(acting.caller), (query) =>
      query.where('d.member_id', '=', acting.caller.memberId),
    )
    .executeTakeFirst()
  if (!entry) throw notFound('id')
  const account = await findRecord(acting, 'accounts', { id: body.account_id, param: 'account_id' })
  if (account.hidden || account.closed_at !== null) throw notFound('account_id')
  if (entry.account_id !== account.id) {
    await acting.db
      .updateTable('provider_accounts')
      .set({ account_id: account.id })
      .where('household_id', '=', householdId)
      .where('id', '=', id)
      .execute()
    await recordChange(acting, {
      action: 'wallet_account.link',
      subject: { type: 'wallet_account', id },
      before: { account_id: entry.account_id },
      after: { account_id: account.id },
    })
  }
  return { id, account_id: account.id }
}
