import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'
import { plainLine } from '#/sources/provider/plain-text.ts'
import { type DecimalSign, readCell } from '#/sources/statements/csv/amounts.ts'
import type { DateOrder } from '#/sources/statements/csv/dates.ts'
import { StatementFault } from '#/sources/statements/fault.ts'
import { excerpt } from '#/sources/statements/plain-amount.ts'
import type {
  BalanceGap,
  ReaderOptions,
  StatementReader,
  StatementRow,
} from '#/sources/statements/statement.ts'
import { readQifDate } from './dates.ts'
import { createQifRecords, type QifRecord } from './records.ts'

/** How a QIF file writes dates and amounts, which it does not say. */
export type QifNotation = { readonly dateOrder: DateOrder; readonly decimal: DecimalSign }

const GAPS_MAX = 20

/**
 * Reads QIF: the transactions of bank accounts, cards, cash, assets and debts, of several accounts in one file. Records of
 * securities are skipped and counted; lists of categories, classes and memorized payments are ignored. An opening
 * balance is not a payment either, but with it the file states the account's balance.
 */
// oxlint-disable-next-line max-lines-per-function -- one state machine
export function createQifReader(
  notation: QifNotation,
  { currency, onBalance, onGaps, onAccount, onSkipped }: ReaderOptions,
  emit: (row: StatementRow) => void,
): StatementReader {
  let rows = 0
  let trades = 0
  const sums = new Map<string | null, { opening: Cents | null; sum: Cents; lastDay: Day }>()
  const gaps: BalanceGap[] = []
  let missed = 0

  const amountOf = (text: string, line: number): Cents => {
    const value = readCell(text, notation.decimal, currency)
    if (typeof value === 'number') return value
    const name =
      value?.fault === 'too_large' ? ('amount_too_large' as const) : ('not_an_amount' as const)
    throw new StatementFault(line, { name, amount: excerpt(text) })
  }
  const read = (record: QifRecord): StatementRow => {
    const { line, account, fields, lines, splits } = record
    const field = (code: string) => fields.get(code) ?? ''
    const lineOf = (code: string) => lines.get(code) ?? line
    if (field('D') === '') throw new StatementFault(line, { name: 'no_date' })
    const bookedOn = readQifDate(field('D'), notation.dateOrder)
    if (bookedOn === null) {
      throw new StatementFault(lineOf('D'), { name: 'no_such_date', date: excerpt(field('D')) })
    }
    const parts = splits.flatMap(({ amount, line: at }) =>
      amount === '' ? [] : [amountOf(amount, at)],
    )
    const sum = parts.reduce((whole, part) => whole + part, 0)
    const code = field('T') === '' ? 'U' : 'T'
    if (field(code) === '' && parts.length === 0)
      throw new StatementFault(line, { name: 'no_amount' })
    const amount = field(code) === '' ? sum : amountOf(field(code), lineOf(code))
    if (parts.length > 0 && parts.length === splits.length && sum !== amount) {
      missed += 1
      if (gaps.length < GAPS_MAX) gaps.push({ line, expected: sum, actual: amount })
    }
    return { ...wordsOf(record), line, account, amount, bookedOn }
  }
  const records = createQifRecords({
    onAccount: (name) => onAccount?.(name),
    onRecord: (record) => {
      if (record.kind === 'investment') {
        trades += 1
        onSkipped?.({ reason: 'investment', line: record.line })
        return
      }
      const row = read(record)
      const seen = sums.get(row.account) ?? { opening: null, sum: 0, lastDay: row.bookedOn }
      sums.set(row.account, seen)
      seen.sum += row.amount
      if (row.bookedOn > seen.lastDay) seen.lastDay = row.bookedOn
      if (isOpening(record)) {
        seen.opening = row.amount
        onSkipped?.({ reason: 'balance', line: record.line })
      } else {
        rows += 1
        emit(row)
      }
    },
  })
  return {
    push: records.push,
    end: () => {
      records.end()
      if (rows === 0 && trades > 0) throw new StatementFault(null, { name: 'trades' })
      for (const [account, { opening, sum, lastDay }] of sums) {
        if (opening !== null) onBalance?.({ account, amount: sum, day: lastDay })
      }
      if (missed > 0) onGaps?.(gaps, missed)
    },
  }
}

/** Quicken begins each account with such a record, which names the account itself as the other side. */
function isOpening({ fields }: QifRecord): boolean {
  return /^opening balance$/i.test(fields.get('P') ?? '') && (fields.get('L') ?? '').startsWith('[')
}

/** Takes the words of a record. The categories of a divided payment become words, unless they are all one. */
function wordsOf({ fields, splits }: QifRecord) {
  const field = (code: string) => plainLine(fields.get(code) ?? '', 500)
  const categories = [...new Set(splits.flatMap(({ category }) => categoryIn(category) ?? []))]
  const single = categories.length === 1 ? categories[0]! : null
  const memos = [field('M'), ...splits.map(({ memo }) => plainLine(memo, 200))]
  const several = categories.length > 1 ? [categories.join(', ')] : []
  const memo = [...new Set([...memos, ...several])].filter((text) => text !== '').join('; ')
  const transfer = /^\[([^\]]*)\]/.exec(field('L'))?.[1] ?? ''
  const description = field('P') || field('M') || transfer
  return {
    reference: null,
    status: 'booked' as const,
    description: plainLine(description, 500),
    merchant: plainLine(field('P'), 200) || null,
    memo: plainLine(memo === description ? '' : memo, 500) || null,
    mcc: null,
    category: splits.length > 0 ? single : categoryIn(field('L')),
  }
}

/** Reads `Food:Groceries/Holiday` without the class behind the slash; null for transfers (`[Savings]`) and placeholders. */
function categoryIn(text: string): string | null {
  const plain = plainLine(text.split('/')[0]!, 200)
  return plain === '' || plain.startsWith('[') || /^-+split-+$/i.test(plain) ? null : plain
}
