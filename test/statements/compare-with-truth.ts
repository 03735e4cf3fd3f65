import { StatementFault } from '#/sources/statements/fault.ts'
import { isEncoding } from './is-encoding.ts'
import { createCsvRecords } from '#/sources/statements/csv/records.ts'
import type { DateOrder } from '#/sources/statements/csv/dates.ts'
import type { Delimiter, Mapping } from '#/sources/statements/csv/layout.ts'
import { detectDialect, readRows } from '#/sources/statements/reading/read.ts'
import type { StatementRow } from '#/sources/statements/statement.ts'
import { type BankLayout, separatorOf } from './layouts.ts'
import type { Statement } from './write-statement.ts'

/** `asks`: nothing would be stored, because a person is asked or the file is refused. */
export type Comparison = {
  readonly outcome: 'right' | 'asks' | 'wrong'
  readonly detail: string
  /** The part of the rows whose payee can be seen. */
  readonly named: number
}

/** Reads a statement and compares every row with the truth. */
export async function compareWithTruth(
  layout: BankLayout,
  statement: Statement,
  mapping: Mapping = {},
): Promise<Comparison> {
  const source = () => pieces(statement.bytes)
  const options = { currency: layout.currency, isCard: layout.options.has('card') }
  try {
    const dialect = await detectDialect(source, options, mapping)
    const question = 'question' in dialect ? dialect.question : null
    if (question)
      return { outcome: 'asks', detail: `question ${JSON.stringify(question)}`, named: 0 }
    const rows: StatementRow[] = []
    for await (const some of readRows(source, dialect, options)) rows.push(...some)
    return compare(
      statement,
      rows.filter(({ status }) => status === 'booked'),
    )
  } catch (error) {
    if (!(error instanceof StatementFault)) throw error
    return {
      outcome: 'asks',
      detail: `line ${error.line}: ${JSON.stringify(error.reason)}`,
      named: 0,
    }
  }
}

function compare({ payments }: Statement, rows: readonly StatementRow[]): Comparison {
  const keys = (list: readonly string[]) => list.toSorted().join('\n')
  const expected = keys(payments.map(({ day, amount }) => `${day} ${amount}`))
  const found = keys(rows.map(({ bookedOn, amount }) => `${bookedOn} ${amount}`))
  const shown = rows.map(({ merchant, description }) => plain(`${merchant ?? ''} ${description}`))
  const unseen = payments.filter(({ payee, words }) => {
    const names = [payee, words].map(plain).filter((name) => name !== '')
    return names.length > 0 && !shown.some((text) => names.some((name) => text.includes(name)))
  })
  const named = payments.length === 0 ? 1 : 1 - unseen.length / payments.length
  if (expected === found) {
    const detail = unseen.length > 0 ? `unseen: ${unseen[0]!.payee} in ${shown[0]}` : ''
    return { outcome: 'right', detail, named }
  }
  const missing = expected.split('\n').filter((key) => !found.includes(key))
  const extra = found.split('\n').filter((key) => !expected.includes(key))
  return {
    outcome: 'wrong',
    detail: `missing ${missing[0]}, instead ${extra[0]} (${extra.length})`,
    named,
  }
}

/** Counts the records up to the header, which a person points at. */
function recordsBefore(layout: BankLayout, text: string): number {
  const delimiter = separatorOf(layout)
  let [seen, header] = [0, 0]
  const records = createCsvRecords(delimiter, ({ cells }) => {
    seen += 1
    const names = cells.map((cell) => `"${cell}"`).join(delimiter)
    const isHeader = [cells.join(delimiter), names].includes(layout.head ?? '')
    if (isHeader && header === 0) header = seen
  })
  records.push(text)
  records.end()
  return header
}

function plain(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase()
}

async function* pieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** The choices of a person who knows the bank: every column by hand. */
export function mapByHand(layout: BankLayout, { text }: Statement): Mapping {
  const skipped = recordsBefore(layout, text)
  const { row, options, date, money } = layout
  const at = (...tokens: string[]) => {
    const found = row.findIndex((token) => tokens.includes(token.split(':')[0]!))
    return found < 0 ? null : found
  }
  const signed = at('amount') ?? at('gross')
  const hasPair =
    at('debit', '-debit', 'debit0') !== null && at('credit', 'credit-', 'credit0') !== null
  const amount = signed ?? (hasPair ? null : at('abs'))
  const encoding = options.get('enc')
  const form = row[at('date') ?? 0]!.split(/:(.*)/)[1] ?? date
  const first = /[ymd]/.exec(form)?.[0]
  const order: DateOrder = first === 'y' ? 'ymd' : first === 'm' ? 'mdy' : 'dmy'
  return {
    ...(encoding && isEncoding(encoding) ? { encoding } : {}),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the layouts name no others
    delimiter: separatorOf(layout) as Delimiter,
    skipped,
    columns: {
      date: at('date')!,
      amount,
      debit: amount === null ? at('debit', '-debit', 'debit0') : null,
      credit: amount === null ? at('credit', 'credit-', 'credit0') : null,
      direction: amount === null || signed !== null ? null : at('dir'),
      merchant: at('payee', 'out'),
      description: row.flatMap((token, index) => (token === 'words' ? [index] : [])),
      currency: at('cur'),
      balance: at('balance'),
      ...(at('into') === null ? {} : { payer: at('into') }),
      ...(at('status') === null ? {} : { status: at('status') }),
      ...(at('gross') !== null && at('amount') === null ? { fee: at('fee') } : {}),
    },
    dateOrder: order,
    decimal: /,\d\d?[^\d]*$|^[^\d]*1\.234[^\d]*$/.test(money) ? ',' : '.',
    isInverted: options.has('inverted'),
  }
}
