// Texts of payments as real banks write them: the same payee with another reference, store, city or day each time.
import type { Chance } from '#/budget/expenses/rules/given.ts'
import type { Day } from '#/core/values/day.ts'

const cities = ['SEATTLE', 'RALEIGH', 'AUSTIN', 'SAN JOSE', 'ST PAUL', 'NEW YORK'] as const
const states = ['WA', 'NC', 'TX', 'CA', 'MN', 'NY'] as const
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** The words that stay the same in all texts of a household. */
export type Locale = {
  readonly city: string
  readonly state: string
  readonly person: string
  readonly card: string
  /** How the bank writes a purchase by debit card around the merchant. */
  readonly debit: string
  /** How the bank writes a direct debit around the biller and the word for its kind of payment. */
  readonly ach: string
}

export function randomLocale(chance: Chance): Locale {
  const place = chance.below(cities.length)
  return {
    city: cities[place]!,
    state: states[place]!,
    person: chance.pick(['MAYA RIVERS', 'J DOE', 'LOPEZ, ANA', 'SAM O NEILL']),
    card: String(1000 + chance.below(9000)),
    debit: chance.pick([
      '{shop} {city} {state}',
      'PURCHASE AUTHORIZED ON {mmdd} {shop} {city} {state} S{digits15} CARD {card}',
      'DEBIT CARD PURCHASE - {shop} {city} {state}',
      'POS DEBIT                {shop}      {city}       {state}',
      'CHECKCARD {mmddplain} {shop} {city} {state} {digits15}',
    ]),
    ach: chance.pick([
      '{biller} {word} PPD ID: {payer}',
      '{biller} DES:{word} ID:{digits10} INDN:{person} CO ID:{payer} PPD',
      '{biller} {word} {yymmdd} {digits10} {person}',
      'ACH DEBIT {biller} {word} {digits10}',
    ]),
  }
}

/** Fills the blanks of a text: `{ref}`, `{digits10}`, `{mmdd}` and so on, each time otherwise. */
export function writeText(chance: Chance, template: string, given: Blanks): string {
  const { locale, day, words } = given
  const [, month, date] = day.split('-') as [string, string, string]
  const digits = (count: number) =>
    Array.from({ length: count }, () => String(chance.below(10))).join('')
  const fill: Record<string, () => string> = {
    city: () => locale.city,
    state: () => locale.state,
    person: () => locale.person,
    card: () => locale.card,
    mmdd: () => `${month}/${date}`,
    mmddplain: () => `${month}${date}`,
    yymmdd: () => `${day.slice(2, 4)}${month}${date}`,
    // References have digits among their letters.
    ref: () =>
      Array.from({ length: 8 }, (_, at) =>
        at % 3 === 1 ? digits(1) : letters[chance.below(letters.length)],
      ).join(''),
    conf: () => `Conf# ${digits(1)}${letters[chance.below(24)]}${digits(2)}kt${digits(1)}x`.trim(),
    store: () => `${1 + chance.below(3)}${given.stores}`,
    digits4: () => digits(4),
    digits10: () => digits(10),
    digits15: () => digits(15),
    phone: () => `8${10 + (given.stores % 90)}-555-0${given.stores}`,
    payer: () => `9${given.stores}00${given.stores}1`,
  }
  const filled = (text: string): string =>
    text.replaceAll(/\{(\w+)\}/g, (blank, name: string) => {
      const word = words[name]
      return word === undefined ? (fill[name]?.() ?? blank) : filled(word)
    })
  return filled(template)
}

type Blanks = {
  readonly locale: Locale
  readonly day: Day
  /** Blanks of this text alone; they may have blanks of their own. */
  readonly words: Readonly<Record<string, string>>
  /** Three digits that belong to the payee: its stores, its telephone and its number as a payer. */
  readonly stores: number
}
