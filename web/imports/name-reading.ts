import type { Catalogue } from '#web/text/catalogue.ts'
import type { Mapping, Question } from './import.ts'

type Words = Catalogue['imports']

const places = [
  'amount',
  'debit',
  'credit',
  'direction',
  'date',
  'merchant',
  'payer',
  'description',
  'status',
  'fee',
  'currency',
  'balance',
  'category',
  'mcc',
  'reference',
] as const

/** Columns of which one excludes another, so that a missing one is not mentioned. */
const money: readonly string[] = ['amount', 'debit', 'credit']

/** Names one of the readings by the parts in which it differs from the others. */
export function nameReading(
  mapping: Mapping,
  {
    readings,
    header,
    words,
  }: {
    readonly readings: Question['readings']
    readonly header: readonly string[]
    readonly words: Words
  },
): string {
  const differs = (part: (mapping: Mapping) => unknown) =>
    new Set(readings.map((reading) => JSON.stringify(part(reading.mapping) ?? null))).size > 1
  const { how, question } = words
  const { columns, isInverted, dateOrder, decimal } = mapping
  const nameOf = (at: number) => header[at]?.trim() || how.column(at + 1)
  const roles = places.filter((role) => differs((one) => one.columns?.[role]))
  const parts = [
    differs((one) => one.isInverted ?? false) && (isInverted ? question.plus : question.minus),
    dateOrder && differs((one) => one.dateOrder) && how.orders[dateOrder],
    decimal && differs((one) => one.decimal) && how.signs[decimal],
    ...roles.map((role) => {
      const at = columns?.[role] ?? null
      const places = typeof at === 'number' ? [at] : (at ?? [])
      if (places.length === 0) {
        return !money.includes(role) && question.noColumn(how.roles[role])
      }
      return question.column(how.roles[role], places.map(nameOf).join(' + '))
    }),
  ].filter((part) => typeof part === 'string' && part !== '')
  const place = readings.findIndex((reading) => reading.mapping === mapping)
  return parts.length > 0 ? parts.join(' · ') : question.reading(place + 1)
}
