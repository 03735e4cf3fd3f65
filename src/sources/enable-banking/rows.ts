import { createHash } from 'node:crypto'
import type { Cents } from '#/core/values/cents.ts'
import { type Day, toDay } from '#/core/values/day.ts'
import { currencyDigits, isCurrencyCode, parseMoney } from '#/core/values/money.ts'
import { plainLine } from '#/sources/provider/plain-text.ts'
import type {
  AccountRef,
  CatalogAccount,
  DroppedRow,
  ProviderTransaction,
} from '#/sources/provider/provider.ts'
import { balanceShape, type SentTransaction, transactionShape } from './answer.ts'

/** Balances of which the first that a bank sends is the present one, without pending payments where that is known. */
const present = ['ITBD', 'CLBD', 'XPCD', 'PRCD', 'OPBD', 'ITAV', 'CLAV']
const spendable = ['ITAV', 'CLAV', 'XPCD']

type ReadBalances = Pick<CatalogAccount, 'balance' | 'available' | 'currency'>

/** Reads the balances of an account; null where the bank sends none of use. */
export function readBalances(sent: readonly unknown[], currency: string): ReadBalances {
  const all = sent.flatMap((one) => {
    const { data } = balanceShape.safeParse(one)
    if (!data) return []
    const { balance_amount: money, balance_type: type } = data
    const own = money.currency.trim().toUpperCase()
    const known = isCurrencyCode(own) ? own : currency
    const amount = parseMoney(money.amount, currencyDigits(known))
    return typeof amount === 'number' ? [{ type, amount, currency: known }] : []
  })
  // Banks call the currency of an account with several `XXX`; then the balances tell it.
  const kept = currency === 'XXX' ? (all[0]?.currency ?? currency) : currency
  const own = all.filter((one) => one.currency === kept)
  const first = (types: readonly string[]): Cents | null =>
    types
      .map((type) => own.find((one) => one.type === type)?.amount)
      .find((one) => one !== undefined) ?? null
  return {
    balance: first(present) ?? own[0]?.amount ?? null,
    available: first(spendable),
    currency: kept,
  }
}

type Read = { transactions: ProviderTransaction[]; dropped: DroppedRow[] }
type Row = Omit<ProviderTransaction, 'externalId'> & { readonly reference: string | null }

/** Statuses of rows that are neither booked nor coming: rejected, cancelled, scheduled and for information. */
const ignored = new Set(['RJCT', 'CNCL', 'SCHD', 'INFO'])
/** References that banks write on every row alike. */
const placeholder = /^(?:0+|n\/?a|none|null|notprovided|not provided|-+)$/i

/**
 * Reads all rows that a bank lists of an account in some days. A row has the bank's own reference as its id, if it has one of
 * its own; otherwise an id derived from what it says, counted among rows that say the same. So the same rows have the same
 * ids in every answer that lists whole days.
 */
export function readRows(
  sent: readonly unknown[],
  { account, currency }: { readonly account: AccountRef; readonly currency: string },
): Read {
  const rows: Row[] = []
  const dropped: DroppedRow[] = []
  for (const one of sent) {
    const read = readRow(one, { account, currency })
    if (typeof read === 'string') {
      dropped.push({ what: 'transaction', account, externalId: null, reason: read })
    } else if (read !== null) rows.push(read)
  }
  return { transactions: withIds(rows), dropped }
}

/** Reads a row; null if it is no payment, a sentence if it cannot be read. */
function readRow(
  sent: unknown,
  { account, currency }: { readonly account: AccountRef; readonly currency: string },
): Row | string | null {
  const read = transactionShape.safeParse(sent)
  if (!read.success) {
    const fields = new Set(read.error.issues.map((issue) => String(issue.path[0] ?? 'row')))
    return `The transaction has no usable ${[...fields].join(', ')}.`
  }
  const { data } = read
  const status = (data.status ?? '').trim().toUpperCase() || 'BOOK'
  if (ignored.has(status)) return null
  const own = data.transaction_amount.currency.trim().toUpperCase()
  if (own !== '' && currency !== 'XXX' && own !== currency) {
    return 'The transaction is in another currency than its account.'
  }
  const parsed = parseMoney(data.transaction_amount.amount, currencyDigits(own || currency))
  if (typeof parsed !== 'number') return `The amount is ${parsed.fault.replace('_', ' ')}.`
  const isBooked = status === 'BOOK'
  const bookedOn = dayOf(data)
  if (bookedOn === null) return 'The transaction has no date.'
  const description = descriptionOf(data)
  const merchant = plainLine(partyOf(data, parsed) ?? '', 200)
  const reference = (data.entry_reference ?? '').trim()
  return {
    account,
    reference: isUsable(reference) ? reference : null,
    status: isBooked ? 'booked' : 'pending',
    amount: signed(data, parsed),
    currency: own || currency,
    bookedOn,
    occurredOn: data.transaction_date ? toDay(data.transaction_date) : null,
    occurredAt: null,
    rawDescription: description || merchant || 'Transaction',
    merchant: merchant || null,
    memo: null,
    mcc: /^\d{4}$/.test(data.merchant_category_code ?? '') ? data.merchant_category_code! : null,
    providerCategory: null,
    replacesExternalId: null,
  }
}

function isUsable(reference: string): boolean {
  return reference !== '' && reference.length <= 500 && !placeholder.test(reference)
}

/** Amounts are magnitudes, but some banks write the sign as well. */
function signed({ credit_debit_indicator: side }: SentTransaction, amount: Cents): Cents {
  if (side === 'DBIT') return 0 - Math.abs(amount)
  return side === 'CRDT' ? Math.abs(amount) : amount
}

function partyOf(data: SentTransaction, amount: Cents): string | null | undefined {
  return (signed(data, amount) < 0 ? data.creditor : data.debtor)?.name
}

function dayOf(data: SentTransaction): Day | null {
  const day = data.booking_date ?? data.value_date ?? data.transaction_date
  return day ? toDay(day) : null
}

function descriptionOf(data: SentTransaction): string {
  const lines = data.remittance_information.map((line) => plainLine(line, 500))
  const said = plainLine(lines.filter((line) => line !== '').join(' '), 500)
  return said || plainLine(data.bank_transaction_code?.description ?? data.note ?? '', 500)
}

/** Gives each row its id. A row that is listed twice counts once. */
function withIds(rows: readonly Row[]): ProviderTransaction[] {
  const kept = new Map<Row, string>()
  for (const [reference, same] of Map.groupBy(rows, (row) => row.reference)) {
    if (reference === null) continue
    // A bank lists a payment as pending beside its booking, or on two pages.
    const booked = same.filter(({ status }) => status === 'booked')
    const candidates = booked.length > 0 ? booked : same
    // Different payments mean that the reference names none of them.
    const isShared = new Set(candidates.map(contentOf)).size > 1
    if (isShared) for (const row of same) kept.set(row, '')
    else kept.set(candidates[0]!, reference)
  }
  const counts = new Map<string, number>()
  return rows.flatMap((row) => {
    const { reference, ...rest } = row
    const own = reference === null ? '' : kept.get(row)
    if (own === undefined) return []
    return [{ ...rest, externalId: own === '' ? derivedId(contentOf(row), counts) : own }]
  })
}

function contentOf(row: Row): string {
  const { status, bookedOn, amount, currency, rawDescription, merchant } = row
  return JSON.stringify([status, bookedOn, amount, currency, rawDescription, merchant])
}

/** Two equal coffees of a day are two payments, so equal rows are counted. */
function derivedId(content: string, counts: Map<string, number>): string {
  const index = counts.get(content) ?? 0
  counts.set(content, index + 1)
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 32)
  return `~${digest}.${index}`
}
