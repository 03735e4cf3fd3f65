import { z } from 'zod'
import { guessKind } from '#/sources/simplefin/account-kind.ts'
import { plainLine } from '#/sources/provider/plain-text.ts'
import type { AccountKind, AccountRef, CatalogAccount } from '#/sources/provider/provider.ts'
import { isCurrencyCode } from '#/core/values/money.ts'
import { accountShape } from './answer.ts'

const kinds = ['depository', 'credit', 'loan', 'investment', 'wallet', 'other'] as const

const account = z.object({
  /** The account in this consent. */
  uid: z.string(),
  /** The account in every consent. */
  id: z.string(),
  name: z.string(),
  mask: z.string().nullable(),
  kind: z.enum(kinds),
  subtype: z.string().nullable(),
  currency: z.string(),
})
/** An account of a consent. Banks describe it once, when the consent is given. */
export type LoginAccount = z.output<typeof account>

const login = z.object({
  session: z.string(),
  bank: z.object({ name: z.string(), country: z.string() }),
  accounts: z.array(account),
})
/** A consent and its accounts: the secret of a connection. */
export type Login = z.output<typeof login>

export function writeLogin(given: Login): string {
  return JSON.stringify(given)
}

/** Throws TypeError unless `writeLogin` wrote the secret. */
export function readLogin(secret: string): Login {
  try {
    return login.parse(JSON.parse(secret))
  } catch {
    throw new TypeError('the stored secret is not a consent of Enable Banking')
  }
}

/** Reads an account as a bank lists it; null if it cannot be followed, because it has no id or the bank gives no access. */
export function readLoginAccount(sent: unknown, bank: string): LoginAccount | null {
  const { data } = accountShape.safeParse(sent)
  const uid = data?.uid ?? null
  if (!data || uid === null) return null
  const number = data.account_id?.iban ?? data.account_id?.other?.identification ?? ''
  const id = data.identification_hash ?? (number === '' ? uid : number)
  const currency = (data.currency ?? '').trim().toUpperCase()
  // Many banks write the name of the owner as the name of the account.
  const product = plainLine(data.product ?? data.details ?? '', 200)
  const name = product || plainLine(data.name ?? '', 200) || bank
  const digits = number.replaceAll(/[^0-9A-Za-z]/g, '')
  return {
    uid,
    id,
    name,
    mask: digits.length >= 4 ? digits.slice(-4) : null,
    ...kindOf(data.cash_account_type ?? '', name),
    currency: isCurrencyCode(currency) ? currency : 'XXX',
  }
}

export function refOf({ id }: Pick<LoginAccount, 'id'>): AccountRef {
  // A consent is one login at one bank, so the bank is left empty.
  return { institutionId: '', externalId: id }
}

type Balances = Pick<CatalogAccount, 'balance' | 'available' | 'balanceAt' | 'currency'>

/** Makes the catalog entry of an account. */
export function entryOf(login: Login, one: LoginAccount, balances: Balances): CatalogAccount {
  return {
    ref: refOf(one),
    institution: { id: '', name: login.bank.name, url: null },
    name: one.name,
    officialName: null,
    kind: one.kind,
    subtype: one.subtype,
    mask: one.mask,
    persistentId: one.id,
    ...balances,
  }
}

const byType = new Map<string, { kind: AccountKind; subtype: string }>([
  ['CACC', { kind: 'depository', subtype: 'checking' }],
  ['TRAN', { kind: 'depository', subtype: 'checking' }],
  ['CASH', { kind: 'depository', subtype: 'checking' }],
  ['SVGS', { kind: 'depository', subtype: 'savings' }],
  ['CARD', { kind: 'credit', subtype: 'credit_card' }],
  ['LOAN', { kind: 'loan', subtype: 'loan' }],
])

function kindOf(type: string, name: string): { kind: AccountKind; subtype: string | null } {
  return byType.get(type) ?? guessKind({ name, holds: false, balance: null })
}
