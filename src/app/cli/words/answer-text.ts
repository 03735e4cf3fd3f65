import * as z from 'zod'
import { moneyFields } from '#/platform/contract/fields.ts'
import { aligned } from './columns.ts'
import { fullMoneyText } from './money-text.ts'
import { printableLine } from './printable.ts'
import { type CellValue, type Column, tableText } from './table.ts'

export type Fields = Readonly<Record<string, unknown>>

/** How the list of an endpoint prints. */
export type ListForm = {
  /** The fields that the table shows, in their order; `--long` and CSV have all. */
  readonly shows?: readonly string[]
  /** The field that holds the rows, in a record or in each entry of a list. */
  readonly within?: string
}

type Leaf = { readonly path: string; readonly isMoney: boolean; readonly field: z.ZodType }

/** Returns true if an endpoint's answer is a list, or holds one that its command prints. */
export function isList(schema: z.ZodType, { within }: ListForm): boolean {
  return within !== undefined || bare(schema) instanceof z.ZodArray
}

/** Returns true if an amount has no currency beside it, so that the household's own is needed. */
export function needsCurrency(schema: z.ZodType, form: ListForm): boolean {
  const leaves = leavesOf(rowSchema(schema, form))
  return leaves.some(({ isMoney }) => isMoney) && !leaves.some(({ path }) => path === 'currency')
}

/** Reads the columns of a list off the schema of the answer. */
export function answerColumns(
  schema: z.ZodType,
  form: ListForm,
  household: string,
): readonly Column<Fields>[] {
  const leaves = leavesOf(rowSchema(schema, form))
  const first = form.shows ?? leaves.slice(0, 6).map(({ path }) => path)
  const place = ({ path }: Leaf) => (first.includes(path) ? first.indexOf(path) : first.length)
  return leaves
    .toSorted((a, b) => place(a) - place(b))
    .map(({ path, isMoney }) => ({
      name: path,
      ...(headings[path] !== undefined && { heading: headings[path] }),
      of: (row) => cellValue(valueAt(row, path)),
      isExtra: !first.includes(path),
      ...(isMoney && { currency: (row: Fields) => currencyOf(row, path) ?? household }),
    }))
}

/** Fields whose names are wider than their values. */
const headings: Readonly<Record<string, string>> = {
  available_balance: 'available',
  estimated_contribution: 'sets aside',
  estimated_deposit: 'pay',
  group_name: 'group',
  institution_name: 'bank',
  is_hidden: 'hidden',
  last_push_at: 'last push',
  next_contribution_amount: 'next payday',
  next_run_date: 'next',
  target_amount: 'target',
}

/** Returns the rows of an answer's list. */
export function answerRows(answer: unknown, { within }: ListForm): readonly Fields[] {
  const entries = (Array.isArray(answer) ? answer : [answer]) as readonly Fields[]
  if (within === undefined) return entries
  return entries.flatMap(({ [within]: rows, ...around }) =>
    (rows as readonly Fields[]).map((row) => ({ ...around, ...row })),
  )
}

/** Writes a record as lines: the name of each field and its value, then the lists that it holds. */
export function recordText(answer: unknown, schema: z.ZodType, household: string): string {
  const record = answer as Fields
  const leaves = leavesOf(bare(schema))
  const known = new Set(leaves.map(({ path }) => path.split('.')[0]))
  // A field that the schema does not name is shown all the same.
  const others = Object.keys(record).filter((name) => !known.has(name))
  const all: readonly Leaf[] = [
    ...leaves,
    ...others.map((path) => ({ path, isMoney: false, field: z.unknown() })),
  ]
  const lists = all.filter(({ path }) => isRecords(valueAt(record, path)))
  const lines = all
    .filter((leaf) => !lists.includes(leaf) && valueAt(record, leaf.path) !== undefined)
    .map((leaf) => [{ text: leaf.path }, { text: leafText(record, leaf, household) }])
  const tables = lists.map(({ path, field }) => {
    const columns = answerColumns(
      field,
      { shows: leavesOf(rowSchema(field, {})).map(pathOf) },
      household,
    )
    return `${path}\n${tableText(columns, valueAt(record, path) as readonly Fields[])}`
  })
  return [aligned(lines), ...tables].filter((part) => part !== '').join('\n\n')
}

function pathOf({ path }: Leaf): string {
  return path
}

function isRecords(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && typeof value[0] === 'object'
}

function leafText(record: Fields, { path, isMoney }: Leaf, household: string): string {
  const value = valueAt(record, path)
  if (!isMoney || typeof value !== 'number')
    return printableLine(String(cellValue(value) ?? '') || '-')
  const currency = currencyOf(record, path) ?? household
  return currency === '' ? `${value} cents` : fullMoneyText(value, currency)
}

/** The schema of one row. Of a record that holds one list, it has only the fields that the table shows. */
function rowSchema(schema: z.ZodType, { within, shows = [] }: ListForm): z.ZodType {
  const answer = bare(schema)
  const isOne = !(answer instanceof z.ZodArray)
  const entry = isOne ? answer : bare(answer.element as z.ZodType)
  if (within === undefined || !(entry instanceof z.ZodObject)) return entry
  const { [within]: list, ...all } = entry.shape as Record<string, z.ZodType>
  const around = Object.fromEntries(
    Object.entries(all).filter(([name]) => !isOne || name === 'currency' || shows.includes(name)),
  )
  const inner = bare(list!)
  const row = inner instanceof z.ZodArray ? bare(inner.element as z.ZodType) : inner
  return z.object({ ...around, ...(row instanceof z.ZodObject ? row.shape : {}) })
}

/** The fields of a record; those of records within it are named `transaction.concept`. */
function leavesOf(schema: z.ZodType, before = ''): readonly Leaf[] {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) => {
    const [path, inner] = [`${before}${name}`, bare(field)]
    if (inner instanceof z.ZodObject && before === '') return leavesOf(inner, `${path}.`)
    return [{ path, isMoney: moneyFields.get(inner)?.isMoney === true, field: inner }]
  })
}

/** Removes what says that a value may be missing. */
function bare(schema: z.ZodType): z.ZodType {
  if (
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault
  ) {
    return bare(schema.unwrap() as z.ZodType)
  }
  return schema
}

function valueAt(row: Fields, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    return typeof value === 'object' && value !== null ? (value as Fields)[name] : undefined
  }, row)
}

/** Finds the currency beside an amount, or in the record around it. */
function currencyOf(row: Fields, path: string): string | undefined {
  const beside = valueAt(row, path.replace(/[^.]*$/, 'currency'))
  const found = beside ?? row['currency']
  return typeof found === 'string' ? found : undefined
}

function cellValue(value: unknown): CellValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value
  }
  const isPlain = Array.isArray(value) && value.every((one) => typeof one !== 'object')
  return isPlain ? value.join(' ') : JSON.stringify(value)
}
