import type { LanguageTag } from '#/core/values/languages.ts'

/** A category to begin with, and those below it. */
export type StarterGroup = {
  readonly name: string
  readonly kind: 'expense' | 'income' | 'transfer'
  readonly members: readonly string[]
}

const group = (
  name: string,
  members: string,
  kind: StarterGroup['kind'] = 'expense',
): StarterGroup => ({ name, kind, members: members === '' ? [] : members.split(' | ') })

/**
 * The categories that most households use, in each language of the application. Every name is one that `meanings.ts`
 * knows, so that payments are filed into them from the first import on.
 */
export const starterSets = {
  en: [
    group('Food', 'Groceries | Eating out'),
    group('Housing', 'Rent & mortgage | Utilities | Phone & internet | Home & garden'),
    group('Transport', 'Car | Fuel | Parking & tolls'),
    group('Shopping', 'Clothing | Electronics'),
    group('Health', 'Pharmacy | Fitness | Personal care'),
    group('Entertainment', 'Subscriptions'),
    group('Travel', ''),
    group('Family', 'Education | Pets'),
    group('Insurance', ''),
    group('Loans', ''),
    group('Taxes', ''),
    group('Bank fees', ''),
    group('Cash', ''),
    group('Gifts & donations', ''),
    group('Income', 'Salary', 'income'),
    group('Transfers', 'Savings', 'transfer'),
  ],
  es: [
    group('Comida', 'Supermercado | Restaurantes'),
    group('Vivienda', 'Alquiler e hipoteca | Suministros | Teléfono e internet | Casa y jardín'),
    group('Transporte', 'Coche | Gasolina | Aparcamiento y peajes'),
    group('Compras', 'Ropa | Electrónica'),
    group('Salud', 'Farmacia | Deporte | Cuidado personal'),
    group('Ocio', 'Suscripciones'),
    group('Viajes', ''),
    group('Familia', 'Educación | Mascotas'),
    group('Seguros', ''),
    group('Préstamos', ''),
    group('Impuestos', ''),
    group('Comisiones', ''),
    group('Efectivo', ''),
    group('Regalos y donaciones', ''),
    group('Ingresos', 'Nómina', 'income'),
    group('Transferencias', 'Ahorro', 'transfer'),
  ],
  de: [
    group('Essen & Trinken', 'Lebensmittel | Restaurants'),
    group('Wohnen', 'Miete & Hypothek | Nebenkosten | Telefon & Internet | Haus & Garten'),
    group('Mobilität', 'Auto | Tanken | Parken & Maut'),
    group('Shopping', 'Kleidung | Elektronik'),
    group('Gesundheit', 'Apotheke | Sport | Körperpflege'),
    group('Freizeit', 'Abos'),
    group('Reisen', ''),
    group('Familie', 'Bildung | Haustiere'),
    group('Versicherungen', ''),
    group('Kredite', ''),
    group('Steuern', ''),
    group('Gebühren', ''),
    group('Bargeld', ''),
    group('Geschenke & Spenden', ''),
    group('Einnahmen', 'Gehalt', 'income'),
    group('Umbuchungen', 'Sparen', 'transfer'),
  ],
} as const satisfies Record<LanguageTag, readonly StarterGroup[]>
