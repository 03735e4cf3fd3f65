import type { Cents } from '#/core/values/cents.ts'
import { fold } from '#/core/values/fold.ts'

/** A household's own rule: conditions for a payment, and the name, category and Expense that it gets. */
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
  /** The Expense that the payment is spent from; null: none, or one that is archived. */
  readonly expenseId: string | null
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

/** The rule that names the Expense of a payment. */
export type NamedExpense = { readonly id: string; readonly expenseId: string }

/**
 * Returns a function that finds the rule naming a payment's Expense: the first one in the household's order that fits
 * and names any. It takes stored payments, so a rule that renames also fits the name that it has given: an `is` rule
 * would not know its own payments again.
 */
export function findNamedExpense(
  rules: readonly Rule[],
): (payment: Payment) => NamedExpense | null {
  const naming = rules.filter(({ expenseId }) => expenseId !== null)
  const given = naming.flatMap((rule) =>
    rule.match === 'is' && rule.concept !== null ? [{ ...rule, text: rule.concept }] : [],
  )
  const find = findRules(naming)
  const findGiven = findRules(given)
  return (payment) => {
    const fitting = new Set([...find(payment), ...findGiven(payment)].map(({ id }) => id))
    const rule = naming.find(({ id }) => fitting.has(id))
    return rule?.expenseId ? { id: rule.id, expenseId: rule.expenseId } : null
  }
}

function isInScope(rule: Rule, { amount, accountId }: Payment): boolean {
  if (rule.accountId !== null && rule.accountId !== accountId) return false
  if (rule.direction !== null && rule.direction !== (amount < 0 ? 'out' : 'in')) return false
  const size = Math.abs(amount)
  return size >= (rule.minAmount ?? 0) && size <= (rule.maxAmount ?? size)
}
