import { keywordOf } from './keywords.ts'
import { type Catalog, kindOf, type Meaning, type NamedCategory } from './meanings.ts'
import { meaningOfMerchantCode } from './merchant-codes.ts'
import { meaningOfProviderCode, type ProviderCategory } from './provider-codes.ts'
import type { Rule } from './rule.ts'

/** The reason for a transaction's category, as it is stored and shown; none is stored if a person chose it. */
export type Why =
  /** `rule_id` is null if the rule was not imported with the household document. */
  | { readonly by: 'rule'; readonly rule_id: string | null; readonly text: string }
  /** The household filed its payment of that day to the same merchant under this category. */
  | { readonly by: 'choice'; readonly merchant: string; readonly booked_at: string }
  | {
      readonly by: 'provider'
      readonly taxonomy: string
      readonly code: string
      readonly meaning: Meaning
    }
  | { readonly by: 'merchant_code'; readonly code: string; readonly meaning: Meaning }
  /** A word of the payment's name has this meaning. */
  | { readonly by: 'keyword'; readonly word: string; readonly meaning: Meaning }

/** The category that a person chose for an earlier payment to the merchant. */
export type Choice = {
  readonly categoryId: string
  readonly merchant: string
  readonly bookedAt: string
}

/** Facts about a payment that may decide its category. */
export type Evidence = {
  /** The household's first matching rule with a category. */
  readonly rule: Rule | null
  readonly choice: Choice | null
  readonly providerCategory: ProviderCategory | null
  readonly merchantCode: string | null
  /** The merchant's key, whose words may be keywords. */
  readonly merchant: string
}

export type Chosen = { readonly category: NamedCategory; readonly why: Why }

/**
 * Chooses a payment's category by the first source that offers one: the household's rules, its earlier choice for the
 * merchant, the provider, the merchant's category code, a word of the name. Null if none does.
 */
export function chooseCategory(evidence: Evidence, catalog: Catalog): Chosen | null {
  return (
    byRule(evidence, catalog) ??
    byChoice(evidence, catalog) ??
    byProvider(evidence, catalog) ??
    byMerchantCode(evidence, catalog) ??
    byKeyword(evidence, catalog)
  )
}

/** Tells if the provider reports a transfer, even if the household has no category for it. */
export function isTransfer({ providerCategory }: Pick<Evidence, 'providerCategory'>): boolean {
  const meaning = providerCategory && meaningOfProviderCode(providerCategory)
  return meaning !== null && kindOf(meaning) === 'transfer'
}

type Offer = (evidence: Evidence, catalog: Catalog) => Chosen | null

const byRule: Offer = ({ rule }, catalog) => {
  const category = rule?.categoryId ? catalog.find(rule.categoryId) : null
  if (!rule || !category) return null
  return { category, why: { by: 'rule', rule_id: rule.id, text: rule.text } }
}

const byChoice: Offer = ({ choice }, catalog) => {
  const category = choice && catalog.find(choice.categoryId)
  if (!choice || !category) return null
  const { merchant, bookedAt } = choice
  return { category, why: { by: 'choice', merchant, booked_at: bookedAt } }
}

const byProvider: Offer = ({ providerCategory }, catalog) => {
  const meaning = providerCategory && meaningOfProviderCode(providerCategory)
  const category = meaning && catalog.about(meaning)
  if (!providerCategory || !meaning || !category) return null
  const { taxonomy, code } = providerCategory
  return { category, why: { by: 'provider', taxonomy, code, meaning } }
}

const byMerchantCode: Offer = ({ merchantCode }, catalog) => {
  const meaning = merchantCode === null ? null : meaningOfMerchantCode(merchantCode)
  const category = meaning && catalog.about(meaning)
  if (merchantCode === null || !meaning || !category) return null
  return { category, why: { by: 'merchant_code', code: merchantCode, meaning } }
}

const byKeyword: Offer = ({ merchant }, catalog) => {
  const keyword = keywordOf(merchant)
  const category = keyword && catalog.about(keyword.meaning)
  return keyword && category ? { category, why: { by: 'keyword', ...keyword } } : null
}
