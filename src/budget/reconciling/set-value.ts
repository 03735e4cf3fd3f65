import { changeAmount } from '#/budget/transactions/writing/change-amount.ts'
import { recordCorrection, type Recording } from '#/budget/transactions/writing/record.ts'
import { removeOne } from '#/budget/transactions/writing/remove.ts'
import { refusalOf } from '#/budget/transactions/constraints.ts'
import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'
import { recordChange } from '#/platform/audited/record-change.ts'
import type { Answer, Received } from '#/platform/contract/endpoint.ts'
import { notFound } from '#/platform/contract/refusal.ts'
import type { reconcilingApp } from './app-contract.ts'
import {
  balanceOn,
  type CheckedAccount,
  loadAccount,
  pastDay,
  requireWay,
} from './checked-account.ts'
import { requireAmount } from './reconcile.ts'
import { forgetStated, listStated, type Stated, storeStated } from './stated-balances.ts'

type SetValue = typeof reconcilingApp.setAccountValue
type RemoveValue = typeof reconcilingApp.removeAccountValue

/**
 * `POST /accounts/{id}/value`. The values of later days stay true, because the next one takes back what this one adds. The
 * balance that an account was created with is its value on that day.
 */
export async function setAccountValue(
  acting: Recording,
  { params, body }: Received<SetValue>,
): Promise<Answer<SetValue>> {
  const account = await loadAccount(acting, params.id)
  requireWay(account, 'value')
  const day = pastDay(acting, body.day)
  const difference = body.value - (await balanceOn(acting, account, day))
  requireAmount('value', difference)
  const values = await listStated(acting, account.id, 'value')
  const same = values.findLast((one) => one.day === day)
  const next = values.find((one) => one.day > day) ?? (await openingOf(acting, account, day))
  const { concept, note = null } = body
  const text = { concept, notes: note }
  try {
    const transactionId = await shift(acting, account.id, {
      day,
      by: difference,
      stated: same ?? null,
      text,
    })
    if (same) await forgetStated(acting, same.id)
    await storeStated(acting, {
      account_id: account.id,
      kind: 'value',
      day,
      balance: body.value,
      transaction_id: transactionId,
    })
    if (next) await takeBack(acting, account.id, { next, by: difference, concept })
    const { balance: after } = await loadAccount(acting, account.id)
    await recordChange(acting, {
      action: 'account.value',
      subject: { type: 'account', id: account.id },
      before: { balance: body.value - difference },
      after: { balance: body.value, day },
    })
    return {
      day,
      transaction_id: transactionId,
      difference,
      replaced: same?.balance ?? null,
      current_balance: { before: account.balance, after },
    }
  } catch (error) {
    throw refusalOf(error) ?? error
  }
}

/** `DELETE /accounts/{id}/values/{day}`. */
export async function removeAccountValue(
  acting: Recording,
  { params }: Received<RemoveValue>,
): Promise<Answer<RemoveValue>> {
  const account = await loadAccount(acting, params.id)
  const values = await listStated(acting, account.id, 'value')
  const value = values.findLast(({ day, kind }) => day === params.day && kind === 'value')
  if (!value) throw notFound('day')
  const next = values.find(({ day }) => day > value.day)
  await forgetStated(acting, value.id)
  if (value.transaction_id !== null) await removeOne(acting, value.transaction_id)
  if (next) {
    const concept = 'Change in value'
    await takeBack(acting, account.id, { next, by: -value.amount, concept })
  }
  await recordChange(acting, {
    action: 'account.remove_value',
    subject: { type: 'account', id: account.id },
    before: { balance: value.balance, day: value.day },
    after: null,
  })
  return { success: true as const }
}

type Shift = {
  readonly day: Day
  readonly by: Cents
  /** The value of that day, whose transaction changes; null for a new one. */
  readonly stated: Stated | null
  readonly text: { readonly concept: string; readonly notes: string | null }
}

/** Moves the balance from a day on. Returns the transaction that does so; null if none is needed. */
async function shift(
  acting: Recording,
  accountId: string,
  { day, by, stated, text }: Shift,
): Promise<string | null> {
  const known = stated?.transaction_id ?? null
  const amount = (stated?.amount ?? 0) + by
  if (known === null) {
    if (amount === 0) return null
    return recordCorrection(acting, {
      account_id: accountId,
      amount,
      booked_at: day,
      type: 'transfer',
      ...text,
    })
  }
  if (amount === 0) {
    await removeOne(acting, known)
    return null
  }
  if (by !== 0) await changeAmount(acting, known, amount)
  return known
}

type TakeBack = { readonly next: Stated | Opening; readonly by: Cents; readonly concept: string }

/** Keeps the next value true, after the balance before it has changed. */
async function takeBack(
  acting: Recording,
  accountId: string,
  { next, by, concept }: TakeBack,
): Promise<void> {
  if (by === 0) return
  const stated = 'id' in next ? next : null
  const { day, balance, kind } = next
  const text = { concept, notes: null }
  const transactionId = await shift(acting, accountId, { day, by: -by, stated, text })
  if (stated) await forgetStated(acting, stated.id)
  // The opening balance is true by itself again.
  if (kind === 'opening' && transactionId === null) return
  await storeStated(acting, {
    account_id: accountId,
    kind,
    day,
    balance,
    transaction_id: transactionId,
  })
}

type Opening = { readonly kind: 'opening'; readonly day: Day; readonly balance: Cents }

/** Returns the balance that an account was created with, as the value of that day, if a value is older than the account. */
async function openingOf(
  acting: Recording,
  account: CheckedAccount,
  day: Day,
): Promise<Opening | null> {
  if (day >= account.createdOn) return null
  const balance = await balanceOn(acting, account, account.createdOn)
  return { kind: 'opening', day: account.createdOn, balance }
}
