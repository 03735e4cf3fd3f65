import { plainLine } from '#/sources/provider/plain-text.ts'
import type {
  CatalogAccount,
  DroppedRow,
  ProviderTransaction,
} from '#/sources/provider/provider.ts'
import type { Cents } from '#/core/values/cents.ts'
import { dayAt, type Day } from '#/core/values/day.ts'
import { currencyDigits, isCurrencyCode, parseMoney } from '#/core/values/money.ts'
import { guessKind, maskOf } from './account-kind.ts'
import { accountShape, connectionShape, transactionShape, type SentAccount } from './answer.ts'

/** When an answer is read, and the household's time zone. */
export type ReadContext = { now: Temporal.Instant; zone: string }

type Institution = CatalogAccount['institution']

/** Reads the banks of a version 2 answer, by connection id. */
export function readInstitutions(connections: readonly unknown[]): Map<string, Institution> {
  const read = connections.flatMap((sent) => {
    const { data } = connectionShape.safeParse(sent)
    if (!data) return []
    const name = plainLine(data.name || data.org_name, 200) || 'Bank'
    return [{ id: data.conn_id, name, url: plainLine(data.org_url, 500) || null }]
  })
  return new Map(read.map((institution) => [institution.id, institution]))
}

/**
 * Reads an account as a catalog entry with its unparsed rows (null when they are not a list), or says why it is
 * dropped.
 */
export function readAccount(
  sent: unknown,
  institutions: ReadonlyMap<string, Institution>,
): { account: CatalogAccount; rows: readonly unknown[] | null } | { dropped: DroppedRow } {
  const read = accountShape.safeParse(sent)
  if (!read.success) {
    const reason = 'The account has no usable id.'
    return { dropped: { what: 'account', account: null, externalId: null, reason } }
  }
  const { data } = read
  const institution = institutionOf(data, institutions)
  const currency = data.currency.trim().toUpperCase()
  const knownCurrency = isCurrencyCode(currency) ? currency : 'XXX'
  const digits = currencyDigits(knownCurrency)
  const balance = moneyOf(data.balance, digits)
  const name = plainLine(data.name, 200) || institution.name
  const rows = data.transactions ?? []
  return {
    account: {
      ref: { institutionId: institution.id, externalId: data.id },
      institution,
      name,
      officialName: null,
      ...guessKind({ name, holds: data.holdings.length > 0, balance }),
      currency: knownCurrency,
      mask: maskOf(name),
      persistentId: null,
      balance,
      available: moneyOf(data['available-balance'], digits),
      balanceAt: momentOf(data['balance-date']),
    },
    rows: Array.isArray(rows) ? rows : null,
  }
}

/** Reads a row of an account as a transaction, or says why it is dropped. */
export function readTransaction(
  sent: unknown,
  account: CatalogAccount,
  context: ReadContext,
): ProviderTransaction | { dropped: DroppedRow } {
  const read = transactionShape.safeParse(sent)
  const externalId = read.success ? read.data.id : null
  const drop = (reason: string) => ({
    dropped: { what: 'transaction' as const, account: account.ref, externalId, reason },
  })
  if (!read.success) {
    const fields = new Set(read.error.issues.map((issue) => String(issue.path[0] ?? 'row')))
    return drop(`The transaction has no usable ${[...fields].join(', ')}.`)
  }
  const { data } = read
  const amount = parseMoney(data.amount, currencyDigits(account.currency))
  if (typeof amount !== 'number') return drop(`The amount is ${amount.fault.replace('_', ' ')}.`)
  const days = daysOf(data, context)
  if (days === null) return drop('The transaction has no usable date.')
  return {
    account: account.ref,
    externalId: data.id,
    amount,
    currency: account.currency,
    ...days,
    rawDescription: plainLine(data.description, 500),
    merchant: plainLine(data.payee, 200) || null,
    memo: plainLine(data.memo, 500) || null,
    mcc: data.mcc ?? null,
    providerCategory: null,
    replacesExternalId: null,
  }
}

/**
 * Returns the day of a time in seconds. Banks write a date as exactly noon or midnight UTC: it is that date in every
 * zone. Any other time is real, and its day is that of the household. Returns null for 0 ("no date") and for impossible
 * times.
 */
export function dayOfSeconds(seconds: number, context: ReadContext): Day | null {
  const moment = momentOf(seconds)
  // Rejects milliseconds sent as seconds, and years far in the future.
  if (moment === null || moment.epochMilliseconds > context.now.epochMilliseconds + YEAR_MS)
    return null
  return dayAt(moment, isDateMarker(seconds) ? 'UTC' : context.zone)
}

const YEAR_MS = 366 * 24 * 60 * 60 * 1000
/** Last second of the year 9999. */
const SECONDS_MAX = 253_402_300_799

function isDateMarker(seconds: number): boolean {
  return seconds % 43_200 === 0
}

function momentOf(seconds: number): Temporal.Instant | null {
  if (!(seconds > 0 && seconds <= SECONDS_MAX)) return null
  return Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
}

function daysOf(
  sent: { posted: number; transacted_at: number; pending: boolean },
  context: ReadContext,
): Pick<ProviderTransaction, 'status' | 'bookedOn' | 'occurredOn' | 'occurredAt'> | null {
  const posted = dayOfSeconds(sent.posted, context)
  const occurredOn = dayOfSeconds(sent.transacted_at, context)
  if (posted === null && sent.posted !== 0) return null
  const pending = sent.pending || (posted === null && occurredOn !== null)
  // A pending transaction without any date is booked today, so that its money is not missing from the budget.
  const bookedOn = posted ?? occurredOn ?? (pending ? dayAt(context.now, context.zone) : null)
  if (bookedOn === null) return null
  const timed = occurredOn !== null && !isDateMarker(sent.transacted_at)
  return {
    status: pending ? 'pending' : 'booked',
    bookedOn,
    occurredOn,
    occurredAt: timed ? momentOf(sent.transacted_at) : null,
  }
}

function moneyOf(text: string | null | undefined, digits: number): Cents | null {
  const amount = parseMoney(text ?? '', digits)
  return typeof amount === 'number' ? amount : null
}

function institutionOf(
  data: SentAccount,
  institutions: ReadonlyMap<string, Institution>,
): Institution {
  if (data.conn_id !== undefined) {
    return institutions.get(data.conn_id) ?? { id: data.conn_id, name: 'Bank', url: null }
  }
  const { org } = data
  if (org === undefined) return { id: '', name: 'Bank', url: null }
  const name = plainLine(org.name || org.domain, 200) || 'Bank'
  // Identifies the bank by domain, because servers change names: two names at one domain are one bank.
  const id = org.id ?? (plainLine(org.domain, 200) || `${plainLine(org['sfin-url'], 200)} ${name}`)
  return { id, name, url: plainLine(org.url, 500) || null }
}
