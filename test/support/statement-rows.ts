import { detectDialect, readRows } from '#/sources/statements/reading/read.ts'
import type { Mapping } from '#/sources/statements/csv/layout.ts'
import type { SkipReason } from '#/sources/statements/statement.ts'

/** A payment of an invented household: its day, its words and its amount in cents. */
export type Paid = readonly [day: string, words: string, cents: number]

/** The payments that all statements of these tests hold, oldest first. The first balance is 1,000.00. */
export const paid: readonly Paid[] = [
  ['2026-01-27', 'Northfield Utilities', -6150],
  ['2026-01-28', 'Acme Works Salary', 210_000],
  ['2026-01-30', 'Harbour Street Rent', -95_000],
  ['2026-02-02', 'Green Basket Market', -4599],
  ['2026-02-03', 'Green Basket Market', -75],
  ['2026-02-03', 'Tram Stop Coffee', -450],
  ['2026-02-03', 'Tram Stop Coffee', -450],
  ['2026-02-13', 'Lamp Shop Refund', 1290],
  ['2026-02-16', 'City Library', -2900],
]
export const OPENING = 100_000

/** The balance after each payment. */
export const balances = paid.map((_, index) =>
  paid.slice(0, index + 1).reduce((sum, [, , cents]) => sum + cents, OPENING),
)
export const CLOSING = balances.at(-1)!

/** Writes cents with a decimal sign, and grouping if wanted. */
export function money(cents: number, sign = '.', group = ''): string {
  const [whole, fraction] = (Math.abs(cents) / 100).toFixed(2).split('.')
  const grouped = whole!.replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, group)
  return `${cents < 0 ? '-' : ''}${grouped}${sign}${fraction}`
}

/** Writes a day as `dd.mm.yyyy`, with another separator, or with the month first. */
export function dmy(day: string, between = '.'): string {
  return day.split('-').toReversed().join(between)
}

export function mdy(day: string): string {
  const [year, month, date] = day.split('-')
  return `${month}/${date}/${year}`
}

export type ReadStatement = Awaited<ReturnType<typeof readStatement>>

/** Reads a file from its bytes alone, as an import does. */
export async function readStatement(
  content: Uint8Array | string,
  {
    currency = 'EUR',
    mapping = {},
    isCard = false,
    piece = 65_536,
  }: {
    readonly currency?: string
    readonly mapping?: Mapping
    readonly isCard?: boolean
    readonly piece?: number
  } = {},
) {
  const bytes = Buffer.from(content)
  const source = async function* () {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
  }
  const dialect = await detectDialect(source, { currency, isCard }, mapping)
  const rows: {
    readonly day: string
    readonly cents: number
    readonly words: string
    readonly account: string | null
    readonly status: string
    readonly category: string | null
    readonly merchant: string | null
    readonly line: number
  }[] = []
  const stated: { account: string | null; cents: number; day: string }[] = []
  const accounts = new Set<string>()
  const skipped: { reason: SkipReason; line: number }[] = []
  let gaps = 0
  const options = {
    currency,
    onAccount: (account: string) => void accounts.add(account),
    onBalance: ({
      account,
      amount,
      day,
    }: {
      account: string | null
      amount: number
      day: string
    }) => void stated.push({ account, cents: amount, day }),
    onGaps: (_: unknown, total: number) => (gaps = total),
    onSkipped: (one: { reason: SkipReason; line: number }) => void skipped.push(one),
  }
  for await (const batch of readRows(source, dialect, options)) {
    for (const row of batch) {
      const { line, bookedOn: day, amount: cents, account, status, category, merchant } = row
      const words = [row.merchant, row.description, row.memo].filter(Boolean).join(' | ')
      rows.push({ line, day, cents, words, account, status, category, merchant })
    }
  }
  return { dialect, rows, stated, accounts: [...accounts], skipped, gaps }
}

/** Compares the rows with the household's payments: days, cents and words, in the order of the file or turned. */
export function differences(read: ReadStatement, expected: readonly Paid[] = paid): string[] {
  const order = (rows: readonly (readonly [string, number, string])[]) =>
    rows.map(([day, cents, words]) => `${day} ${cents} ${words}`).toSorted()
  const wanted = order(expected.map(([day, words, cents]) => [day, cents, words]))
  const found = order(
    read.rows.map(({ day, cents, words }) => {
      const known = expected.find(([, name]) => words.includes(name))
      return [day, cents, known?.[1] ?? words]
    }),
  )
  return wanted.length === found.length
    ? wanted.filter((row, index) => row !== found[index])
    : [`${found.length} rows instead of ${wanted.length}`]
}

/** Reads lines: the question, each row as its day, cents and payee or words, and the lines that are left out, by reason. */
export async function readLines(
  lines: readonly string[],
  options: { readonly currency?: string; readonly isCard?: boolean } = {},
) {
  const { dialect, rows, skipped } = await readStatement(`${lines.join('\n')}\n`, options)
  const leftOut: Partial<Record<SkipReason, number[]>> = {}
  for (const { reason, line } of skipped) leftOut[reason] = [...(leftOut[reason] ?? []), line]
  return {
    question: dialect.question?.kind ?? null,
    rows: rows.map(({ day, cents, words }) => `${day} ${cents} ${words.split(' | ')[0]}`),
    skipped: leftOut,
  }
}
