import { plainLine } from '#/sources/provider/plain-text.ts'
import type {
  AccountKind,
  AccountRef,
  CatalogAccount,
  DroppedRow,
  ProviderTransaction,
} from '#/sources/provider/provider.ts'
import type { Cents } from '#/core/values/cents.ts'
import { toDay } from '#/core/values/day.ts'
import { currencyDigits, isCurrencyCode, parseMoney } from '#/core/values/money.ts'
import { accountShape, namedShape, type SentAccount, transactionShape } from './answer.ts'

export type Institution = CatalogAccount['institution']

/** Creates the reference of an account. An Item is one login at one bank, so the bank is left empty. */
export function refOf(accountId: string): AccountRef {
  return { institutionId: '', externalId: accountId }
}

/** Reads an account as a catalog entry, or says why it is dropped. `at`: when Plaid was asked. */
export function readAccount(
  sent: unknown,
  { institution, at }: { readonly institution: Institution; readonly at: Temporal.Instant },
): CatalogAccount | { dropped: DroppedRow } {
  const read = accountShape.safeParse(sent)
  if (!read.success) {
    const reason = 'The account has no usable id.'
    return { dropped: { what: 'account', account: null, externalId: null, reason } }
  }
  const { data } = read
  const currency = currencyOf(data.balances)
  const kind = kindOf(data)
  // Plaid reports debts on cards and loans as positive numbers.
  const isOwed = kind === 'credit' || kind === 'loan'
  const balance = moneyOf(data.balances.current, currency)
  return {
    ref: refOf(data.account_id),
    institution: { ...institution, id: '' },
    name: plainLine(data.name ?? '', 200) || institution.name,
    officialName: plainLine(data.official_name ?? '', 200) || null,
    kind,
    subtype: subtypeOf(data, kind),
    currency,
    mask: plainLine(data.mask ?? '', 20) || null,
    persistentId: data.persistent_account_id ?? null,
    balance: isOwed && balance !== null ? 0 - balance : balance,
    available: moneyOf(data.balances.available, currency),
    balanceAt: at,
  }
}

/**
 * Reads a row as a transaction, or says why it is dropped. Days are plain dates, as customers of the bank see them.
 * `refs` caches references by account, so that all rows of an account share one.
 */
export function readTransaction(
  sent: unknown,
  refs: Map<string, AccountRef>,
): ProviderTransaction | { dropped: DroppedRow } {
  const read = transactionShape.safeParse(sent)
  if (!read.success) {
    const fields = new Set(read.error.issues.map((issue) => String(issue.path[0] ?? 'row')))
    const reason = `The transaction has no usable ${[...fields].join(', ')}.`
    const named = namedShape.safeParse(sent)
    const externalId = named.success ? named.data.transaction_id : null
    return { dropped: { what: 'transaction', account: null, externalId, reason } }
  }
  const { data } = read
  const account = refs.get(data.account_id) ?? refOf(data.account_id)
  refs.set(data.account_id, account)
  const currency = currencyOf(data)
  const out = moneyOf(data.amount, currency)
  if (out === null) {
    const reason = 'The amount is not a number.'
    return {
      dropped: { what: 'transaction', account, externalId: data.transaction_id, reason },
    }
  }
  const name = plainLine(data.name ?? '', 500)
  const description = plainLine(data.original_description ?? '', 500) || name
  const category = data.personal_finance_category
  return {
    account,
    externalId: data.transaction_id,
    status: data.pending ? 'pending' : 'booked',
    // Plaid's positive amounts are money out.
    amount: 0 - out,
    currency,
    bookedOn: toDay(data.date),
    occurredOn: data.authorized_date ? toDay(data.authorized_date) : null,
    occurredAt: null,
    rawDescription: description || 'Transaction',
    merchant: plainLine(data.merchant_name ?? '', 200) || null,
    memo: null,
    mcc: /^\d{4}$/.test(data.merchant_category_code ?? '') ? data.merchant_category_code! : null,
    providerCategory: category
      ? {
          taxonomy: 'plaid_v2',
          code: category.detailed || category.primary,
          confidence: category.confidence_level ?? null,
        }
      : null,
    replacesExternalId: data.pending_transaction_id ?? null,
  }
}

/** Returns XXX for points and crypto, which have codes of Plaid only and are not money. */
function currencyOf(sent: { readonly iso_currency_code?: string | null | undefined }): string {
  const code = (sent.iso_currency_code ?? '').trim().toUpperCase()
  return isCurrencyCode(code) ? code : 'XXX'
}

function moneyOf(text: string | null | undefined, currency: string): Cents | null {
  const amount = parseMoney(text ?? '', currencyDigits(currency))
  return typeof amount === 'number' ? amount : null
}

const kinds = new Map<string, AccountKind>([
  ['depository', 'depository'],
  ['credit', 'credit'],
  ['loan', 'loan'],
  ['investment', 'investment'],
  ['brokerage', 'investment'],
])

function kindOf({ type }: SentAccount): AccountKind {
  return kinds.get(type) ?? 'other'
}

function subtypeOf({ subtype }: SentAccount, kind: AccountKind): string | null {
  const name = plainLine(subtype ?? '', 60)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
  if (name === '') return null
  return kind === 'credit' && name === 'credit_card' ? 'credit_card' : name
}
