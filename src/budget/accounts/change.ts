import type { Detail } from '#/platform/contract/detail.ts'
import { notFound, Refusal } from '#/platform/contract/refusal.ts'
import { changeRecord } from '#/platform/audited/change.ts'
import { findRecord } from '#/platform/audited/find.ts'
import type { RecordRow } from '#/platform/audited/tables.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import type { accountsApp } from './app-contract.ts'

/** `PATCH /accounts/{id}`. A balance that the bank tells the wrong way round is turned at once, and from then on. */
export const changeAccount: Act<typeof accountsApp.changeAccount> = async (
  acting,
  { params, body },
) => {
  const { expected_updated_at: expected, ...fields } = body
  const row = await findOpenAccount(acting, params.id)
  if (fields.invert_balance !== undefined && row.connection_id === null) {
    throw new Refusal('invalid_parameter', {
      param: 'invert_balance',
      message: 'No bank tells the balance of this account.',
      detail: { name: 'balance_not_told' },
    })
  }
  const isTurned =
    fields.invert_balance !== undefined && fields.invert_balance !== row.invert_balance
  const { changed: _, ...told } = await changeRecord(acting, 'accounts', {
    row,
    set: { ...fields, ...(isTurned && { balance: -row.balance }) },
    expected,
  })
  return told
}

/**
 * `POST /accounts/{id}/close`: nothing is booked on it any more and it counts nowhere; its transactions stay. Refuses
 * (`still_in_use`) an account that holds or owes money, belongs to a bank connection, or is linked to a card Expense.
 */
export const closeAccount: Act<typeof accountsApp.closeAccount> = async (
  acting,
  { params, body },
) => {
  const row = await findOpenAccount(acting, params.id)
  if (row.connection_id !== null) {
    throw inUse('Stop following it instead: a bank connection has it.', {
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
  const { changed: _, ...told } = await changeRecord(acting, 'accounts', {
    row,
    set: { closed_at: acting.now(), subscribed: false },
    expected: body.expected_updated_at,
    verb: 'close',
  })
  return told
}

async function findOpenAccount(acting: Acting, id: string): Promise<RecordRow<'accounts'>> {
  const row = await findRecord(acting, 'accounts', { id })
  if (row.hidden || row.closed_at !== null) throw notFound('id')
  return row
}

function inUse(message: string, detail: Detail): Refusal {
  return new Refusal('still_in_use', { param: 'id', message, detail })
}
