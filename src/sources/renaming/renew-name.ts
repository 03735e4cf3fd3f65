import { cleanDescriptor } from '#/budget/transactions/naming/descriptor.ts'
import { merchantOf } from '#/budget/transactions/naming/merchant.ts'
import { brandWords } from '#/budget/transactions/naming/brand-words.ts'

export type Named = {
  readonly concept: string
  /** The bank's own text, if it is not the name. */
  readonly original: string | null
  /** Earmark has named it after the bank's text: no person, and no rule of the household. */
  readonly isOurs: boolean
}

/**
 * Names a stored payment by the present rule. A name of Earmark changes only if that leaves words out of it: any other
 * change would overrule a name that a provider has given.
 */
export function renewName({ concept, original, isOurs }: Named) {
  const raw = original ?? concept
  const name = isOurs ? cleanDescriptor(raw) : concept
  const isRenamed = name !== concept && isWithin(name, concept)
  const renamed = isRenamed ? name : concept
  return {
    concept: renamed,
    original: isRenamed ? raw : original,
    merchant: merchantOf(renamed),
  }
}

/** Says if every word of one text is in the other, and not all of the other's. */
function isWithin(one: string, other: string): boolean {
  const words = new Set(brandWords(other))
  const kept = new Set(brandWords(one))
  return kept.size > 0 && kept.size < words.size && [...kept].every((word) => words.has(word))
}
