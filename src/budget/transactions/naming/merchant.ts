import { cleanDescriptor } from './descriptor.ts'
import { withoutMonths } from './months.ts'

const LENGTH_MAX = 80

/**
 * The version of the rule that makes keys of names. Keys are stored with rows, so a change of the rule raises this: then
 * the keys of all households are made again (`sources/renaming/renew-names.ts`).
 */
export const NAMING_VERSION = 3

/** Returns the key by which spending at a merchant is grouped: its name as a slug. Never empty. */
export function merchantOf(concept: string): string {
  const known = keys.get(concept)
  if (known !== undefined) return known
  const key = slugOf(concept)
  if (keys.size === KEYS_MAX) keys.clear()
  keys.set(concept, key)
  return key
}

/** The keys of names that were seen lately: a statement has few names for its many rows. */
const keys = new Map<string, string>()
const KEYS_MAX = 2000

function slugOf(concept: string): string {
  const name = merchantKey(concept).replaceAll(' ', '-').slice(0, LENGTH_MAX)
  return name || concept.trim().toLowerCase().slice(0, LENGTH_MAX)
}

/**
 * Returns a key that is equal for all rows of one merchant: letters only, lower case, no accents. A month is not part of it,
 * because the payee of `Rent January` and `Rent February` is one.
 */
export function merchantKey(descriptor: string): string {
  return withoutMonths(wordsOf(cleanDescriptor(descriptor)))
    .map((word) => word.replaceAll(/[^\p{L}]+/gu, ' ').trim())
    .filter((word) => word !== '')
    .join(' ')
}

function wordsOf(name: string): string[] {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
}
