import { fold } from '#/core/values/fold.ts'

/** The properties by which accounts of one bank are compared. */
export type Recognisable = {
  readonly institution: string
  readonly name: string
  readonly externalId: string
  readonly currency: string
  readonly type: string
  /** The last digits of its number. */
  readonly mask: string | null
  /** Last reported by the provider, in minor units; null when unknown. */
  readonly balance: number | null
  /** An id of the provider that survives a new login, if it has one. */
  readonly persistentId: string | null
  /** The account of the household, or null. */
  readonly accountId: string | null
  /** Accounts of the household that a person has ruled out. */
  readonly otherThan: readonly string[]
}

/** The day and amount of a booked row. */
export type Booked = { readonly bookedOn: string; readonly amount: number }

/** Booked rows that both must share at least. */
const OVERLAP_MIN = 3

/** Returns true when `other` may be the lost account `one`, judged without their rows. */
export function mayBeSame(one: Recognisable, other: Recognisable): boolean {
  if (one.accountId !== null && other.otherThan.includes(one.accountId)) return false
  if (fold(one.institution) !== fold(other.institution) || one.currency !== other.currency) {
    return false
  }
  if (one.persistentId !== null && other.persistentId !== null) {
    return one.persistentId === other.persistentId
  }
  const isNumbered = one.mask !== null && one.mask === other.mask
  return one.type === other.type && (isNumbered || one.externalId === other.externalId)
}

/**
 * Pairs lost accounts with found ones, each at most once, and only when neither has another candidate. Proof is the
 * persistent id of the provider, or three booked rows that both list; name and last digits are not enough.
 * `mayListLess`: a new login may list fewer than three rows at first, and counts when everything else agrees.
 */
export function recogniseAccounts<L extends Recognisable, F extends Recognisable>(
  lost: readonly L[],
  found: readonly F[],
  {
    bookedOf,
    mayListLess = false,
  }: {
    readonly bookedOf: (account: L | F) => readonly Booked[]
    readonly mayListLess?: boolean
  },
): ReadonlyMap<L, F> {
  const isSame = (one: L, other: F): boolean => {
    if (!mayBeSame(one, other)) return false
    if (one.persistentId !== null && one.persistentId === other.persistentId) return true
    const [before, listed] = [bookedOf(one), bookedOf(other)]
    if (overlap(before, listed) >= OVERLAP_MIN) return true
    return (
      mayListLess &&
      listed.length < OVERLAP_MIN &&
      agreesInEverything(one, other, { before, listed })
    )
  }
  const pairs = new Map<L, F>()
  for (const one of lost) {
    const [other, ...others] = found.filter((candidate) => isSame(one, candidate))
    if (!other || others.length > 0) continue
    const rivals = lost.filter((candidate) => isSame(candidate, other))
    if (rivals.length === 1) pairs.set(one, other)
  }
  return pairs
}

/**
 * Returns true when an account with few rows agrees with `one` in name, last digits, each row of the days that both
 * cover, and the balance, which may differ by the newer rows. With a balance of zero and no common row it returns
 * false.
 */
function agreesInEverything(
  one: Recognisable,
  other: Recognisable,
  { before, listed }: { readonly before: readonly Booked[]; readonly listed: readonly Booked[] },
): boolean {
  if (fold(one.name) !== fold(other.name) || one.mask === null || one.mask !== other.mask)
    return false
  if (one.balance === null || other.balance === null) return false
  const [first, last] = [firstDay(before), lastDay(before)]
  const since = firstDay(listed)
  if (first === null || last === null) return false
  // On the last day of the one and the first of the other, more may have been booked since.
  const rest = without(listed, before)
  if (rest.some(({ bookedOn }) => bookedOn >= first && bookedOn < last)) return false
  const missing = since === null ? [] : without(before, listed)
  if (missing.some(({ bookedOn }) => since !== null && bookedOn > since)) return false
  const later = rest.filter(({ bookedOn }) => bookedOn >= last)
  const moved = later.reduce((sum, { amount }) => sum + amount, 0)
  const shares = rest.length < listed.length || one.balance !== 0
  return shares && other.balance - one.balance === moved
}

function firstDay(rows: readonly Booked[]): string | null {
  return rows.reduce<string | null>(
    (first, { bookedOn }) => (first === null || bookedOn < first ? bookedOn : first),
    null,
  )
}

function lastDay(rows: readonly Booked[]): string | null {
  return rows.reduce<string | null>(
    (last, { bookedOn }) => (last === null || bookedOn > last ? bookedOn : last),
    null,
  )
}

/** Returns the rows that are not among others, counting equal rows. */
function without(rows: readonly Booked[], others: readonly Booked[]): readonly Booked[] {
  const left = countRows(others)
  return rows.filter((row) => {
    const count = left.get(keyOf(row)) ?? 0
    left.set(keyOf(row), count - 1)
    return count <= 0
  })
}

/** Counts the rows that agree on day and amount; a repeated row counts as often as both sides list it. */
function overlap(one: readonly Booked[], other: readonly Booked[]): number {
  return other.length - without(other, one).length
}

function countRows(rows: readonly Booked[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1)
  return counts
}

function keyOf({ bookedOn, amount }: Booked): string {
  return `${bookedOn} ${amount}`
}
