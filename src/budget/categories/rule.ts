import type { Cents } from '#/core/values/cents.ts'
import { fold } from '#/core/values/fold.ts'

/** A household's own rule: conditions for a payment, and the name and category that it gets. */
export type Rule = {
  readonly id: string
  /** `contains`: the name or the bank's own text contains `text`; `is`: the name equals `text`. */
  readonly match: 'contains' | 'is'
  readonly text: string
  readonly direction: 'in' | 'out' | null
  /** Inclusive bounds of the absolute amount, in cents. */
  readonly minAmount: Cents | null
  readonly maxAmount: Cents | null
  readonly accountId: string | null
  readonly categoryId: string | null
  /** The payment's new name; null: unchanged. */
  readonly concept: string | null
}

/** The fields of a payment that rules match. */
export type Payment = {
  readonly concept: string
  /** The bank's own text. */
  readonly descriptor: string
  readonly amount: Cents
  readonly accountId: string
}

/**
 * Returns a function that finds the rules matching a payment, in the household's order; make it once for many payments.
 * Case, accents and punctuation do not matter.
 */
export function findRules(rules: readonly Rule[]): (payment: Payment) => Rule[] {
  if (rules.length === 0) return () => []
  const folded = rules.map((rule) => ({ rule, text: fold(rule.text) }))
  return (payment) => {
    const concept = fold(payment.concept)
    const descriptor = fold(payment.descriptor)
    return folded
      .filter(({ rule }) => isInScope(rule, payment))
      .filter(({ rule, text }) => {
        if (rule.match === 'is') return concept === text
        return concept.includes(text) || descriptor.includes(text)
      })
      .map(({ rule }) => rule)
  }
}

function isInScope(rule: Rule, { amount, accountId }: Payment): boolean {
  if (rule.accountId !== null && rule.accountId !== accountId) return false
  if (rule.direction !== null && rule.direction !== (amount < 0 ? 'out' : 'in')) return false
  const size = Math.abs(amount)
  return size >= (rule.minAmount ?? 0) && size <= (rule.maxAmount ?? size)
}
