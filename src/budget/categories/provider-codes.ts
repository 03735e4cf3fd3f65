import type { Meaning } from './meanings.ts'

/** A provider's own category of a payment. `taxonomy` names the list that contains `code`. */
export type ProviderCategory = {
  readonly taxonomy: string
  readonly code: string
  readonly confidence: string | null
}

/**
 * Plaid's personal finance categories, versions 1 and 2. An entry covers every code that begins with it; the longest
 * matching entry counts.
 */
const plaid: readonly (readonly [string, Meaning])[] = [
  ['INCOME', 'income'],
  ['INCOME_WAGES', 'salary'],
  ['INCOME_SALARY', 'salary'],
  ['INCOME_DIVIDENDS', 'interest'],
  ['INCOME_INTEREST_EARNED', 'interest'],
  ['TRANSFER_IN', 'transfer'],
  ['TRANSFER_OUT', 'transfer'],
  ['TRANSFER_IN_SAVINGS', 'savings'],
  ['TRANSFER_OUT_SAVINGS', 'savings'],
  ['TRANSFER_OUT_WITHDRAWAL', 'cash'],
  ['LOAN_PAYMENTS', 'loans'],
  ['LOAN_PAYMENTS_CREDIT_CARD_PAYMENT', 'card_payment'],
  ['LOAN_PAYMENTS_MORTGAGE_PAYMENT', 'mortgage'],
  ['LOAN_PAYMENTS_CAR_PAYMENT', 'car'],
  ['LOAN_DISBURSEMENTS', 'transfer'],
  ['BANK_FEES', 'fees'],
  ['ENTERTAINMENT', 'entertainment'],
  ['ENTERTAINMENT_MUSIC_AND_AUDIO', 'subscriptions'],
  ['ENTERTAINMENT_TV_AND_MOVIES', 'subscriptions'],
  ['ENTERTAINMENT_VIDEO_GAMES', 'games'],
  ['FOOD_AND_DRINK', 'food'],
  ['FOOD_AND_DRINK_BEER_WINE_AND_LIQUOR', 'bars'],
  ['FOOD_AND_DRINK_COFFEE', 'coffee'],
  ['FOOD_AND_DRINK_FAST_FOOD', 'restaurants'],
  ['FOOD_AND_DRINK_GROCERIES', 'groceries'],
  ['FOOD_AND_DRINK_RESTAURANT', 'restaurants'],
  ['FOOD_AND_DRINK_VENDING_MACHINES', 'restaurants'],
  ['GENERAL_MERCHANDISE', 'shopping'],
  ['GENERAL_MERCHANDISE_BOOKSTORES', 'books'],
  ['GENERAL_MERCHANDISE_CLOTHING', 'clothing'],
  ['GENERAL_MERCHANDISE_ELECTRONICS', 'electronics'],
  ['GENERAL_MERCHANDISE_GIFTS', 'gifts'],
  ['GENERAL_MERCHANDISE_PET_SUPPLIES', 'pets'],
  ['GENERAL_MERCHANDISE_SPORTING_GOODS', 'fitness'],
  ['HOME_IMPROVEMENT', 'household'],
  ['MEDICAL', 'health'],
  ['MEDICAL_PHARMACIES', 'pharmacy'],
  ['MEDICAL_VETERINARY', 'pets'],
  ['PERSONAL_CARE', 'beauty'],
  ['PERSONAL_CARE_GYMS', 'fitness'],
  ['GENERAL_SERVICES', 'services'],
  ['GENERAL_SERVICES_AUTOMOTIVE', 'car'],
  ['GENERAL_SERVICES_CHILDCARE', 'children'],
  ['GENERAL_SERVICES_EDUCATION', 'education'],
  ['GENERAL_SERVICES_INSURANCE', 'insurance'],
  ['GOVERNMENT_AND_NON_PROFIT', 'government'],
  ['GOVERNMENT_AND_NON_PROFIT_DONATIONS', 'charity'],
  ['GOVERNMENT_AND_NON_PROFIT_TAX', 'taxes'],
  ['TRANSPORTATION', 'transport'],
  ['TRANSPORTATION_GAS', 'fuel'],
  ['TRANSPORTATION_PARKING', 'parking'],
  ['TRANSPORTATION_TOLLS', 'parking'],
  ['TRANSPORTATION_TAXIS', 'taxi'],
  ['TRAVEL', 'travel'],
  ['TRAVEL_FLIGHTS', 'flights'],
  ['TRAVEL_LODGING', 'lodging'],
  ['RENT_AND_UTILITIES', 'utilities'],
  ['RENT_AND_UTILITIES_GAS_AND_ELECTRICITY', 'energy'],
  ['RENT_AND_UTILITIES_INTERNET', 'communication'],
  ['RENT_AND_UTILITIES_RENT', 'rent'],
  ['RENT_AND_UTILITIES_TELEPHONE', 'communication'],
  ['RENT_AND_UTILITIES_WATER', 'water'],
]

const longestFirst = plaid.toSorted(([a], [b]) => b.length - a.length)

/** Confidence levels to ignore. A provider that reports no confidence is trusted. */
const ignoredConfidence = new Set(['LOW', 'UNKNOWN'])

/** Translates a provider's category; null if its confidence is low or its code unknown. */
export function meaningOfProviderCode({
  taxonomy,
  code,
  confidence,
}: ProviderCategory): Meaning | null {
  if (!taxonomy.startsWith('plaid')) return null
  if (confidence !== null && ignoredConfidence.has(confidence.toUpperCase())) return null
  const upper = code.toUpperCase()
  const found = longestFirst.find(([prefix]) => upper === prefix || upper.startsWith(`${prefix}_`))
  return found?.[1] ?? null
}
