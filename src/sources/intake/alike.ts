/** The part of its words that two names of one merchant share at least. */
const SHARED_MIN = 0.6

/** Whether two merchant keys (`budget/transactions/naming/merchant.ts`) name one merchant: the same words, or most of them. */
export function isAlike(one: string, other: string): boolean {
  if (one === other) return true
  const [words, others] = [new Set(one.split('-')), new Set(other.split('-'))]
  const shared = words.intersection(others).size
  return (2 * shared) / (words.size + others.size) >= SHARED_MIN
}
