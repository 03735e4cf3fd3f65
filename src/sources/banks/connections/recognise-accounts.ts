import { fold } from '#/core/values/fold.ts'

/** An account as far as it can be told from others at its bank. */
export type Recognisable = {
  readonly institution: string
  readonly externalId: string
  readonly currency: string
  readonly type: string
  /** The last digits of its number. */
  readonly mask: string | null
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
 * and so are rows that both tell of.
 */
export function recogniseAccounts<L extends Recognisable, F extends Recognisable>(
  lost: readonly L[],
  found: readonly F[],
  bookedOf: (account: L | F) => readonly Booked[],
): ReadonlyMap<L, F> {
  const isSame = (one: L, other: F): boolean => {
    if (!mayBeSame(one, other)) return false
    if (one.persistentId !== null && one.persistentId === other.persistentId) return true
    return overlap(bookedOf(one), bookedOf(other)) >= OVERLAP_MIN
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

/** How many rows agree on day and amount; two equal ones count twice only where there are two on both sides. */
function overlap(one: readonly Booked[], other: readonly Booked[]): number {
  const keyOf = ({ bookedOn, amount }: Booked) => `${bookedOn} ${amount}`
  const left = new Map<string, number>()
  for (const row of one) left.set(keyOf(row), (left.get(keyOf(row)) ?? 0) + 1)
  let shared = 0
  for (const row of other) {
    const count = left.get(keyOf(row)) ?? 0
    if (count === 0) continue
    left.set(keyOf(row), count - 1)
    shared += 1
  }
  return shared
}
