import { refusalOf } from '#/budget/transactions/constraints.ts'
import { recordCorrection, type Recording } from '#/budget/transactions/writing/record.ts'
import { removeOne } from '#/budget/transactions/writing/remove.ts'
import { AMOUNT_MAX, type Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'
import { recordChange } from '#/platform/audited/record-change.ts'
import type { Answer, Received } from '#/platform/contract/endpoint.ts'
import { invalidParameter, notFound, Refusal } from '#/platform/contract/refusal.ts'
import type { Act } from '#/platform/runtime/call.ts'
import type { reconcilingApp } from './app-contract.ts'
import { balanceOn, loadAccount, pastDay, requireWay } from './checked-account.ts'
import { forgetStated, listStated, storeStated } from './stated-balances.ts'

type Reconcile = typeof reconcilingApp.reconcileAccount

/**
 * `POST /accounts/{id}/reconciliation`. The correction is unrecorded spending or income, so it counts in reports, and on a
 * card it is set aside for the bill.
 */
export async function reconcileAccount(
  acting: Recording,
  { params, body }: Received<Reconcile>,
): Promise<Answer<Reconcile>> {
  const account = await loadAccount(acting, params.id)
  requireWay(account, 'reconcile')
  const day = pastDay(acting, body.day)
  const last = (await listStated(acting, account.id, 'reconciliation')).at(-1)
  if (last && last.day > day) {
    throw invalidParameter('day', `This account was reconciled on ${last.day}.`, {
      name: 'reconciled_later',
      day: last.day,
    })
  }
  const own = await balanceOn(acting, account, day)
  const difference = body.balance - own
  requireExpected(body.expected_difference, difference)
  requireAmount('balance', difference)
  const transactionId = await correct(acting, { ...body, accountId: account.id, difference, day })
  const id = await storeStated(acting, {
    account_id: account.id,
    kind: 'reconciliation',
    day,
    balance: body.balance,
    transaction_id: transactionId,
  })
  await recordChange(acting, {
    action: 'account.reconcile',
    subject: { type: 'account', id: account.id },
    before: { balance: own },
    after: { balance: body.balance, day },
  })
  return { id, difference, transaction_id: transactionId }
}

/** `POST /accounts/{id}/reconciliation/undo`. */
export const undoReconciliation: Act<typeof reconcilingApp.undoReconciliation> = async (
  acting,
  { params, body },
) => {
  const account = await loadAccount(acting, params.id)
  const last = (await listStated(acting, account.id, 'reconciliation')).at(-1)
  if (last?.id !== body.reconciliation_id) throw notFound('reconciliation_id')
  await forgetStated(acting, last.id)
  if (last.transaction_id !== null) await removeOne(acting, last.transaction_id)
  await recordChange(acting, {
    action: 'account.undo_reconcile',
    subject: { type: 'account', id: account.id },
    before: { balance: last.balance, day: last.day },
    after: null,
  })
  return { success: true as const }
}

type Correction = {
  readonly accountId: string
  readonly difference: Cents
  readonly day: Day
  readonly concept: string
  readonly note?: string | null | undefined
}

async function correct(
  acting: Recording,
  { accountId, difference, day, concept, note = null }: Correction,
): Promise<string | null> {
  if (difference === 0) return null
  try {
    return await recordCorrection(acting, {
      account_id: accountId,
      amount: difference,
      concept,
      booked_at: day,
      notes: note,
    })
  } catch (error) {
    throw refusalOf(error) ?? error
  }
}

/** Refuses to correct a difference that a person has not seen. An account that agrees by now needs no correction. */
function requireExpected(expected: Cents | undefined, difference: Cents): void {
  if (expected === undefined || difference === 0 || expected === difference) return
  throw new Refusal('edit_conflict', {
    message: 'The account has changed since the difference was shown.',
    detail: { name: 'balance_moved' },
  })
}

/** Refuses a difference that no transaction can have. */
export function requireAmount(param: string, difference: Cents): void {
  if (Math.abs(difference) <= AMOUNT_MAX) return
  throw invalidParameter(param, `\`${param}\` is too far from the account’s balance.`, {
    name: 'sums_too_large',
  })
}
