import type { LeftReason } from '#/core/values/moves.ts'
import { addDays, addMonths, type Day, startOfMonth } from '#/core/values/day.ts'
import { isCurrencyCode } from '#/core/values/money.ts'
import type { Cents } from '#/core/values/cents.ts'
import { createCells } from './flat.ts'
import type { Moved, MovedTarget, ReadOptions } from './moved.ts'
import { proposalOf } from './actual-budget.ts'
import type { Table, TableRow } from './table.ts'

/** Proposes bills, the newest limits of budgets, and recurring transactions. */
export async function* readFireflyPlans(
  tables: ReadonlyMap<string, Table>,
  options: ReadOptions,
): AsyncGenerator<readonly Moved[]> {
  const bills = tables.get('bills')
  if (bills) yield* readBills(bills, options)
  const budgets = tables.get('budgets')
  if (budgets) yield* readBudgets(budgets, options)
  const recurring = tables.get('recurring')
  if (recurring) yield* readRecurring(recurring, options)
}

const intervals = { monthly: 1, quarterly: 3, 'half-year': 6, yearly: 12 } as const

function currencyOf({ text }: TableRow, { currency }: ReadOptions): string {
  const written = text('currency code')
  return isCurrencyCode(written) ? written : currency
}

function isActive({ text }: TableRow): boolean {
  return !['0', 'false', ''].includes(text('active').toLowerCase())
}

function left(reason: LeftReason, name: string): Moved {
  return { kind: 'left', reason, name: name || null }
}

async function* readBills(table: Table, options: ReadOptions): AsyncGenerator<readonly Moved[]> {
  const cells = createCells(table, { order: 'ymd', decimal: '.' })
  for await (const rows of table.rows()) {
    yield rows.map((row): Moved => {
      const { text } = row
      const name = text('name')
      const currency = currencyOf(row, options)
      if (!isActive(row)) return left('schedule_ended', name)
      if (currency !== options.currency) return left('other_currency', name)
      const [least, most] = ['amount min', 'amount max'].map((column) =>
        cells.amount(row, currency, column),
      )
      const amount = Math.round((least! + most!) / 2)
      const frequency = Object.entries(intervals).find(([word]) => word === text('repeat freq'))
      if (!frequency || Number(text('skip')) > 0 || amount <= 0)
        return left('schedule_irregular', name)
      const due = nextAfter(cells.day(row, 'date'), frequency[1], options.today)
      return { kind: 'bill', name, payee: name, amount, intervalMonths: frequency[1], due }
    })
  }
}

/** Returns the first date after today of what repeats every so many months. */
function nextAfter(first: Day, months: number, today: Day): Day {
  let due = first
  for (let count = 1; due <= today && count < 5000; count += 1)
    due = addMonths(first, count * months)
  return due
}

async function* readBudgets(table: Table, options: ReadOptions): AsyncGenerator<readonly Moved[]> {
  const cells = createCells(table, { order: 'ymd', decimal: '.' })
  const thisMonth = startOfMonth(options.today)
  const newest = new Map<string, { start: Day; amount: Cents; name: string }>()
  const moved: Moved[] = []
  let count = 0
  for await (const rows of table.rows()) {
    for (const row of rows) {
      const name = row.text('name')
      const currency = currencyOf(row, options)
      const start = cells.day(row, 'start date')
      const isMonth = cells.day(row, 'end date') === addDays(addMonths(start, 1), -1)
      if (currency !== options.currency) moved.push(left('other_currency', name))
      else if (!isMonth || start > options.today || !isActive(row))
        moved.push(left('schedule_irregular', name))
      else {
        count += 1
        const known = newest.get(name)
        const amount = cells.amount(row, currency, 'amount')
        if (!known || start > known.start) newest.set(name, { start, amount, name })
      }
    }
  }
  const since = addMonths(thisMonth, -2)
  const recent = [...newest.values()].filter(({ start, amount }) => start >= since && amount > 0)
  const earlier = count - recent.length
  if (earlier > 0)
    moved.push({ kind: 'left', reason: 'earlier_budgets', name: null, count: earlier })
  yield [
    ...recent.map(({ name, amount }): MovedTarget => {
      return { kind: 'bill', name, payee: null, amount, intervalMonths: 1, due: null }
    }),
    ...moved,
  ]
}

const words = {
  daily: 'daily',
  weekly: 'weekly',
  monthly: 'monthly',
  ndom: 'other',
  yearly: 'yearly',
} as const

/** A recurring transaction takes several lines: itself, its repetitions and its payments. */
async function* readRecurring(
  table: Table,
  options: ReadOptions,
): AsyncGenerator<readonly Moved[]> {
  const cells = createCells(table, { order: 'ymd', decimal: '.' })
  const found = new Map<string, { head?: TableRow; rhythm?: TableRow; payment?: TableRow }>()
  for await (const rows of table.rows()) {
    for (const row of rows) {
      const one = found.get(row.text('recurrence id')) ?? {}
      const contains = row.text('row contains')
      if (contains === 'repetition') one.rhythm ??= row
      else if (contains === 'transaction') one.payment ??= row
      else one.head = row
      found.set(row.text('recurrence id'), one)
    }
  }
  yield [...found.values()].map(({ head, rhythm, payment }): Moved => {
    const name = head?.text('title') ?? ''
    if (!head || !rhythm || !payment || !isActive(head)) return left('schedule_ended', name)
    const type = head.text('type').toLowerCase()
    if (type === 'transfer') return left('schedule_transfer', name)
    const currency = currencyOf(payment, options)
    if (currency !== options.currency) return left('other_currency', name)
    const size = Math.abs(cells.amount(payment, currency, 'amount'))
    const said = rhythm.text('type 2').toLowerCase()
    const frequency = Object.entries(words).find(([word]) => word === said)?.[1]
    if (frequency === undefined || frequency === 'other') return left('schedule_irregular', name)
    const interval = Number(rhythm.text('skip') || '0') + 1
    const due = nextAfter(
      cells.day(head, 'first date'),
      frequency === 'yearly' ? 12 * interval : interval,
      options.today,
    )
    const isPay = type === 'deposit'
    const amount = isPay ? size : -size
    const payee = isPay ? payment.text('source name') : payment.text('destination name')
    const rule = { frequency, interval, patterns: [] }
    return (
      proposalOf(rule, { name, payee: payee || null, amount, due }) ??
      left('schedule_irregular', name)
    )
  })
}
