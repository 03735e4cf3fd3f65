import type { Outbound } from '#/platform/outbound/outbound.ts'
import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'

// Every source answers with a `Batch`, so `intake` stores payments without knowing whom they come from. `banks` still chooses
// by provider how to connect, when to ask and how to plan an import.

export type ProviderKey = 'provider_a' | 'provider_b' | 'provider_c' | 'wallet' | 'file'

/** A provider's account. Its id is unique only within an institution (at `provider_a`: a login at a bank). */
export type AccountRef = { readonly institutionId: string; readonly externalId: string }

/** Returns one string per account, for maps and database keys. Cached, because thousands of rows share a reference. */
export function accountKey(ref: AccountRef): string {
  const known = keys.get(ref)
  if (known !== undefined) return known
  const key = JSON.stringify([ref.institutionId, ref.externalId])
  keys.set(ref, key)
  return key
}

const keys = new WeakMap<AccountRef, string>()

export type AccountKind = 'depository' | 'credit' | 'loan' | 'investment' | 'wallet' | 'other'

export type CatalogAccount = {
  ref: AccountRef
  institution: { id: string; name: string; url: string | null }
  name: string
  officialName: string | null
  kind: AccountKind
  subtype: string | null
  /** Three capital letters; `XXX` (ISO 4217: no currency) for points, miles and other units that are not money. */
  currency: string
  /** The last digits of the account number, if known. */
  mask: string | null
  persistentId: string | null
  /** Cents, from the owner's side: negative is owed. Null if missing or unreadable. */
  balance: Cents | null
  available: Cents | null
  balanceAt: Temporal.Instant | null
}

export type ProviderTransaction = {
  account: AccountRef
  externalId: string
  status: 'pending' | 'booked'
  /** Cents, negative for spending. */
  amount: Cents
  currency: string
  /** The bank's booking day; for a pending transaction the best known day. */
  bookedOn: Day
  occurredOn: Day | null
  /** Null unless the provider gave a true time of day. */
  occurredAt: Temporal.Instant | null
  rawDescription: string
  merchant: string | null
  memo: string | null
  mcc: string | null
  providerCategory: { taxonomy: string; code: string; confidence: string | null } | null
  /** The pending transaction that this one replaces, if the provider links them. */
  replacesExternalId: string | null
}

/** Describes how completely a batch covers one account, even if it lists no transaction of it. */
export type AccountCoverage = {
  account: AccountRef
  /** Every transaction of these days is listed. `from` after `to` means no whole day. */
  from: Day
  to: Day
  /** False: something is missing, so no watermark advances, and a missing row does not mean that it is gone. */
  complete: boolean
  /** True: a pending transaction that is not listed is gone. */
  includesPending: boolean
  /** The time when the provider last heard from the bank; distinguishes new data from a repeated answer. */
  snapshotAt: Temporal.Instant | null
  /** Transactions of this account in the batch. */
  listed: number
}

export type IssueKind =
  | 'reauth'
  | 'payment'
  | 'revoked'
  | 'retry'
  | 'incomplete'
  | 'quota'
  | 'notice'

/** A problem that the provider reported. `message` is plain text for people. */
export type Issue = {
  scope: 'connection' | 'institution' | 'account' | 'request'
  kind: IssueKind
  message: string
  institutionId: string | null
  account: AccountRef | null
  retryAfterSeconds: number | null
}

/** A row that could not be read. The rest of the answer is still used. */
export type DroppedRow = {
  what: 'account' | 'transaction'
  account: AccountRef | null
  externalId: string | null
  /** A sentence for the log and the sync report. It never contains text of the row. */
  reason: string
}

/**
 * Rows that can be iterated repeatedly: an array, or packed rows that are unpacked on the way. There may be half a
 * million, so iterate in turns (`take-turns.ts`).
 */
export type Rows = Iterable<ProviderTransaction>

export type Batch = {
  /** `window`: all rows of some days. `delta`: changes since a cursor. `push`: rows that a device or a file sent. */
  mode: 'window' | 'delta' | 'push'
  upserts: Rows
  /** Delta and push only. */
  removed: { account: AccountRef | null; externalId: string }[]
  /** Rows that are stored and that the provider lists under other ids now. */
  renamed?: { account: AccountRef; from: string; to: string }[]
  accounts: CatalogAccount[]
  coverage: AccountCoverage[]
  fromCursor: string | null
  toCursor: string | null
  /** Delta only; in window mode each account's windows show it. */
  history: 'not_ready' | 'partial' | 'complete' | null
  issues: Issue[]
  dropped: DroppedRow[]
}

export type Discovery = { accounts: CatalogAccount[]; issues: Issue[]; dropped: DroppedRow[] }

export type RequestPurpose = 'discover' | 'regular' | 'first_import'

/** The parts of the runtime that a connector needs for one import. */
export type Io = {
  outbound: Outbound
  now: () => Temporal.Instant
  /** The household's IANA time zone. It determines the day of a true time. */
  zone: string
  /**
   * Counts a request against the provider's quota. Called once before the request, so that a crash still counts it.
   * Throws ProviderFailure `quota`.
   */
  spend: (purpose: RequestPurpose) => Promise<void>
  signal?: AbortSignal
}

/**
 * A provider that we query. `Ask` is one request in the provider's terms, made by the pure planner beside the connector.
 * `secret` is stored encrypted with the connection; it must never reach a log or a message.
 */
export type Connector<Ask> = {
  key: ProviderKey
  /** Exchanges the pasted token for a secret. Store the secret first: the exchange works only once. */
  connect(pasted: string, io: Io): Promise<{ secret: string }>
  /** Lists the accounts with balances. `known` keeps references stable when the provider renames banks. */
  discover(secret: string, known: readonly AccountRef[], io: Io): Promise<Discovery>
  /** Sends all asks and combines the answers into one batch. */
  fetch(secret: string, asks: readonly Ask[], io: Io): Promise<Batch>
  disconnect(secret: string, io: Io): Promise<void>
}

export type ProviderFailureKind =
  | 'quota'
  | 'reauth'
  | 'payment'
  | 'revoked'
  | 'unavailable'
  | 'nonsense'
  | 'refused'

/**
 * A request to a provider failed. `quota`: wait. `reauth`: the person must connect again. `payment`: the person must pay
 * the provider. `revoked`: access was revoked. `unavailable`: try later. `nonsense`: the answer does not follow the
 * protocol. `refused`: we refuse the address or the token. `message` may be shown to people and holds no secret.
 */
export class ProviderFailure extends Error {
  readonly kind: ProviderFailureKind
  readonly retryAfterSeconds: number | null

  constructor(kind: ProviderFailureKind, message: string, retryAfterSeconds: number | null = null) {
    super(message)
    this.name = 'ProviderFailure'
    this.kind = kind
    this.retryAfterSeconds = retryAfterSeconds
  }
}
