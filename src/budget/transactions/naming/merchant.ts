import { merchantKey } from './descriptor.ts'

const LENGTH_MAX = 80

/** Returns the key by which spending at a merchant is grouped: its name as a slug. Never empty. */
export function merchantOf(concept: string): string {
  const name = merchantKey(concept).replaceAll(' ', '-').slice(0, LENGTH_MAX)
  return name || concept.trim().toLowerCase().slice(0, LENGTH_MAX)
}
