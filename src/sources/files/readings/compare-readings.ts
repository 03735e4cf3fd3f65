import { encodings } from '#/core/values/encodings.ts'
import type { Cents } from '#/core/values/cents.ts'
import type * as z from 'zod'
import type { Mapping, Question } from '#/sources/statements/csv/layout.ts'
import { StatementFault } from '#/sources/statements/fault.ts'
import { detectDialect, readRows } from '#/sources/statements/reading/read.ts'
import type { Source } from '#/sources/statements/reading/source.ts'
import type { StatementRow } from '#/sources/statements/statement.ts'
import type { question as openQuestion } from './app-contract.ts'
import { viewRow } from './row-view.ts'

export type OpenQuestion = z.infer<typeof openQuestion>
export type ReadingInQuestion = OpenQuestion['readings'][number]

type Asked = {
  readonly question: Question
  /** The choices that are made already. */
  readonly mapping: Mapping
  readonly currency: string
  readonly isCard: boolean
  /** The account of the file; null if the file names none. */
  readonly account: string | null
}

/** Rows that are shown of each reading. */
const SHOWN = 5
/** Rows among which the first difference is sought. */
const COMPARED = 2000

/** Reads the file once in each way that a question leaves open, so that a person can compare what would be stored. */
export async function compareReadings(
  source: Source,
  { question: { kind, readings }, mapping: chosen, ...options }: Asked,
): Promise<OpenQuestion> {
  const read: Read[] = []
  for (const mapping of readings) {
    const found = await readBy(source, { ...chosen, ...mapping }, options)
    if (found) read.push(found)
  }
  const shown = linesToShow(read.map(({ first }) => first))
  return {
    kind,
    readings: read.map(({ first, ...sums }) => ({
      ...sums,
      rows: shown.flatMap((line) => {
        const row = first.get(line)
        return row ? [viewRow(row)] : []
      }),
    })),
  }
}

type Read = Omit<ReadingInQuestion, 'rows'> & {
  /** The first rows, by line. */
  readonly first: ReadonlyMap<number, StatementRow>
}

/** Returns null if the file cannot be read in this way. */
async function readBy(
  source: Source,
  mapping: Mapping,
  { currency, isCard, account }: Omit<Asked, 'question' | 'mapping'>,
): Promise<Read | null> {
  const first = new Map<number, StatementRow>()
  const sums = { in: 0, out: 0, skipped: 0, gaps: 0, closing: null as Cents | null }
  const options = {
    currency,
    onSkipped: () => (sums.skipped += 1),
    onGaps: (_: unknown, total: number) => (sums.gaps = total),
    onBalance: ({ amount }: { readonly amount: Cents }) => (sums.closing = amount),
  }
  try {
    const dialect = await detectDialect(source, { currency, isCard }, mapping)
    for await (const rows of readRows(source, dialect, options)) {
      for (const row of rows) {
        if (row.account !== account) continue
        if (row.amount > 0) sums.in += row.amount
        else sums.out -= row.amount
        if (first.size < COMPARED) first.set(row.line, row)
      }
    }
  } catch (error) {
    if (!(error instanceof StatementFault)) throw error
    return null
  }
  return { ...sums, mapping: sendable(mapping), first }
}

/** Picks the first lines that the readings understand differently; without any, the first lines. */
function linesToShow(readings: readonly ReadonlyMap<number, StatementRow>[]): readonly number[] {
  const lines = [...new Set(readings.flatMap((rows) => [...rows.keys()]))].toSorted((a, b) => a - b)
  const differing = lines.filter((line) => {
    const ways = readings.map((rows) => {
      const row = rows.get(line)
      return row ? JSON.stringify(viewRow(row)) : ''
    })
    return new Set(ways).size > 1
  })
  return (differing.length > 0 ? differing : lines).slice(0, SHOWN)
}

/** Copies a mapping into the form of the contract. */
function sendable({ encoding, columns, ...rest }: Mapping): ReadingInQuestion['mapping'] {
  const letters = encodings.find((one) => one === encoding)
  const parts = { ...rest, ...(letters && { encoding: letters }) }
  if (!columns) return parts
  const { balance = null, description, ...others } = columns
  return { ...parts, columns: { ...others, balance, description: [...description] } }
}
