import type { OpenQuestion, ReadingInQuestion } from '#/sources/files/readings/compare-readings.ts'
import { type ColumnRole, columnRoles } from '#/sources/files/at-once/column-roles.ts'
import { moneyText } from './money-text.ts'

type Asked = {
  readonly question: OpenQuestion
  readonly header: readonly string[]
  readonly currency: string
}

const openings: Readonly<Record<OpenQuestion['kind'], string>> = {
  spending: 'The file does not decide whether spending is written with or without a minus',
  date_order: 'The file does not decide the order of day and month',
  decimal: 'The file does not decide whether decimals have a comma or a point',
  columns: 'The file does not decide which columns hold the amounts',
  status: 'The file does not decide which rows are booked',
}

/**
 * Writes the question that a file leaves open as one sentence: the first row on which the readings differ, as each of them
 * understands it, with the option that chooses the reading.
 */
export function questionText(file: string, { question, header, currency }: Asked): string {
  const { kind, readings } = question
  const line = Math.min(...readings.flatMap(({ rows }) => rows.map((row) => row.line)))
  const ways = readings.map((reading, index) => {
    const row = reading.rows.find((one) => one.line === line)
    const words = row
      ? `${row.booked_at} ${moneyText(row.amount, currency)} ${row.concept}`
      : 'left out'
    const option = optionsOf(reading.mapping, { readings, header })
    return `with ${option} ${index === 0 ? 'this row is ' : ''}“${words}”`
  })
  const at = Number.isFinite(line) ? ` line ${line}` : ''
  return `${file}${at}: ${openings[kind]}, so nothing is stored: ${ways.join(', ')}.`
}

type Mapping = ReadingInQuestion['mapping']

/** Writes the options that choose one of the readings: the parts in which the readings differ. */
function optionsOf(
  mapping: Mapping,
  { readings, header }: { readonly readings: OpenQuestion['readings'] } & Pick<Asked, 'header'>,
): string {
  const differs = (part: (mapping: Mapping) => unknown) =>
    new Set(readings.map((reading) => JSON.stringify(part(reading.mapping) ?? null))).size > 1
  const { columns, isInverted, dateOrder, decimal } = mapping
  const named = columnRoles
    .filter((role) => role !== 'status' && differs((one) => one.columns?.[role]))
    .flatMap((role) => {
      const places = placesOf(columns, role).map((at) => `${role}=${nameOf(header, at)}`)
      return places.length > 0 || money.has(role) ? places : [`${role}=none`]
    })
  const isStatus = differs((one) => one.columns?.status)
  const status = columns?.status ?? null
  const options = [
    differs((one) => one.isInverted ?? false) && `--spending ${isInverted ? 'plus' : 'minus'}`,
    differs((one) => one.dateOrder) && dateOrder && `--date-order ${dateOrder}`,
    differs((one) => one.decimal) && decimal && `--decimal ${quoted(decimal)}`,
    named.length > 0 && `--columns ${quoted(named.join(','))}`,
    isStatus && `--status ${status === null ? 'none' : quoted(nameOf(header, status))}`,
  ]
  return options.filter((option) => typeof option === 'string').join(' ')
}

/** Roles of which one excludes another, so that the absent ones need no word. */
const money: ReadonlySet<ColumnRole> = new Set(['amount', 'debit', 'credit'])

function placesOf(columns: Mapping['columns'], role: ColumnRole): readonly number[] {
  const at = columns?.[role]
  if (at === undefined || at === null) return []
  return typeof at === 'number' ? [at] : at
}

/** Names a column by its header if that is unique and plain, else by its position from 1. */
function nameOf(header: readonly string[], at: number): string {
  const name = header[at] ?? ''
  const isPlain = /^[\p{L}\p{N} ._-]{1,40}$/u.test(name) && !/^\d+$/.test(name)
  const isUnique = header.filter((one) => one.toLowerCase() === name.toLowerCase()).length === 1
  return isPlain && isUnique && name !== 'none' ? name : String(at + 1)
}

/** Quotes a word for a shell if needed. */
function quoted(word: string): string {
  return /^[\p{L}\p{N}.,=_-]+$/u.test(word) ? word : `'${word}'`
}
