import type { LanguageTag } from '#/core/values/languages.ts'
import { fold } from '#/core/values/fold.ts'
import type { KnownLayout } from './known-layouts.ts'

/** The columns of an exported list of transactions, in their order. The names never change: programs read them. */
export const transactionColumns = [
  'day',
  'payee',
  'category',
  'set_aside',
  'account',
  'amount',
  'currency',
  'notes',
  'splits',
  'type',
  'status',
  'original_description',
  'paired_with',
  'account_id',
  'id',
] as const

export type TransactionColumn = (typeof transactionColumns)[number]

/** The same columns in the words of people. */
export const transactionHeadings: Readonly<
  Record<LanguageTag, Readonly<Record<TransactionColumn, string>>>
> = {
  en: {
    day: 'Day',
    payee: 'Payee',
    category: 'Category',
    set_aside: 'Set-aside',
    account: 'Account',
    amount: 'Amount',
    currency: 'Currency',
    notes: 'Notes',
    splits: 'Parts',
    type: 'Type',
    status: 'Status',
    original_description: 'Original description',
    paired_with: 'Other side',
    account_id: 'Account id',
    id: 'Id',
  },
  es: {
    day: 'Día',
    payee: 'Beneficiario',
    category: 'Categoría',
    set_aside: 'Apartado',
    account: 'Cuenta',
    amount: 'Importe',
    currency: 'Moneda',
    notes: 'Notas',
    splits: 'Partes',
    type: 'Tipo',
    status: 'Estado',
    original_description: 'Texto original',
    paired_with: 'Otro lado',
    account_id: 'Id de la cuenta',
    id: 'Id',
  },
  de: {
    day: 'Tag',
    payee: 'Empfänger',
    category: 'Kategorie',
    set_aside: 'Rücklage',
    account: 'Konto',
    amount: 'Betrag',
    currency: 'Währung',
    notes: 'Notizen',
    splits: 'Teile',
    type: 'Art',
    status: 'Status',
    original_description: 'Ursprünglicher Text',
    paired_with: 'Gegenseite',
    account_id: 'Id des Kontos',
    id: 'Id',
  },
}

const plainHeadings = Object.fromEntries(
  transactionColumns.map((name) => [name, name]),
) as Readonly<Record<TransactionColumn, string>>

const everyHeading = [plainHeadings, ...Object.values(transactionHeadings)]

/** The layouts of Earmark's own exports, so that they come back without a question. */
export const ownLayouts: readonly KnownLayout[] = everyHeading.map((heading) => ({
  name: 'Earmark',
  header: transactionColumns.map((name) => fold(heading[name])),
  date: heading.day,
  amount: heading.amount,
  payee: heading.payee,
  description: [heading.original_description],
  status: heading.status,
  category: heading.category,
  reference: heading.id,
  currency: heading.currency,
  spending: 'minus',
  dateOrder: 'ymd',
}))

/** Finds the column with the account of each row in an export of Earmark; null in any other table. */
export function ownAccountColumn(header: readonly string[]): number | null {
  const names = header.map(fold)
  const held = new Set(names)
  const found = everyHeading.find((heading) =>
    transactionColumns.every((name) => held.has(fold(heading[name]))),
  )
  return found ? names.indexOf(fold(found.account_id)) : null
}
