import type { Detail } from '#/platform/contract/detail.ts'
import { notFound, Refusal } from '#/platform/contract/refusal.ts'
import { changeRecord } from '#/platform/audited/change.ts'
import { findRecord } from '#/platform/audited/find.ts'
import type { RecordRow } from '#/platform/audited/tables.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import type { accountsApp } from './app-contract.ts'

/** `PATCH /accounts/{id}`. Inverting the balance negates it now and at every later import. */
export const changeAccount: Act<typeof accountsApp.changeAccount> = async (
  acting,
  { params, body },
) => {
  const { expected_updated_at: expected, ...fields } = body
  const row = await findOpenAccount(acting, params.id)
  if (fields.invert_balance !== undefined && row.connection_id === null) {
    throw new Refusal('invalid_parameter', {
      param: 'invert_balance',
      message: 'No bank reports the balance of this account.',
      detail: { name: 'balance_not_told' },
    })
  }
  const isInverted =
    fields.invert_balance !== undefined && fields.invert_balance !== row.invert_balance
  const { changed: _, ...version } = await changeRecord(acting, 'accounts', {
    row,
    set: { ...fields, ...(isInverted && { balance: -row.balance }) },
    expected,
  })
  return version
}

/**
 * `POST /accounts/{id}/close`: a closed account takes no more transactions and counts nowhere; its history stays. Throws
 * `still_in_use` if its balance is not zero, a bank connection has it, or an Expense pays this card.
 */
export const closeAccount: Act<typeof accountsApp.closeAccount> = async (
  acting,
  { params, body },
) => {
  const row = await findOpenAccount(acting, params.id)
  if (row.connection_id !== null) {
    throw inUse('A bank connection has this account; stop following it instead.', {
      name: 'account_followed',
    })
  }
  if (row.balance !== 0) throw inUse('Its balance is not zero.', { name: 'balance_left' })
  const linked = await acting.db
    .selectFrom('expenses')
    .select('name')
    .where('household_id', '=', acting.caller.householdId)
    .where('card_account_id', '=', row.id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (linked) {
    throw inUse('An Expense pays this card; archive or unlink it first.', { name: 'card_in_use' })
  }
  const { changed: _, ...version } = await changeRecord(acting, 'accounts', {
    row,
    set: { closed_at: acting.now(), subscribed: false },
    expected: body.expected_updated_at,
    verb: 'close',
  })
  return version
}

async function findOpenAccount(acting: Acting, id: string): Promise<RecordRow<'accounts'>> {
  const row = await findRecord(acting, 'accounts', { id })
  if (row.hidden || row.closed_at !== null) throw notFound('id')
  return row
}

function inUse(message: string, detail: Detail): Refusal {
  return new Refusal('still_in_use', { param: 'id', message, detail })
}
