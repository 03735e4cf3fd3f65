import { createHash } from 'node:crypto'
import { invalidParameter } from '#/platform/contract/refusal.ts'
import { plainLine } from '#/sources/provider/plain-text.ts'
import type { AccountRef, ProviderTransaction } from '#/sources/provider/provider.ts'
import { AMOUNT_MAX, type Cents } from '#/core/values/cents.ts'
import { type Day, dayAt } from '#/core/values/day.ts'
import { type LocalMoneyFault, parseLocalMoney } from '#/core/values/local-money.ts'
import { currencyDigits, parseMoney } from '#/core/values/money.ts'
import type { ChangesPush, PaymentPush, PushedBalance, PushedTransaction } from './contract.ts'

/** The account that a push is for, and the household's time zone and clock. */
export type PushContext = {
  readonly ref: AccountRef
  readonly currency: string
  readonly zone: string
  readonly now: Temporal.Instant
}

/** The changes of one account: rows to store, and the ids of removed rows. */
export type ReadChanges = {
  readonly rows: readonly ProviderTransaction[]
  readonly removed: readonly string[]
}

/**
 * Converts the changes of one account into rows. If a row occurs twice, the later one counts; a removed row stays removed.
 * Throws `invalid_parameter` with the path of an unreadable value, below `path`.
 */
export function readChanges(
  { inserted, updated, deleted }: ChangesPush['transactions'][number],
  path: string,
  context: PushContext,
): ReadChanges {
  const rows = new Map<string, ProviderTransaction>()
  const removed = new Set<string>(deleted)
  for (const [list, sent] of Object.entries({ inserted, updated })) {
    for (const [index, one] of sent.entries()) {
      if (one.status === 'rejected') removed.add(one.id)
      else rows.set(one.id, readTransaction(one, `${path}.${list}[${index}]`, context))
    }
  }
  for (const id of removed) rows.delete(id)
  return { rows: [...rows.values()], removed: [...removed] }
}

function readTransaction(
  sent: PushedTransaction,
  path: string,
  context: PushContext,
): ProviderTransaction {
  const magnitude = readMagnitude(sent.transaction_amount, `${path}.transaction_amount`, context)
  const occurredOn = readDay(sent.transaction_date, `${path}.transaction_date`, context)
  const posted = sent.posted_date ?? null
  const bookedOn = posted === null ? occurredOn : readDay(posted, `${path}.posted_date`, context)
  const code = sent.merchant_category_code ?? null
  const description = plainLine(sent.transaction_description, 500)
  return {
    ...nothing,
    account: context.ref,
    externalId: sent.id,
    status: sent.status === 'booked' ? 'booked' : 'pending',
    amount: signed(magnitude, sent.credit_debit_indicator),
    currency: context.currency,
    bookedOn,
    occurredOn,
    occurredAt: Temporal.Instant.from(sent.transaction_date),
    rawDescription: plainLine(sent.original_transaction_description ?? '', 500) || description,
    merchant: plainLine(sent.merchant_name ?? '', 200) || description || null,
    mcc: code === null ? null : String(code).padStart(4, '0'),
  }
}

/** Converts a payment into a row, which is pending until a bank books it. Throws `invalid_parameter`. */
export function readPayment(sent: PaymentPush, context: PushContext): ProviderTransaction {
  const amount = parseLocalMoney(sent.amount, context.currency)
  if (typeof amount !== 'number') {
    throw invalidParameter('amount', amountFaults[amount.fault](context.currency))
  }
  const paidAt = sent.paid_at == null ? context.now : Temporal.Instant.from(sent.paid_at)
  const bookedOn = readDay(paidAt.toString(), 'paid_at', context)
  const merchant = plainLine(sent.merchant, 500)
  return {
    ...nothing,
    account: context.ref,
    externalId: sent.id ?? paymentId(sent),
    status: 'pending',
    amount: 0 - amount,
    currency: context.currency,
    bookedOn,
    occurredOn: bookedOn,
    occurredAt: paidAt,
    rawDescription: merchant,
  }
}

/** Reads a balance in cents; debt is negative. Throws `invalid_parameter`. */
export function readBalance(sent: PushedBalance, path: string, context: PushContext) {
  // Prefer the booked balance: the available one already excludes pending payments, which are counted separately.
  const name = sent.booked == null ? 'available' : 'booked'
  const { amount, credit_debit_indicator: side, as_of_date: at } = sent[name]!
  const magnitude = readMagnitude(amount, `${path}.${name}.amount`, context)
  readDay(at, `${path}.${name}.as_of_date`, context)
  const asOf = Temporal.Instant.from(at)
  // Cap the time, because a device whose clock runs ahead would block all later balances.
  const isAhead = Temporal.Instant.compare(asOf, context.now) > 0
  return { balance: signed(magnitude, side), balanceAt: isAhead ? context.now : asOf }
}

const nothing = {
  merchant: null,
  memo: null,
  mcc: null,
  providerCategory: null,
  replacesExternalId: null,
  raw: null,
}

const amountFaults: Record<LocalMoneyFault, (currency: string) => string> = {
  malformed: (currency) => `Send an amount such as “12,50” or “$12.50”, in ${currency}.`,
  too_large: () => `Send an amount of at most ${AMOUNT_MAX} cents.`,
  other_currency: (currency) => `The card’s account is in ${currency}; send the amount in it.`,
}

function readMagnitude(
  { amount, currency_code: currency }: PushedTransaction['transaction_amount'],
  path: string,
  context: PushContext,
): Cents {
  if (currency !== context.currency) {
    throw invalidParameter(`${path}.currency_code`, `The account is in ${context.currency}.`)
  }
  const cents = parseMoney(amount, currencyDigits(currency))
  if (typeof cents !== 'number') {
    throw invalidParameter(`${path}.amount`, `The amount is ${cents.fault.replace('_', ' ')}.`)
  }
  return cents
}

/** Adds the sign: a credit is a gain for assets and debts alike. */
function signed(magnitude: Cents, side: 'credit' | 'debit'): Cents {
  return side === 'credit' ? magnitude : 0 - magnitude
}

/** Converts a moment to the household's day. Throws `invalid_parameter` before 1970 and more than a year ahead. */
function readDay(moment: string, path: string, { zone, now }: PushContext): Day {
  const at = Temporal.Instant.from(moment)
  const latest = now.add({ hours: 366 * 24 })
  if (at.epochMilliseconds < 0 || Temporal.Instant.compare(at, latest) > 0) {
    throw invalidParameter(path, 'Send a moment after 1970 and at most a year ahead.')
  }
  return dayAt(at, zone)
}

/** Derives an id from the content of a payment, or '' if the payment has no time. */
function paymentId({ merchant, amount, card, paid_at: at }: PaymentPush): string {
  if (at == null) return ''
  const content = JSON.stringify([merchant, amount, card, Temporal.Instant.from(at).toString()])
  return `said:${createHash('sha256').update(content).digest('base64url')}`
}
