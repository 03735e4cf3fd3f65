import { keywordOf } from './keywords.ts'
import { type Catalog, kindOf, type Meaning, type NamedCategory } from './meanings.ts'
import { meaningOfMerchantCode } from './merchant-codes.ts'
import { meaningOfProviderCode, type ProviderCategory } from './provider-codes.ts'
import type { Rule } from './rule.ts'

/** Why a transaction has its category, as it is stored and told. Where a person set it there is no reason but that. */
export type Why =
  /** `rule_id` is null where the rule has not come along from another instance. */
  | { readonly by: 'rule'; readonly rule_id: string | null; readonly text: string }
  /** The household filed its payment of that day at the same merchant so. */
  | { readonly by: 'choice'; readonly merchant: string; readonly booked_at: string }
  | {
      readonly by: 'provider'
      readonly taxonomy: string
      readonly code: string
      readonly meaning: Meaning
    }
  | { readonly by: 'merchant_code'; readonly code: string; readonly meaning: Meaning }
  /** A word of the payment's name says what it is about. */
  | { readonly by: 'keyword'; readonly word: string; readonly meaning: Meaning }

/** What a person has filed a payment at a merchant under. */
export type Choice = {
  readonly categoryId: string
  readonly merchant: string
  readonly bookedAt: string
}

/** What is known of a payment that looks for its category. */
export type Evidence = {
  /** The first of the household's rules that fits, and says a category. */
  readonly rule: Rule | null
  readonly choice: Choice | null
  readonly providerCategory: ProviderCategory | null
  readonly merchantCode: string | null
  /** The key of the merchant, whose words may say something. */
  readonly merchant: string
}

export type Chosen = { readonly category: NamedCategory; readonly why: Why }

/**
 * The category of a payment, by the first that has one to offer: the household's rules, what it chose for the merchant
 * before, what the provider says, the merchant's category code, a word of its name. Null: nobody knows.
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

/** What the provider says money was moved for, though the household may have no category for it. */
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
