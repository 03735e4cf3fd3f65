import { meaningOfFileCategory } from './file-categories.ts'
import { bankWordOf, isRefund, type Keyword, keywordOf } from './keywords.ts'
import { type Catalog, kindOf, type Meaning, type NamedCategory } from './meanings.ts'
import { meaningOfMerchantCode } from './merchant-codes.ts'
import { meaningOfProviderCode, type ProviderCategory } from './provider-codes.ts'
import type { Rule } from './rule.ts'
import { plainWords } from '#/budget/categories/words/plain-words.ts'

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
  /** The file that was imported names this category. */
  | { readonly by: 'file'; readonly category: string }
  | { readonly by: 'merchant_code'; readonly code: string; readonly meaning: Meaning }
  /** The payment goes to a brand of this kind. */
  | {
      readonly by: 'brand'
      readonly brand: string
      readonly kind: string
      readonly meaning: Meaning
    }
  /** A word of the payment's text has this meaning. */
  | { readonly by: 'keyword'; readonly word: string; readonly meaning: Meaning }

/** The category that a person chose for an earlier payment to the merchant. */
export type Choice = {
  readonly categoryId: string
  readonly merchant: string
  readonly bookedAt: string
}

/** A brand that a payment goes to. */
export type KnownBrand = {
  readonly name: string
  readonly kind: string
  /** Null: the kind does not say what the money is for, as with banks. */
  readonly meaning: Meaning | null
}

/** Facts about a payment that may decide its category. */
export type Evidence = {
  /** The household's first matching rule with a category. */
  readonly rule: Rule | null
  readonly choice: Choice | null
  readonly providerCategory: ProviderCategory | null
  readonly merchantCode: string | null
  readonly isOut: boolean
  /** The name that people see, before a rule changes it. */
  readonly concept: string
  /** The bank's own text. */
  readonly descriptor: string
  /** Asked only if nothing better decides, as every function here. */
  readonly brand: () => KnownBrand | null
  /** Tells if the payment pays the bill of a credit card, seen from either side. */
  readonly isCardPayment: () => boolean
}

export type Chosen = { readonly category: NamedCategory; readonly why: Why }

/**
 * Chooses a payment's category by the first source that offers one: the household's rules, its earlier choice for the
 * merchant, the provider or the file, the merchant's category code, the brand's kind, a word of the text. Null if none does.
 */
export function chooseCategory(evidence: Evidence, catalog: Catalog): Chosen | null {
  return (
    byRule(evidence, catalog) ??
    byChoice(evidence, catalog) ??
    byFile(evidence, catalog) ??
    byProvider(evidence, catalog) ??
    byMerchantCode(evidence, catalog) ??
    byText(evidence, catalog)
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

/** A file names its categories in words of its own, or in those of the household. */
const byFile: Offer = ({ providerCategory, isOut }, catalog) => {
  if (providerCategory?.taxonomy !== 'file') return null
  const { code } = providerCategory
  const meaning = meaningOfFileCategory(code, isOut)
  const category = catalog.named(code, isOut) ?? (meaning && catalog.about(meaning))
  return category ? { category, why: { by: 'file', category: code.slice(0, 200) } } : null
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

/** Reads the payment's own text: words of the banks, then the brand, then other words. */
const byText: Offer = (evidence, catalog) => {
  const { concept, isOut } = evidence
  if (evidence.isCardPayment()) {
    return about({ word: concept.slice(0, WORD_MAX), meaning: 'card_payment' }, catalog)
  }
  const words = wordsOf(evidence)
  if (isOut) {
    // Cash from a machine in a shop is not a purchase there, and neither is the fee for a card.
    const bank = bankWordOf(words.all)
    if (bank) return about(bank, catalog)
    return byBrand(evidence, words, catalog) ?? byWord(words, catalog)
  }
  const income = keywordOf(words.all, false)
  if (income) return about(income, catalog)
  // Money that a shop gives back belongs where it was spent.
  return byBrand(evidence, words, catalog) ?? (isRefund(words.all) ? byWord(words, catalog) : null)
}

/** The most characters of a word that are kept as a reason. */
const WORD_MAX = 40

type Words = { readonly name: readonly string[]; readonly all: readonly string[] }

/** Splits name and text of a payment once for all that is asked of them. */
function wordsOf({ concept, descriptor }: Evidence): Words {
  const name = plainWords(concept)
  return { name, all: concept === descriptor ? name : [...name, ...plainWords(descriptor)] }
}

/** General shops that also sell what a word of the payment names: `TESCO PETROL`, `POST OFFICE INSURANCE`. */
const givingWay: ReadonlySet<Meaning> = new Set(['groceries', 'shopping', 'services'])
const particular: ReadonlySet<Meaning> = new Set([
  'fuel',
  'insurance',
  'pharmacy',
  'parking',
  'travel',
  'lodging',
  'energy',
  'communication',
  'loans',
  'rent',
  'mortgage',
  'subscriptions',
])

function byBrand({ isOut, brand }: Evidence, words: Words, catalog: Catalog): Chosen | null {
  const known = brand()
  if (!known?.meaning) return null
  const { name, kind, meaning } = known
  if (isOut && givingWay.has(meaning)) {
    const word = keywordOf(words.all, true)
    if (word && particular.has(word.meaning)) return about(word, catalog)
  }
  const category = catalog.about(meaning)
  return category && { category, why: { by: 'brand', brand: name, kind, meaning } }
}

function byWord({ name, all }: Words, catalog: Catalog): Chosen | null {
  const word = keywordOf(name, true) ?? keywordOf(all, true)
  return word && about(word, catalog)
}

function about(keyword: Keyword, catalog: Catalog): Chosen | null {
  const category = catalog.about(keyword.meaning)
  return category && { category, why: { by: 'keyword', ...keyword } }
}
