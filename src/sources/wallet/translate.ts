import { createHash } from 'node:crypto'
import { invalidParameter } from '#/platform/contract/refusal.ts'
import { plainLine } from '#/sources/provider/plain-text.ts'
import type { AccountRef, ProviderTransaction } from '#/sources/provider/provider.ts'
import { AMOUNT_MAX, type Cents } from '#/core/values/cents.ts'
import { type Day, dayAt } from '#/core/values/day.ts'
import { type LocalMoneyFault, parseLocalMoney } from '#/core/values/local-money.ts'
import { currencyDigits, parseMoney } from '#/core/values/money.ts'
import type { ChangesPush, PaymentPush, PushedBalance, PushedTransaction } from './contract.ts'

/** An account as a device's words are read: which it is, in which currency, and what the household calls a day. */
export type Reading = {
  readonly ref: AccountRef
  readonly currency: string
  readonly zone: string
  readonly now: Temporal.Instant
}

/** What a device says of one account: rows to keep, and ids of rows that are gone. */
export type Told = {
  readonly rows: readonly ProviderTransaction[]
  readonly removed: readonly string[]
}

/**
 * One account's changes as rows. Of a row that is told twice the later telling counts, and what is told as gone is gone.
 * Throws `invalid_parameter` with the place of what cannot be read, below `path`.
 */
export function readChanges(
  { inserted, updated, deleted }: ChangesPush['transactions'][number],
  path: string,
  reading: Reading,
): Told {
  const rows = new Map<string, ProviderTransaction>()
  const removed = new Set<string>(deleted)
  for (const [list, sent] of Object.entries({ inserted, updated })) {
    for (const [index, one] of sent.entries()) {
      if (one.status === 'rejected') removed.add(one.id)
      else rows.set(one.id, readTransaction(one, `${path}.${list}[${index}]`, reading))
    }
  }
  for (const id of removed) rows.delete(id)
  return { rows: [...rows.values()], removed: [...removed] }
}

function readTransaction(
  sent: PushedTransaction,
  path: string,
  reading: Reading,
): ProviderTransaction {
  const magnitude = readMagnitude(sent.transaction_amount, `${path}.transaction_amount`, reading)
  const occurredOn = readDay(sent.transaction_date, `${path}.transaction_date`, reading)
  const posted = sent.posted_date ?? null
  const bookedOn = posted === null ? occurredOn : readDay(posted, `${path}.posted_date`, reading)
  const code = sent.merchant_category_code ?? null
  const description = plainLine(sent.transaction_description, 500)
  return {
    ...nothing,
    account: reading.ref,
    externalId: sent.id,
    status: sent.status === 'booked' ? 'booked' : 'pending',
    amount: signed(magnitude, sent.credit_debit_indicator),
    currency: reading.currency,
    bookedOn,
    occurredOn,
    occurredAt: Temporal.Instant.from(sent.transaction_date),
    rawDescription: plainLine(sent.original_transaction_description ?? '', 500) || description,
    merchant: plainLine(sent.merchant_name ?? '', 200) || description || null,
    mcc: code === null ? null : String(code).padStart(4, '0'),
  }
}

/** What a payment has beside its amount is not known yet: it is pending until a bank books it. */
export function readPayment(sent: PaymentPush, reading: Reading): ProviderTransaction {
  const amount = parseLocalMoney(sent.amount, reading.currency)
  if (typeof amount !== 'number') {
    throw invalidParameter('amount', amountFaults[amount.fault](reading.currency))
  }
  const paidAt = sent.paid_at == null ? reading.now : Temporal.Instant.from(sent.paid_at)
  const bookedOn = readDay(paidAt.toString(), 'paid_at', reading)
  const merchant = plainLine(sent.merchant, 500)
  return {
    ...nothing,
    account: reading.ref,
    externalId: sent.id ?? paymentId(sent),
    status: 'pending',
    amount: 0 - amount,
    currency: reading.currency,
    bookedOn,
    occurredOn: bookedOn,
    occurredAt: paidAt,
    rawDescription: merchant,
  }
}

/** A balance in cents from the owner's side. Throws `invalid_parameter`. */
export function readBalance(sent: PushedBalance, path: string, reading: Reading) {
  // What is booked; what is available has the pending payments taken off already, which are counted one by one.
  const name = sent.booked == null ? 'available' : 'booked'
  const { amount, credit_debit_indicator: side, as_of_date: at } = sent[name]!
  const magnitude = readMagnitude(amount, `${path}.${name}.amount`, reading)
  readDay(at, `${path}.${name}.as_of_date`, reading)
  const asOf = Temporal.Instant.from(at)
  // A clock that runs ahead would keep every later balance out.
  const isAhead = Temporal.Instant.compare(asOf, reading.now) > 0
  return { balance: signed(magnitude, side), balanceAt: isAhead ? reading.now : asOf }
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
  reading: Reading,
): Cents {
  if (currency !== reading.currency) {
    throw invalidParameter(`${path}.currency_code`, `The account is in ${reading.currency}.`)
  }
  const cents = parseMoney(amount, currencyDigits(currency))
  if (typeof cents !== 'number') {
    throw invalidParameter(`${path}.amount`, `The amount is ${cents.fault.replace('_', ' ')}.`)
  }
  return cents
}

/** A credit is the owner's gain, on what is owned as on what is owed. */
function signed(magnitude: Cents, side: 'credit' | 'debit'): Cents {
  return side === 'credit' ? magnitude : 0 - magnitude
}

/** The household's day of a moment. Times before 1970 or more than a year ahead are a device's fault. */
function readDay(moment: string, path: string, { zone, now }: Reading): Day {
  const at = Temporal.Instant.from(moment)
  const latest = now.add({ hours: 366 * 24 })
  if (at.epochMilliseconds < 0 || Temporal.Instant.compare(at, latest) > 0) {
    throw invalidParameter(path, 'Send a moment since 1970, a year ahead at most.')
  }
  return dayAt(at, zone)
}

/** Without an id a payment is told by what it is, if it says when it was; else nothing tells it (''). */
function paymentId({ merchant, amount, card, paid_at: at }: PaymentPush): string {
  if (at == null) return ''
  const said = JSON.stringify([merchant, amount, card, Temporal.Instant.from(at).toString()])
  return `said:${createHash('sha256').update(said).digest('base64url')}`
}
