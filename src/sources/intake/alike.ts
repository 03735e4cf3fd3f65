/** The least share of common words in two names of one merchant (Dice coefficient). */
const SHARED_MIN = 0.6

/** Returns true if two merchant keys (`budget/transactions/naming/merchant.ts`) share all or most of their words. */
export function isAlike(one: string, other: string): boolean {
  if (one === other) return true
  const [words, others] = [new Set(one.split('-')), new Set(other.split('-'))]
  const shared = words.intersection(others).size
  return (2 * shared) / (words.size + others.size) >= SHARED_MIN
}
