import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'
import { startOfMonth, addMonths } from '#/core/values/day.ts'
import { type DecimalSign, currencyIn, decimalIn, readMoney } from './amounts.ts'
import { createOrderDetector, type DateOrder, readMonth, requireDay } from './dates.ts'
import { categoryKey, createAnnouncer, createPairNames } from './notice-once.ts'
import { MoveFault, OpenQuestion } from './move-fault.ts'
import type { MoveFile } from './move-file.ts'
import { CORRECTION, type Moved, type MovedPart, type MovedRow, type ReadOptions } from './moved.ts'
import { openTable, type Table, type TableRow, requireColumns } from './table.ts'

const REGISTER = ['Account', 'Date', 'Payee', 'Outflow', 'Inflow'] as const
const ASSIGNED = ['budgeted', 'assigned'] as const

/**
 * Reads the export of a YNAB plan: the register, and the months of the plan if they are given. Both are CSV or
 * tab-separated.
 */
export async function* readYnab(
  files: readonly MoveFile[],
  options: ReadOptions,
): AsyncGenerator<readonly Moved[]> {
  let register: Table | null = null
  const plans: Table[] = []
  for (const file of files) {
    const table = await openTable(file)
    if (table?.has('month', 'category') && ASSIGNED.some((name) => table.has(name))) {
      plans.push(table)
    } else if (table?.has('account') && (table.has('outflow') || table.has('payee'))) {
      if (register) throw new MoveFault(file.name, 1, { name: 'move_twice' })
      register = table
    } else throw new MoveFault(file.name, null, { name: 'move_other_files' })
  }
  if (!register) throw new MoveFault(files[0]?.name ?? null, null, { name: 'move_other_files' })
  requireColumns(register, REGISTER)
  const notation = await detectNotation(register, options)
  yield* readRegister(register, notation)
  for (const plan of plans) yield* readPlan(plan, { ...notation, today: options.today })
}

type Notation = {
  readonly order: DateOrder
  readonly decimal: DecimalSign
  readonly currency: string
}

/** Decides how the register writes dates, amounts and its currency, from all of its rows. */
async function detectNotation(table: Table, options: ReadOptions): Promise<Notation> {
  const orders = createOrderDetector()
  const currencies = new Set<string>()
  let decimal: DecimalSign | null = null
  for await (const rows of table.rows()) {
    for (const { line, text } of rows) {
      orders.push(text('date'))
      for (const amount of [text('outflow'), text('inflow')]) {
        const sign = decimalIn(amount)
        if (sign !== null && decimal !== null && sign !== decimal) {
          throw new MoveFault(table.file.name, line, {
            name: 'decimals_differ',
            amount,
            sign,
            above: decimal,
          })
        }
        decimal ??= sign
        const currency = currencyIn(amount)
        if (currency !== null) currencies.add(currency)
      }
    }
  }
  const found = orders.end()
  if (!('order' in found) && options.dateOrder === null) {
    throw new OpenQuestion(table.file.name, 'date_order', found.example)
  }
  const order = options.dateOrder ?? ('order' in found ? found.order : 'ymd')
  const [written = null] = currencies
  const isWritten = currencies.size === 1 && !options.isCurrencyChosen
  return {
    order,
    decimal: decimal ?? '.',
    currency: isWritten && written !== null ? written : options.currency,
  }
}

/** The category of money that is not assigned yet, in each version of YNAB. */
const INCOME =
  /^(?:inflow: ?)?(?:ready to assign|to be budgeted|available this month|available next month)|^income: /i
const TRANSFER = /^Transfer ?: ?(.+)$/
const SPLIT = /^\(?Split \(?(\d+)\/(\d+)\)\s?(.*)$/is

type Line = {
  readonly row: TableRow
  readonly account: string
  readonly day: Day
  readonly amount: Cents
  readonly payee: string
  readonly memo: string
}

async function* readRegister(table: Table, notation: Notation): AsyncGenerator<readonly Moved[]> {
  const announce = createAnnouncer()
  const pairName = createPairNames()
  let parts: Line[] = []
  const pairOf = ({ account, payee, day, amount }: Line): string | undefined => {
    const other = TRANSFER.exec(payee)?.[1]?.trim()
    if (other === undefined) return undefined
    const [from, to] = amount < 0 ? [account, other] : [other, account]
    return pairName({ from, to, day, amount, isOut: amount < 0 })
  }
  const flush = (): Moved[] => {
    const taken = parts
    parts = []
    return taken.length === 0 ? [] : [joined(taken, pairOf)]
  }
  for await (const rows of table.rows()) {
    const moved: Moved[] = []
    for (const row of rows) {
      const line = readLine(row, table, notation)
      if (line === null) continue
      const { account, amount, payee, memo } = line
      const split = SPLIT.exec(memo)
      if (!belongs(line, parts)) moved.push(...flush())
      moved.push(...announce.account(account, { currency: notation.currency }))
      moved.push(...announce.category(...categoryOf(row)))
      if (payee === 'Starting Balance') moved.push({ kind: 'opening', account, amount })
      else if (split === null) moved.push(whole(line, pairOf(line)))
      else {
        parts.push(line)
        if (parts.length === Number(split[2])) moved.push(...flush())
      }
    }
    yield moved
  }
  yield flush()
}

/** Checks if a line is another part of the split payment before it. Some exports list the last part first. */
function belongs(line: Line, parts: readonly Line[]): boolean {
  const [first] = parts
  if (!first) return true
  const [own, total] = numberOf(line)
  return (
    total === numberOf(first)[1] &&
    line.account === first.account &&
    line.day === first.day &&
    parts.every((part) => numberOf(part)[0] !== own)
  )
}

/** Returns the number of a part and that of all parts; zeros for a whole payment. */
function numberOf({ memo }: Line): readonly [number, number] {
  const split = SPLIT.exec(memo)
  return [Number(split?.[1] ?? 0), Number(split?.[2] ?? 0)]
}

function readLine(
  row: TableRow,
  table: Table,
  { order, decimal, currency }: Notation,
): Line | null {
  const { text, line } = row
  const at = { file: table.file.name, line }
  const account = text('account')
  if (account === '') throw new MoveFault(at.file, line, { name: 'move_no_account' })
  const money = (column: string) => readMoney(text(column), { decimal, currency, at })
  return {
    row,
    account,
    day: requireDay(text('date'), order, at),
    amount: money('inflow') - money('outflow'),
    payee: text('payee'),
    memo: text('memo'),
  }
}

/** Returns group and name of a row's category; both empty for income, which has none. */
function categoryOf({ text }: TableRow): [group: string | null, name: string] {
  const both = text('category group category', 'category')
  if (INCOME.test(both)) return [null, '']
  const name = text('sub category') || text('category')
  const group = text('category group', 'master category')
  if (group !== '' && name !== '') return [group, name]
  const at = both.indexOf(':')
  return at < 0 ? [null, both] : [both.slice(0, at).trim(), both.slice(at + 1).trim()]
}

function keyOf(row: TableRow): string | null {
  return categoryKey(...categoryOf(row))
}

/** Balance adjustments move no money between people, as corrections in Earmark. */
const ADJUSTMENT = /^(?:Manual|Reconciliation) Balance Adjustment$/

function whole(line: Line, pair: string | undefined): MovedRow {
  const { row, account, day, amount, payee, memo } = line
  const { text } = row
  const flag = text('flag')
  const isCorrection = ADJUSTMENT.test(payee)
  return {
    kind: 'row',
    account,
    id: null,
    line: row.line,
    day,
    amount,
    payee: TRANSFER.exec(payee)?.[1] ?? payee,
    original: null,
    category: pair === undefined && !isCorrection ? keyOf(row) : null,
    notes: memo || null,
    tags: flag === '' ? [] : [flag],
    isPending: text('cleared').toLowerCase() === 'uncleared',
    pair: pair ?? (isCorrection ? CORRECTION : undefined),
  }
}

/** Joins the lines of a split payment. */
function joined(all: readonly Line[], pairOf: (line: Line) => string | undefined): MovedRow {
  const lines = all.toSorted((a, b) => numberOf(a)[0] - numberOf(b)[0])
  const first = lines[0]!
  const amount = lines.reduce((sum, line) => sum + line.amount, 0)
  const parts = lines.map((line): MovedPart => {
    const pair = pairOf(line)
    const note = SPLIT.exec(line.memo)?.[3]?.trim() || null
    const category = pair === undefined ? keyOf(line.row) : null
    return { amount: line.amount, category, note, ...(pair !== undefined && { pair }) }
  })
  const named = lines.find(({ payee }) => payee !== '' && !TRANSFER.test(payee)) ?? first
  const row = whole({ ...first, payee: named.payee, amount, memo: '' }, undefined)
  return { ...row, category: null, parts }
}

const INTERNAL = /^(?:credit card payments|hidden categories|internal master category|inflow)$/i

/** Proposes what the newest month of the plan assigns to each category. */
async function* readPlan(
  table: Table,
  { decimal, currency, today }: Notation & { readonly today: Day },
): AsyncGenerator<readonly Moved[]> {
  const thisMonth = startOfMonth(today)
  const newest = new Map<string, { month: Day; amount: Cents; name: string }>()
  let months = 0
  for await (const rows of table.rows()) {
    for (const { text, line } of rows) {
      const at = { file: table.file.name, line }
      const month = readMonth(text('month'))
      if (month === null) {
        throw new MoveFault(at.file, line, { name: 'no_such_date', date: text('month') })
      }
      const amount = readMoney(text(...ASSIGNED), { decimal, currency, at })
      const name = text('category') || text('sub category')
      const group = text('category group', 'master category')
      if (amount <= 0 || INTERNAL.test(group) || name === '' || month > thisMonth) continue
      const key = `${group}\u{1f}${name}`
      const known = newest.get(key)
      if (known) months += 1
      if (!known || month > known.month) newest.set(key, { month, amount, name })
    }
  }
  const since = addMonths(thisMonth, -2)
  const recent = [...newest.values()].filter(({ month }) => month >= since)
  months += newest.size - recent.length
  yield recent.map(({ name, amount }) => {
    return { kind: 'bill', name, payee: null, amount, intervalMonths: 1, due: null }
  })
  if (months > 0) yield [{ kind: 'left', reason: 'earlier_budgets', name: null, count: months }]
}
