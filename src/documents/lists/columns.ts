import type { LanguageTag } from '#/core/values/languages.ts'
import type { ListName } from './app-contract.ts'
import { transactionColumns, transactionHeadings } from '#/sources/statements/csv/own-export.ts'

/** How the cells of a column are written. Money is integer cents in the currency of its row. */
export type CellKind = 'text' | 'money' | 'day'

export type Column = { readonly name: string; readonly kind: CellKind }

/** The language of the headings; `plain`: the names that programs read. */
export type Headings = LanguageTag | 'plain'

const money = new Set(['amount', 'balance', 'available_balance', 'target_amount'])
const days = new Set(['day', 'closed_on', 'due'])

const names: Readonly<Record<ListName, readonly string[]>> = {
  transactions: transactionColumns,
  splits: [
    'day',
    'payee',
    'part',
    'category',
    'set_aside',
    'amount',
    'currency',
    'note',
    'account',
    'account_id',
    'transaction_id',
  ],
  accounts: [
    'account',
    'type',
    'subtype',
    'balance',
    'available_balance',
    'currency',
    'institution',
    'mask',
    'provider',
    'closed_on',
    'id',
  ],
  set_asides: [
    'set_aside',
    'group',
    'type',
    'target_amount',
    'balance',
    'currency',
    'due',
    'every_months',
    'every_days',
    'priority',
    'paused',
    'archived',
    'id',
  ],
  ledger: [
    'day',
    'amount',
    'currency',
    'from_set_aside',
    'from_lane',
    'to_set_aside',
    'to_lane',
    'reason',
    'transaction_id',
    'id',
  ],
}

/** Lists the columns of an exported list, in their order. */
export function columnsOf(list: ListName): readonly Column[] {
  return names[list].map((name) => ({
    name,
    kind: money.has(name) ? 'money' : days.has(name) ? 'day' : 'text',
  }))
}

/** Returns the headings of a list, in the order of its columns. */
export function headingsOf(list: ListName, headings: Headings): readonly string[] {
  if (headings === 'plain') return names[list]
  const words: Readonly<Record<string, string>> = {
    ...otherHeadings[headings],
    ...(transactionHeadings[headings] satisfies object),
  }
  return names[list].map((name) => words[name] ?? name)
}

const otherHeadings: Readonly<Record<LanguageTag, Readonly<Record<string, string>>>> = {
  en: {
    part: 'Part',
    note: 'Note',
    transaction_id: 'Transaction id',
    subtype: 'Subtype',
    balance: 'Balance',
    available_balance: 'Available',
    institution: 'Institution',
    mask: 'Last digits',
    provider: 'Source',
    closed_on: 'Closed on',
    group: 'Group',
    target_amount: 'Target',
    due: 'Due',
    every_months: 'Every … months',
    every_days: 'Every … days',
    priority: 'Priority',
    paused: 'Paused',
    archived: 'Archived',
    from_set_aside: 'From set-aside',
    from_lane: 'From lane',
    to_set_aside: 'To set-aside',
    to_lane: 'To lane',
    reason: 'Reason',
  },
  es: {
    part: 'Parte',
    note: 'Nota',
    transaction_id: 'Id del movimiento',
    subtype: 'Subtipo',
    balance: 'Saldo',
    available_balance: 'Disponible',
    institution: 'Entidad',
    mask: 'Últimas cifras',
    provider: 'Origen',
    closed_on: 'Cerrada el',
    group: 'Grupo',
    target_amount: 'Objetivo',
    due: 'Vence',
    every_months: 'Cada … meses',
    every_days: 'Cada … días',
    priority: 'Prioridad',
    paused: 'En pausa',
    archived: 'Archivado',
    from_set_aside: 'Del apartado',
    from_lane: 'De la parte',
    to_set_aside: 'Al apartado',
    to_lane: 'A la parte',
    reason: 'Motivo',
  },
  de: {
    part: 'Teil',
    note: 'Notiz',
    transaction_id: 'Id der Buchung',
    subtype: 'Unterart',
    balance: 'Stand',
    available_balance: 'Verfügbar',
    institution: 'Institut',
    mask: 'Letzte Ziffern',
    provider: 'Quelle',
    closed_on: 'Geschlossen am',
    group: 'Gruppe',
    target_amount: 'Ziel',
    due: 'Fällig',
    every_months: 'Alle … Monate',
    every_days: 'Alle … Tage',
    priority: 'Vorrang',
    paused: 'Pausiert',
    archived: 'Archiviert',
    from_set_aside: 'Von Rücklage',
    from_lane: 'Von Spur',
    to_set_aside: 'An Rücklage',
    to_lane: 'An Spur',
    reason: 'Grund',
  },
}
