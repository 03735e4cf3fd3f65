import { readAnyDate } from '#/sources/statements/csv/any-date.ts'
import { isIncoming, isMark } from '#/sources/statements/csv/direction.ts'
import { isBookedStatus, statusIn } from '#/sources/statements/csv/row-words.ts'

/** The contents of one column in the first rows. */
export type ColumnProfile = {
  /** Cells that are not empty. */
  readonly filled: number
  readonly dates: number
  /** Cells that look like an amount of money. */
  readonly money: number
  readonly negative: number
  /** Three capital letters, such as `EUR`. */
  readonly codes: number
  /** Cells with at least three letters in a row. */
  readonly words: number
  /** Cells that say whether money comes in or goes out. */
  readonly sides: number
  /** Cells that look like an id: at least eight characters, with digits and without blanks. */
  readonly ids: number
  /** Cells such as `S`, `H` and `+`, which mean a side in a column of any name. */
  readonly marks: number
  /** Different texts. */
  readonly distinct: number
  /** The text of most cells, and their number. */
  readonly commonest: { readonly text: string; readonly count: number }
}

/** The contents of the columns in the first rows. */
export type Profile = {
  readonly rows: number
  readonly column: (at: number) => ColumnProfile
  readonly width: number
  readonly isMarks: (at: number) => boolean
  /** All cells are known statuses, and some say that their row is not booked. */
  readonly isStatus: (at: number) => boolean
}

const STATUSES_MAX = 8

const nothing: ColumnProfile = {
  filled: 0,
  dates: 0,
  money: 0,
  negative: 0,
  codes: 0,
  words: 0,
  sides: 0,
  ids: 0,
  marks: 0,
  distinct: 0,
  commonest: { text: '', count: 0 },
}

/** Describes the columns of some records. */
export function profileOf(records: readonly { readonly cells: readonly string[] }[]): Profile {
  const width = records.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const columns = Array.from({ length: width }, (_, at) => {
    return describe(records.map(({ cells }) => (cells[at] ?? '').trim()))
  })
  const column = (at: number) => columns[at] ?? nothing
  const isMarks = (at: number) => column(at).filled > 0 && column(at).marks === column(at).filled
  const isStatus = (at: number) => {
    const texts = new Set(
      records.map(({ cells }) => (cells[at] ?? '').trim()).filter((text) => text !== ''),
    )
    if (texts.size === 0 || texts.size > STATUSES_MAX) return false
    const known = [...texts].filter((text) => statusIn(text) !== null)
    // A kind of booking may be called a reversal, but not one that is booked.
    if (![...texts].some(isBookedStatus)) return false
    return (
      known.length > 0 &&
      [...texts].every((text) => statusIn(text) !== null || isBookedStatus(text))
    )
  }
  return { rows: records.length, width, column, isMarks, isStatus }
}

function describe(cells: readonly string[]): ColumnProfile {
  const texts = new Map<string, number>()
  for (const cell of cells) if (cell !== '') texts.set(cell, (texts.get(cell) ?? 0) + 1)
  const sums = {
    filled: 0,
    dates: 0,
    money: 0,
    negative: 0,
    codes: 0,
    words: 0,
    sides: 0,
    ids: 0,
    marks: 0,
  }
  let commonest = nothing.commonest
  for (const [text, count] of texts) {
    sums.filled += count
    if (looksLikeMoney(text)) {
      sums.money += count
      if (/[-−–(]/.test(text)) sums.negative += count
    }
    if (readAnyDate(text) !== null) sums.dates += count
    if (/^[A-Z]{3}$/.test(text)) sums.codes += count
    if (/\p{L}{3}/u.test(text) || /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/.test(text))
      sums.words += count
    if (isIncoming(text) !== null) sums.sides += count
    if (/^\S{8,80}$/.test(text) && /\d/.test(text)) sums.ids += count
    if (isMark(text)) sums.marks += count
    if (count > commonest.count) commonest = { text, count }
  }
  return { ...sums, distinct: texts.size, commonest }
}

/** A number with few letters around it. Dates are not amounts. */
export function looksLikeMoney(text: string): boolean {
  if (text.length > 40 || !/\d/.test(text)) return false
  if (/\d[-/.]\d{1,2}[-/.]\d/.test(text) || /\d:\d/.test(text)) return false
  return (
    /^[^\d]{0,8}\d[\d\s.,'’]*[^\d]{0,8}$/u.test(text) || /^[^\d]{0,8}[.,]\d+[^\d]{0,8}$/u.test(text)
  )
}
