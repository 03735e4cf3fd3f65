import { kindOf, type Meaning, meaningsNamed } from './meanings.ts'
import { plainWords } from '#/budget/categories/words/plain-words.ts'

/** Words of banks' category columns that no person would name a category by. `none`: words without a meaning. */
const others: Readonly<Record<string, Meaning | 'none'>> = {
  general: 'none',
  other: 'none',
  others: 'none',
  misc: 'none',
  miscellaneous: 'none',
  uncategorized: 'none',
  uncategorised: 'none',
  unknown: 'none',
  category: 'none',
  personal: 'none',
  'bills and services': 'utilities',
  'personal care': 'beauty',
  finances: 'none',
  finance: 'none',
  'eating out': 'restaurants',
  'gas automotive': 'fuel',
  automotive: 'car',
  gasoline: 'fuel',
  'gas stations': 'fuel',
  supermarkets: 'groceries',
  'wholesale clubs': 'groceries',
  'home improvement': 'household',
  home: 'household',
  lifestyle: 'shopping',
  merchandise: 'shopping',
  'merchandise inventory': 'shopping',
  'phone cable': 'communication',
  'other services': 'none',
  'other travel': 'travel',
  airfare: 'flights',
  'health care': 'health',
  'awards and rebate credits': 'none',
  'balance transfers': 'transfer',
  'government services': 'government',
  'vie quotidienne': 'none',
  'auto moto': 'car',
  vehicules: 'car',
  'restaurants bars discotheques': 'restaurants',
  'loisirs et sorties': 'entertainment',
  'mouvements internes': 'transfer',
  'mouvements internes debiteurs': 'transfer',
  'mouvements internes crediteurs': 'transfer',
  'abonnements et telephonie': 'communication',
  'services financiers': 'fees',
  'equipements sport': 'fitness',
  'livres cd dvd': 'books',
  'freizeit und unterhaltung': 'entertainment',
  lebenshaltung: 'none',
  sonstiges: 'none',
  'wohnen und haushalt': 'household',
  'wohnen haushalt': 'household',
  'transport reisen': 'transport',
  'verkehr reisen': 'transport',
  mobilitat: 'transport',
  'kommunikation medien': 'communication',
  'telefon internet': 'communication',
  'familie freunde': 'none',
  'shopping unterhaltung': 'shopping',
  'saude bem estar': 'health',
  супермаркеты: 'groceries',
  рестораны: 'restaurants',
  фастфуд: 'restaurants',
  аптеки: 'pharmacy',
  транспорт: 'transport',
  такси: 'taxi',
  топливо: 'fuel',
  связь: 'communication',
  переводы: 'none',
}

/** Parts of a category's path: `Auto: Fuel`, `Food > Coffee`, `Haushalt/Lebensmittel`. */
const STEPS = /[:>›|/\\]|\s-\s/

/** The most steps that are read. */
const STEPS_MAX = 4

/**
 * Translates the category that a file names; null if its words are unknown. In a path, the last known part counts. `isOut`:
 * a word that can mean spending or income means spending.
 */
export function meaningOfFileCategory(category: string, isOut: boolean): Meaning | null {
  const text = category.slice(0, 200).replaceAll('_', ' ')
  const whole = meaningOf(text, isOut)
  if (whole !== null) return whole === 'none' ? null : whole
  const steps = text.split(STEPS).slice(0, STEPS_MAX)
  for (const step of steps.toReversed()) {
    const meaning = meaningOf(step, isOut)
    if (meaning !== null && meaning !== 'none') return meaning
  }
  return null
}

function meaningOf(text: string, isOut: boolean): Meaning | 'none' | null {
  const found = meaningsNamed(text)
  const wanted = found.find((one) => kindOf(one) !== (isOut ? 'income' : 'expense'))
  return wanted ?? others[plainWords(text).join(' ')] ?? found[0] ?? null
}
