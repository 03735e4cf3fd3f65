import { fold } from '#/core/values/fold.ts'
import type { Columns } from '#/sources/statements/csv/columns.ts'
import type { Layout, Mapping } from '#/sources/statements/csv/layout.ts'
import { MappingFault, StatementFault } from '#/sources/statements/fault.ts'
import type { Source } from '#/sources/statements/reading/source.ts'
import type { Destination } from '#/sources/files/entry.ts'
import { guessLayout, sampleOf } from '#/sources/files/sample.ts'
import {
  type ChosenReading,
  type ColumnRole,
  columnRoles,
  type NamedColumn,
} from './column-roles.ts'
import { detectAsBefore } from '#/sources/files/scan-file.ts'

/**
 * Turns what a person says about a file into a mapping. It amends the mapping that was chosen for earlier files of this
 * kind. Throws StatementFault if a named column does not exist or the columns are incomplete.
 */
export async function mappingOf(
  source: Source,
  destination: Destination,
  said: ChosenReading,
): Promise<Mapping> {
  const { spending, dateOrder, decimal, columns = [], status } = said
  if (Object.values(said).every((value) => value === undefined)) return {}
  const { mapping: before, layout } = await readBefore(source, destination)
  const named: readonly NamedColumn[] =
    status === undefined ? columns : [...columns, { role: 'status', named: status }]
  const placed =
    named.length === 0
      ? {}
      : await placeColumns(source, { named, layout, currency: destination.currency })
  return {
    ...before,
    ...placed,
    ...(spending && { isInverted: spending === 'plus' }),
    ...(dateOrder && { dateOrder }),
    ...(decimal && { decimal }),
  }
}

/** Reads how the file is understood without the person's words; nothing if it cannot be read. */
async function readBefore(
  source: Source,
  destination: Destination,
): Promise<{ readonly mapping: Mapping; readonly layout: Layout | null }> {
  try {
    const { dialect, mapping } = await detectAsBefore(source, destination, {
      mapping: {},
      fileAccount: null,
    })
    return { mapping, layout: dialect.layout }
  } catch (error) {
    if (!(error instanceof StatementFault)) throw error
    return { mapping: {}, layout: null }
  }
}

type Naming = {
  readonly named: readonly NamedColumn[]
  /** The layout that was detected, if any. */
  readonly layout: Layout | null
  readonly currency: string
}

/** Finds the named columns in the file, and leaves the others as detected. */
async function placeColumns(
  source: Source,
  { named, layout, currency }: Naming,
): Promise<Pick<Mapping, 'columns' | 'skipped' | 'delimiter'>> {
  const sample = await sampleOf(source, layout ? { delimiter: layout.delimiter } : {}, currency)
  const likely = layout ?? guessLayout(sample, { mapping: {}, currency })
  const { header, skipped, columns: found } = headerOf(sample.records, { named, likely })
  const isNamed = named.some(({ role }) => role === 'description')
  const draft = named.reduce<Draft>(
    (kept, { role, named: name }) => withColumn(kept, role, placeIn(header, name)),
    { ...found, description: isNamed ? [] : (found?.description ?? []) },
  )
  const columns = complete(draft)
  if (!columns) throw new MappingFault(null, { name: 'columns_unnamed' })
  return { skipped, delimiter: (layout ?? sample).delimiter, columns }
}

type Header = {
  readonly header: readonly string[]
  readonly skipped: number
  /** The columns that were detected in it, if any. */
  readonly columns: Columns | null
}

/**
 * Finds the header: the detected one if it has all the names, else the first record that has them. Without names, the rows
 * begin at the first record with digits in the column of the date.
 */
function headerOf(
  records: readonly (readonly string[])[],
  { named, likely }: { readonly named: readonly NamedColumn[]; readonly likely: Layout | null },
): Header {
  const words = named
    .map(({ named: name }) => name)
    .filter((name) => name !== NONE && !isPosition(name))
  const hasAll = (header: readonly string[]) =>
    words.every((name) => placeIn(header, name) !== null)
  if (likely && hasAll(likely.header)) return likely
  if (words.length === 0) return { header: [], skipped: firstRow(records, named), columns: null }
  const at = records.findIndex(hasAll)
  if (at >= 0) return { header: records[at]!, skipped: at + 1, columns: null }
  const header = likely?.header ?? []
  const missing = words.find((name) => placeIn(header, name) === null) ?? words[0]!
  throw new StatementFault(null, { name: 'column_missing', named: missing, header })
}

function firstRow(records: readonly (readonly string[])[], named: readonly NamedColumn[]): number {
  const date = named.find(({ role }) => role === 'date')
  if (!date) return 0
  const at = records.findIndex((cells) => /\d/.test(cells[Number(date.named) - 1] ?? ''))
  return Math.max(0, at)
}

/** Columns while they are named: the date may still be missing. */
type Draft = Partial<Readonly<Record<SingleRole, number | null | undefined>>> &
  Pick<Columns, 'description'>

type SingleRole = Exclude<ColumnRole, 'description'>

const singleRoles = columnRoles.filter((role): role is SingleRole => role !== 'description')

const NONE = 'none'

function isPosition(name: string): boolean {
  return /^[1-9]\d{0,2}$/.test(name)
}

/** Finds a column by its name or by its position from 1, as an index from 0. */
function placeIn(header: readonly string[], name: string): number | null {
  if (isPosition(name)) return Number(name) - 1
  const at = header.findIndex((cell) => fold(cell) === fold(name))
  return at < 0 ? null : at
}

/** Gives a column a role, and takes away its other ones. An amount excludes a pair of columns for money out and money in. */
function withColumn(draft: Draft, role: ColumnRole, place: number | null): Draft {
  if (place === null) return { ...draft, [role]: role === 'description' ? [] : null }
  const freed = singleRoles.reduce<Draft>(
    (kept, one) => (kept[one] === place ? { ...kept, [one]: null } : kept),
    { ...draft, description: draft.description.filter((at) => at !== place) },
  )
  if (role === 'description') return { ...freed, description: [...freed.description, place] }
  if (role === 'amount') return { ...freed, amount: place, debit: null, credit: null }
  const isPair = role === 'debit' || role === 'credit'
  return { ...freed, ...(isPair && { amount: null, direction: null }), [role]: place }
}

/** Returns the columns if they are sufficient to read a file; null otherwise. */
function complete({ date, amount, debit, credit, ...others }: Draft): Columns | null {
  const isPair = typeof debit === 'number' && typeof credit === 'number'
  if (typeof date !== 'number' || (typeof amount !== 'number' && !isPair)) return null
  const { direction, merchant, currency, balance, ...rest } = others
  return {
    ...rest,
    date,
    amount: amount ?? null,
    debit: debit ?? null,
    credit: credit ?? null,
    direction: direction ?? null,
    merchant: merchant ?? null,
    currency: currency ?? null,
    balance: balance ?? null,
  }
}
