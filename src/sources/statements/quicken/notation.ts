import { currencyDigits } from '#/core/values/money.ts'
import type { DecimalSign } from '#/sources/statements/csv/amounts.ts'
import type { DateOrder } from '#/sources/statements/csv/dates.ts'
import { usualOrder } from '#/sources/statements/csv/detecting/date-order.ts'
import type { Mapping, Question } from '#/sources/statements/csv/layout.ts'
import { StatementFault } from '#/sources/statements/fault.ts'
import { excerpt } from '#/sources/statements/plain-amount.ts'
import { readQifDate } from './dates.ts'
import type { QifNotation } from './qif.ts'
import { createQifRecords } from './records.ts'

const orders = ['dmy', 'mdy', 'ymd'] as const

/**
 * Detects how a QIF file writes dates and amounts, from all of its records. The order of day and month is the one that fits
 * every record; of two, the one in which the records are sorted by day or lie in two months, else the usual one for dollars.
 * Otherwise it asks.
 */
// oxlint-disable-next-line max-lines-per-function -- one state machine
export function createQifNotationDetector(currency: string, mapping: Mapping) {
  const ways = new Map(
    orders.map((order) => [
      order,
      { line: 0, text: '', rises: true, falls: true, last: '', months: new Set<string>() },
    ]),
  )
  const failed = new Map<DateOrder, { line: number; text: string }>()
  const signs = new Map<DecimalSign, { line: number; text: string }>()
  let differs = false
  /** A point between the numbers: nobody writes the month first then. */
  let isPointed = true
  let account: string | null = null
  const takeDate = (text: string, line: number, of: string | null) => {
    const days = orders.map((order) => readQifDate(text, order))
    differs ||= days[0] !== days[1]
    isPointed &&= /^\d{1,2}\.\s?\d{1,2}\./.test(text.trim())
    for (const [index, order] of orders.entries()) {
      const [day, way] = [days[index] ?? null, ways.get(order)!]
      if (day === null) {
        if (!failed.has(order)) failed.set(order, { line, text })
        continue
      }
      // Each account begins again.
      if (of === account && way.last !== '') {
        way.rises &&= day >= way.last
        way.falls &&= day <= way.last
      }
      way.last = day
      way.months.add(day.slice(0, 7))
    }
    account = of
  }
  const takeAmount = (text: string, line: number) => {
    const [, sign, behind = ''] = /([.,])(\d+)\D*$/.exec(text) ?? []
    if (sign === undefined) return
    if (behind.length === 3 && currencyDigits(currency) !== 3) return
    const decimal = sign === ',' ? ',' : '.'
    if (!signs.has(decimal)) signs.set(decimal, { line, text })
  }
  const records = createQifRecords({
    onAccount: () => {},
    onRecord: ({ kind, line, account: of, fields, lines, splits }) => {
      if (kind === 'investment') return
      takeDate(fields.get('D') ?? '', lines.get('D') ?? line, of)
      takeAmount(fields.get('T') ?? fields.get('U') ?? '', lines.get('T') ?? line)
      for (const split of splits) takeAmount(split.amount, split.line)
    },
  })
  return {
    push: records.push,
    end: (): { readonly notation: QifNotation; readonly question: Question | null } => {
      records.end()
      const decimal = mapping.decimal ?? detectDecimal()
      if (mapping.dateOrder) {
        return { notation: { dateOrder: mapping.dateOrder, decimal }, question: null }
      }
      const { dateOrder, other } = detectOrder()
      const readings = [
        { ...mapping, dateOrder },
        { ...mapping, dateOrder: other ?? dateOrder },
      ] as const
      const question = other === null ? null : ({ kind: 'date_order', readings } as const)
      return { notation: { dateOrder, decimal }, question }
    },
  }

  function detectDecimal(): DecimalSign {
    const [first, second] = [...signs].toSorted(([, a], [, b]) => a.line - b.line)
    if (first && second) {
      const { line, text } = second[1]
      const [sign, above] = [second[0], first[0]]
      throw new StatementFault(line, {
        name: 'decimals_differ',
        amount: excerpt(text),
        sign,
        above,
      })
    }
    return first?.[0] ?? '.'
  }

  /** `other`: the order that fits as well, if nothing decides between the two. */
  function detectOrder(): { readonly dateOrder: DateOrder; readonly other: DateOrder | null } {
    const fitting = orders.filter((order) => !failed.has(order))
    const [only, second] = fitting
    if (only === undefined) {
      const [last] = [...failed.values()].toSorted((a, b) => b.line - a.line)
      throw new StatementFault(last!.line, { name: 'dates_differ', date: excerpt(last!.text) })
    }
    if (second === undefined || !differs) return { dateOrder: only, other: null }
    const sorted = fitting.filter((order) => ways.get(order)!.rises || ways.get(order)!.falls)
    if (sorted.length === 1) return { dateOrder: sorted[0]!, other: null }
    if (isPointed && fitting.includes('dmy')) return { dateOrder: 'dmy', other: null }
    // A file of one or two months looks like one day of many months in the other order.
    const short = fitting.filter((order) => ways.get(order)!.months.size <= 2)
    const long = fitting.filter((order) => ways.get(order)!.months.size >= 4)
    if (short.length === 1 && long.length === fitting.length - 1) {
      return { dateOrder: short[0]!, other: null }
    }
    const habit = usualOrder(currency)
    const dateOrder = fitting.includes(habit) ? habit : only
    const other = fitting.find((order) => order !== dateOrder)!
    return { dateOrder, other: currency === 'USD' ? null : other }
  }
}
