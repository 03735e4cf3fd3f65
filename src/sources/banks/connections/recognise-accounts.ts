import { fold } from '#/core/values/fold.ts'

/** An account as far as it can be told from others at its bank. */
export type Recognisable = {
  readonly institution: string
  readonly name: string
  readonly externalId: string
  readonly currency: string
  readonly type: string
  /** The last digits of its number. */
  readonly mask: string | null
  /** As the provider told it last, in minor units; null where it did not. */
  readonly balance: number | null
  /** What the provider calls it whatever its ids, where it has such a word. */
  readonly persistentId: string | null
  /** The household's own account that it is; null while it is none. */
  readonly accountId: string | null
  /** Accounts of the household that it is not, as a person has said. */
  readonly otherThan: readonly string[]
}

/** A row as far as two accounts can agree on it: its day and amount. */
export type Booked = { readonly bookedOn: string; readonly amount: number }

/** Booked rows that two tellings of one account share at least. */
const OVERLAP_MIN = 3

/** Whether an account may be `one` that is no longer listed, as far as can be told without their rows. */
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
 * Which accounts have come back under another id, each of them once: only one of the new ones can be it, and it can be
 * only one of those that are gone. A name is no proof, and neither are the last digits; the provider's own lasting id is,
 * and so are three rows that both list. `mayListLess`: a new login may list hardly any rows at first, and is believed where
 * everything else agrees as well.
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
    return mayListLess && listed.length < OVERLAP_MIN && agreesInAll(one, other, { before, listed })
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
 * Whether an account that lists hardly any rows agrees with `one` in everything that is known of both: name, last digits, each row
 * of the days that both cover, and the balance, which may have moved by the rows that came since. An empty account without
 * a row in common proves nothing.
 */
function agreesInAll(
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
  // More may have been booked on the last day of the one, and on the first of the other.
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

/** The rows that are not among others, equal ones counted. */
function without(rows: readonly Booked[], others: readonly Booked[]): readonly Booked[] {
  const left = countRows(others)
  return rows.filter((row) => {
    const count = left.get(keyOf(row)) ?? 0
    left.set(keyOf(row), count - 1)
    return count <= 0
  })
}

/** How many rows agree on day and amount; two equal ones count twice only where there are two on both sides. */
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
