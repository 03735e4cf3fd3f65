import type { Outbound } from '#/platform/outbound/outbound.ts'
import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'

// Every source answers with a `Batch`, so `intake` stores payments without knowing whom they come from. `banks` still chooses
// by provider how to connect, when to ask and how to plan an import.

export type ProviderKey = 'provider_a' | 'provider_b' | 'wallet' | 'file'

/** A provider's account. Its id is unique only inside an institution (at `provider_a`: a login at a bank). */
export type AccountRef = { readonly institutionId: string; readonly externalId: string }

/** One string per account, for maps and database keys. Written once a reference: thousands of rows share one. */
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
  /** Three capital letters; `XXX` (ISO 4217: no currency) for points, miles and whatever else is not money. */
  currency: string
  /** The last digits of the number, where they can be told. */
  mask: string | null
  persistentId: string | null
  /** From the owner's side: negative is owed. Null where the provider did not say or what it said is unreadable. */
  balance: Cents | null
  available: Cents | null
  balanceAt: Temporal.Instant | null
}

export type ProviderTransaction = {
  account: AccountRef
  externalId: string
  status: 'pending' | 'booked'
  /** Negative for spending. */
  amount: Cents
  currency: string
  /** The bank's booking day; of a pending transaction the best day known. */
  bookedOn: Day
  occurredOn: Day | null
  /** Only where the provider gave a true time of day. */
  occurredAt: Temporal.Instant | null
  rawDescription: string
  merchant: string | null
  memo: string | null
  mcc: string | null
  providerCategory: { taxonomy: string; code: string; confidence: string | null } | null
  /** The pending transaction that this one replaces, where the provider links them. */
  replacesExternalId: string | null
}

/** What a batch says about one account, also where it lists no transaction of it. */
export type AccountCoverage = {
  account: AccountRef
  /** Every transaction of these days is listed. `from` later than `to`: no whole day. */
  from: Day
  to: Day
  /** False: something is missing, so no watermark may advance and no absence means anything. */
  complete: boolean
  /** True: a pending transaction that is not listed is gone. */
  includesPending: boolean
  /** When the provider last heard from the bank; tells new data from a repeat. */
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

/** Something the provider said went wrong. `message` is plain text without markup, for people. */
export type Issue = {
  scope: 'connection' | 'institution' | 'account' | 'request'
  kind: IssueKind
  message: string
  institutionId: string | null
  account: AccountRef | null
  retryAfterSeconds: number | null
}

/** A row that could not be read. The rest of the answer counts. */
export type DroppedRow = {
  what: 'account' | 'transaction'
  account: AccountRef | null
  externalId: string | null
  /** A sentence for the log and the sync report; it never repeats the row's own text. */
  reason: string
}

/**
 * Rows to be gone through, as often as needed; an array, or what unpacks them on the way. There may be half a million, so
 * whoever goes through them lets others have their turn (`take-turns.ts`).
 */
export type Rows = Iterable<ProviderTransaction>

export type Batch = {
  /** `window`: all of some days. `delta`: changes since a cursor. `push`: what a device or a file brought. */
  mode: 'window' | 'delta' | 'push'
  upserts: Rows
  /** Delta and push only. */
  removed: { account: AccountRef | null; externalId: string }[]
  accounts: CatalogAccount[]
  coverage: AccountCoverage[]
  fromCursor: string | null
  toCursor: string | null
  /** Delta only; in window mode each account's windows say it. */
  history: 'not_ready' | 'partial' | 'complete' | null
  issues: Issue[]
  dropped: DroppedRow[]
}

export type Discovery = { accounts: CatalogAccount[]; issues: Issue[]; dropped: DroppedRow[] }

export type RequestPurpose = 'discover' | 'regular' | 'first_import'

/** What a connector needs of the runtime for one run. */
export type Io = {
  outbound: Outbound
  now: () => Temporal.Instant
  /** The household's IANA time zone, which decides the day of a true time. */
  zone: string
  /**
   * Called once before every request that counts against the provider's quota, so that a crash still counts it. May
   * refuse by throwing ProviderFailure `quota`.
   */
  spend: (purpose: RequestPurpose) => Promise<void>
  signal?: AbortSignal
}

/**
 * A source that is asked. `Ask` is one request in its own terms, made by a pure planner beside the connector.
 * `secret` is what the connection stores encrypted; it must never reach a log or a message.
 */
export type Connector<Ask> = {
  key: ProviderKey
  /** Exchanges what the person pasted. The result must be stored before anything else is done: it comes only once. */
  connect(pasted: string, io: Io): Promise<{ secret: string }>
  /** The catalog with balances. `known` keeps references stable where the provider changes how it names banks. */
  discover(secret: string, known: readonly AccountRef[], io: Io): Promise<Discovery>
  /** One unit of update: what all the asks answer, taken together. */
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
 * A provider gave nothing. `quota`: wait. `reauth`: the person must connect again. `payment`: the person must pay the
 * provider. `revoked`: access was taken back. `unavailable`: try later. `nonsense`: it answered, but not with what it
 * promised. `refused`: we refuse the address or the token. `message` may be shown to people and holds no secret.
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
