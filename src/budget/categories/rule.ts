import type { Cents } from '#/core/values/cents.ts'
import { fold } from '#/core/values/fold.ts'

/** A household's own rule: what a payment must be, and what it is then called and filed under. */
export type Rule = {
  readonly id: string
  /** `contains`: the name or the bank's own text has `text` in it; `is`: the name is `text`. */
  readonly match: 'contains' | 'is'
  readonly text: string
  readonly direction: 'in' | 'out' | null
  /** Bounds of the magnitude in cents, both inclusive. */
  readonly minAmount: Cents | null
  readonly maxAmount: Cents | null
  readonly accountId: string | null
  readonly categoryId: string | null
  /** What the payment is called from then on; null: as it was. */
  readonly concept: string | null
}

/** A payment as rules look at it. */
export type Payment = {
  readonly concept: string
  /** The bank's own text. */
  readonly descriptor: string
  readonly amount: Cents
  readonly accountId: string
}

/**
 * Finds the rules about a payment, in the household's order. Case, accents and punctuation do not matter. Made once for
 * many payments.
 */
export function findRules(rules: readonly Rule[]): (payment: Payment) => Rule[] {
  if (rules.length === 0) return () => []
  const folded = rules.map((rule) => ({ rule, text: fold(rule.text) }))
  return (payment) => {
    const concept = fold(payment.concept)
    const descriptor = fold(payment.descriptor)
    return folded
      .filter(({ rule }) => concerns(rule, payment))
      .filter(({ rule, text }) => {
        if (rule.match === 'is') return concept === text
        return concept.includes(text) || descriptor.includes(text)
      })
      .map(({ rule }) => rule)
  }
}

function concerns(rule: Rule, { amount, accountId }: Payment): boolean {
  if (rule.accountId !== null && rule.accountId !== accountId) return false
  if (rule.direction !== null && rule.direction !== (amount < 0 ? 'out' : 'in')) return false
  const size = Math.abs(amount)
  return size >= (rule.minAmount ?? 0) && size <= (rule.maxAmount ?? size)
}
