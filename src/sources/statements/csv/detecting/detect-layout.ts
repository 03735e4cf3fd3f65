import { MappingFault } from '#/sources/statements/fault.ts'
import { createAccountColumn } from '#/sources/statements/csv/account-column.ts'
import { type ChosenColumns, chooseColumns, type MoneyColumns } from './choose-columns.ts'
import {
  chooseByName,
  type Columns,
  offerColumns,
  type Offers,
} from '#/sources/statements/csv/columns.ts'
import { decideLayout } from './decide-layout.ts'
import { createEvidence, type Way } from './evidence.ts'
import { findKnownLayout, type FoundLayout } from '#/sources/statements/csv/find-known-layout.ts'
import { inferColumns } from './infer-columns.ts'
import {
  chosenColumns,
  type Delimiter,
  type DetectedLayout,
  HEADER_MAX,
  type LayoutOptions,
  type Mapping,
} from '#/sources/statements/csv/layout.ts'
import { type Profile, profileOf } from './profile.ts'
import { createCsvRecords, type CsvRecord } from '#/sources/statements/csv/records.ts'

/** Detects the layout of a CSV file, piece by piece. Throws as `createTableLayoutDetector`. */
export function createLayoutDetector(
  delimiter: Delimiter,
  options: LayoutOptions,
  mapping: Mapping = {},
) {
  const table = createTableLayoutDetector(options, { ...mapping, delimiter })
  const records = createCsvRecords(delimiter, table.push)
  return {
    push: records.push,
    end: (): DetectedLayout => {
      records.end()
      return table.end()
    },
  }
}

/** Rows whose contents choose the columns; the rows after them only confirm or contradict. */
const PROFILED = 500

/** The header of a table, and what it says about the columns. */
type Header = {
  readonly names: readonly string[]
  /** Records before the first row. */
  readonly skipped: number
  readonly offers: Offers | null
  readonly known: FoundLayout | null
}

/**
 * Detects the layout of a table from its records. Throws StatementFault if nothing names or shows the columns, or if the
 * rows contradict each other.
 */
// oxlint-disable-next-line max-lines-per-function -- one state machine
export function createTableLayoutDetector(options: LayoutOptions, mapping: Mapping = {}) {
  const { currency } = options
  const chosen = chosenColumns(mapping)
  /** Records without a header so far. */
  let early: CsvRecord[] = []
  let header: Header | null = null
  let seen = 0
  let waiting: CsvRecord[] = []
  let reading: Reading | null = null
  const accounts = createAccountColumn()

  const start = (found: Header): Reading => {
    reading = openReading(found, {
      profile: profileOf(waiting.filter(hasDigit)),
      chosen,
      currency,
    })
    for (const record of early) reading.evidence.pushPreamble(record)
    for (const record of waiting) reading.evidence.push(record)
    waiting = []
    early = []
    return reading
  }
  const take = (record: CsvRecord) => {
    accounts.push(record)
    if (reading) reading.evidence.push(record)
    else {
      waiting.push(record)
      if (waiting.length >= PROFILED) start(header!)
    }
  }
  /** Takes the records so far as rows, if their contents show what the columns are. */
  const infer = () => {
    const inferred = inferColumns(early, options)
    if (!inferred) return
    header = { names: [], skipped: inferred.skipped, offers: inferred.offers, known: null }
    const rows = early.slice(inferred.skipped)
    early = early.slice(0, inferred.skipped)
    rows.forEach(take)
  }
  const push = (record: CsvRecord): void => {
    seen += 1
    if (header) return take(record)
    if (chosen) {
      const skipped = mapping.skipped ?? 0
      if (skipped === 0 || seen > skipped) {
        header = { names: [], skipped, offers: null, known: null }
        return take(record)
      }
      if (seen === skipped) {
        header = { ...headerOf(record, seen), known: null }
        accounts.head(header.names)
      } else early.push(record)
      return
    }
    if (seen > HEADER_MAX) return
    const found = headerOf(record, seen)
    if (found.known || (found.offers && chooseByName(found.offers))) {
      header = found
      accounts.head(found.names)
    } else {
      early.push(record)
      if (seen === HEADER_MAX) infer()
    }
  }
  return {
    push,
    end: (): DetectedLayout => {
      if (!header) infer()
      const found =
        header ??
        (chosen && { names: [], skipped: mapping.skipped ?? 0, offers: null, known: null })
      if (!found) throw new MappingFault(null, { name: 'columns_unnamed' })
      const { evidence, ...table } = reading ?? start(found)
      const decided = decideLayout(evidence.end(), {
        options,
        mapping,
        header: found.names,
        skipped: found.skipped,
        known: found.known?.layout ?? null,
        ...table,
      })
      const account = accounts.end(decided.layout.columns)
      return account === null ? decided : { ...decided, layout: { ...decided.layout, account } }
    },
  }
}

function headerOf(record: CsvRecord, seen: number): Header {
  const names = record.cells.map((cell) => cell.trim())
  return { names, skipped: seen, offers: offerColumns(names), known: findKnownLayout(names) }
}

type Reading = {
  readonly evidence: ReturnType<typeof createEvidence>
  readonly columns: Columns
  readonly otherDates: readonly number[]
  readonly otherMoney: readonly number[]
  readonly isPendingFlag: boolean
}

type Contents = {
  readonly profile: Profile
  readonly chosen: Columns | null
  readonly currency: string
}

/** Chooses the columns and lists the ways to read their money. */
function openReading(header: Header, { profile, chosen, currency }: Contents): Reading {
  const byContents =
    header.offers && chooseColumns(header.offers, { header: header.names, profile, currency })
  const columns = chosen
    ? completed(chosen, byContents?.columns ?? null, true)
    : columnsOf(header, { byContents, profile })
  const isFree = chosen === null && header.known === null
  const otherMoney = isFree ? (byContents?.otherMoney ?? []) : []
  const direction = columns.direction ?? (isFree ? (byContents?.direction ?? null) : null)
  const blankSide =
    byContents && columns.direction === byContents.direction ? byContents.blankSide : null
  const isPendingFlag =
    byContents !== null && byContents.isPendingFlag && columns.status === byContents.columns.status
  const ways = waysOf(columns, { otherMoney, direction, blankSide })
  const otherDates = (byContents?.otherDates ?? []).filter((at) => at !== columns.date)
  const own = new Set(ways.flatMap(({ columns: one }) => [one.amount, one.debit, one.credit]))
  const beside = isFree ? (byContents?.moneyBeside ?? []) : []
  const others = beside.filter((at) => !own.has(at))
  const evidence = createEvidence(
    { columns, otherDates, otherMoney: others, direction, ways, isPendingFlag },
    currency,
  )
  return { evidence, columns, otherDates, otherMoney: beside, isPendingFlag }
}

/** The columns of a known layout, with those that it leaves open, or the columns by their names and contents. */
function columnsOf(
  { offers, known }: Header,
  { byContents, profile }: { readonly byContents: ChosenColumns | null; readonly profile: Profile },
): Columns {
  if (!known) return byContents?.columns ?? chooseByName(offers!)!
  const general = byContents?.columns ?? null
  const { columns } = known
  const isEmpty = (at: number | null) =>
    profile.rows > 0 && at !== null && profile.column(at).filled === 0
  if (general && isEmpty(columns.date) && !isEmpty(general.date))
    return completed({ ...columns, date: general.date }, general)
  return completed(columns, general)
}

/**
 * Adds the columns that a choice leaves open, unless it uses them for something else. `isChosen`: a person
 * made the choice, and a currency or a balance that it does not name is not there.
 */
function completed(chosen: Columns, general: Columns | null, isChosen = false): Columns {
  const { date, amount, debit, credit, direction, merchant, description } = chosen
  const used = new Set([date, amount, debit, credit, direction, merchant, ...description])
  const open = (at: number | null | undefined, other: number | null | undefined) => {
    if (at !== undefined && at !== null) return at
    return typeof other === 'number' && !used.has(other) ? other : null
  }
  return {
    ...chosen,
    currency: isChosen ? chosen.currency : open(chosen.currency, general?.currency),
    balance: isChosen ? chosen.balance : open(chosen.balance, general?.balance),
    status: chosen.status === undefined ? open(null, general?.status) : chosen.status,
    category: chosen.category === undefined ? open(null, general?.category) : chosen.category,
    mcc: chosen.mcc === undefined ? open(null, general?.mcc) : chosen.mcc,
    fee: chosen.fee === undefined ? open(null, general?.fee) : chosen.fee,
    reference: chosen.reference === undefined ? open(null, general?.reference) : chosen.reference,
    payer: chosen.payer ?? null,
  }
}

/** A record without any digit is not a row: it is a repeated header, a line of stars or a notice. */
function hasDigit({ cells }: CsvRecord): boolean {
  return cells.some((text) => /\d/.test(text))
}

type Money = {
  readonly otherMoney: readonly MoneyColumns[]
  readonly direction: number | null
  readonly blankSide: 'in' | 'out' | null
}

/** Lists the ways to read the money, the likeliest first. */
function waysOf(
  columns: Columns,
  { otherMoney, direction, blankSide }: Money,
): readonly [Way, ...Way[]] {
  const { amount, debit, credit } = columns
  const fees = typeof columns.fee === 'number' ? [null, columns.fee] : [null]
  const statuses = typeof columns.status === 'number' ? [true, false] : [true]
  const ways = [{ amount, debit, credit }, ...otherMoney].flatMap((money) =>
    fees.flatMap((fee) =>
      statuses.flatMap((usesStatus) =>
        signsOf(money, direction).map((signs): Way => {
          const { direction: by, ...rest } = signs
          return {
            ...rest,
            blankSide,
            usesStatus,
            isInverted: false,
            columns: { ...money, direction: by, fee },
          }
        }),
      ),
    ),
  )
  const [first, ...others] = ways
  // Safe: there is at least the way of the chosen columns.
  return [first!, ...others.slice(0, WAYS_MAX)]
}

const WAYS_MAX = 40

function signsOf({ amount }: MoneyColumns, direction: number | null) {
  const plain = { debitSign: null, isMagnitude: false, direction: null } as const
  if (amount === null)
    return [plain, { ...plain, debitSign: 1 as const }, { ...plain, debitSign: -1 as const }]
  if (direction === null) return [plain]
  return [{ ...plain, direction, isMagnitude: true }, { ...plain, direction }, plain]
}
