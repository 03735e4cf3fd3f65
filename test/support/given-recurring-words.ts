import { type Day, partsOf } from '#/core/values/day.ts'

/** The words of banks and employers in one language. */
export type Language = {
  readonly code: string
  readonly rent: string
  readonly care: string
  readonly power: string
  readonly benefit: string
  readonly salary: (month: string) => string
  /** A day’s month as texts name it: `long` November, `short` NOV26, `year` November 2026. */
  readonly month: (day: Day, style: 'long' | 'short' | 'year') => string
}

type Words = Pick<Language, 'rent' | 'care' | 'power' | 'benefit' | 'salary'>

const named = (code: string, words: Words, months: string): Language => {
  const names = months.split(' ')
  return {
    code,
    ...words,
    month: (day, style) => {
      const { year, month } = partsOf(day)
      const name = names[month - 1]!
      if (style === 'long') return name
      if (style === 'year') return `${name} ${year}`
      return `${name.slice(0, 3).toUpperCase()}${year % 100}`
    },
  }
}

export const languages = [
  named(
    'en',
    {
      rent: 'Standing Order Rent',
      care: 'Little Stars Nursery',
      power: 'Northern Electric',
      benefit: 'HMRC Child Benefit',
      salary: (month) => `ACME LTD SALARY ${month}`,
    },
    'January February March April May June July August September October November December',
  ),
  named(
    'de',
    {
      rent: 'Miete Hausverwaltung Kranz',
      care: 'Kita Sonnenschein',
      power: 'Stadtwerke Strom',
      benefit: 'Familienkasse Kindergeld',
      salary: (month) => `Brandt GmbH Gehalt ${month}`,
    },
    'Januar Februar März April Mai Juni Juli August September Oktober November Dezember',
  ),
  named(
    'es',
    {
      rent: 'Alquiler Piso Garcia',
      care: 'Recibo Comunidad Vecinos',
      power: 'Lumina Energia',
      benefit: 'Prestacion Hijo INSS',
      salary: (month) => `NOMINA Talleres Vega ${month}`,
    },
    'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  ),
  named(
    'fr',
    {
      rent: 'Loyer Agence Martin',
      care: 'Creche Les Lutins',
      power: 'Electricite Generale',
      benefit: 'CAF Allocations',
      salary: (month) => `VIR Salaire Dubois SARL ${month}`,
    },
    'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  ),
  named(
    'it',
    {
      rent: 'Affitto Casa Bianchi',
      care: 'Asilo Nido Coccinella',
      power: 'Enertua Luce',
      benefit: 'INPS Assegno Unico',
      salary: (month) => `Stipendio Rossi SPA ${month}`,
    },
    'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  ),
  named(
    'nb',
    {
      rent: 'Husleie Fjord Eiendom',
      care: 'Barnehage Trollet',
      power: 'Nordlys Kraft',
      benefit: 'NAV Barnetrygd',
      salary: (month) => `Berg AS Lonn ${month}`,
    },
    'januar februar mars april mai juni juli august september oktober november desember',
  ),
] as const
