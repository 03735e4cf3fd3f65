import type { Choice, Evidence, KnownBrand } from '#/budget/categories/choose.ts'
import type { ProviderCategory } from '#/budget/categories/provider-codes.ts'
import type { Rule } from '#/budget/categories/rule.ts'
import { findBrand } from '#/budget/transactions/naming/brands.ts'
import { isCardBill, isPaymentReceived } from '#/budget/transactions/naming/transfer-words.ts'
import type { Cents } from '#/core/values/cents.ts'
import { brandMeanings } from './brand-meanings.ts'

/** An imported payment. `amount` in cents. */
export type Uncategorised = {
  readonly accountId: string
  readonly concept: string
  /** The key of the concept, as `merchantOf` makes it. */
  readonly merchant: string
  /** The bank's own text. */
  readonly descriptor: string
  readonly amount: Cents
  readonly mcc: string | null
  readonly providerCategory: ProviderCategory | null
}

type Known = {
  readonly rule: Rule | null
  readonly choice: Choice | null
  /** Its account is a credit card. */
  readonly isCard: boolean
  readonly brandOf: (words: string) => KnownBrand | null
}

/** Gathers the facts by which a payment's category is chosen. Costly ones are looked up when they are asked for. */
export function evidenceOf(payment: Uncategorised, known: Known): Evidence {
  const { mcc: merchantCode, providerCategory, concept, descriptor, amount } = payment
  const { rule, choice, isCard, brandOf } = known
  return {
    rule,
    choice,
    merchantCode,
    providerCategory,
    isOut: amount < 0,
    concept,
    descriptor,
    // The name is made of the text, so a brand in the text is in the name.
    brand: () => brandOf(concept),
    isCardPayment: () => isCardPayment(payment, isCard),
  }
}

/** Finds the brand that a text begins with, and what its kind is for. */
export function knownBrand(words: string): KnownBrand | null {
  const brand = findBrand(words)
  if (brand === null) return null
  // The shop of a petrol station sells petrol above all.
  const isStation =
    brand.kind === 'convenience' && findBrand(brand.name.split(' ')[0]!)?.kind === 'fuel'
  return { ...brand, meaning: isStation ? 'fuel' : brandMeanings[brand.kind] }
}

/** Finds texts that may speak of a card, quickly: most do not, and `isCardBill` asks many patterns. */
const mayNameCard =
  /card|crd|cc|amex|express|discover|capital|citi|synchrony|credit|tarjeta|visa|kredit|carte|diff|carta|cart[aã]o|fatura/i

/** Tells if a payment pays the bill of a credit card: on the card itself, money that arrives and is not a refund. */
export function isCardPayment(payment: Uncategorised, isCard: boolean): boolean {
  if (payment.amount >= 0 && !isCard) return false
  const text = `${payment.concept} ${payment.descriptor}`
  if (payment.amount < 0) return !isCard && mayNameCard.test(text) && isCardBill(text)
  return isCard && isPaymentReceived(text)
}
