import { type Day, partsOf, addDays } from '#/core/values/day.ts'
import type { Witness } from '../simulations/seeds.ts'
import { encode } from './encode.ts'
import { livePayments, type Payment } from './households.ts'
import { type BankLayout, separatorOf } from './layouts.ts'

/** A file in the layout of a bank, and the payments that it must be read to. */
export type Statement = {
  readonly bytes: Buffer
  readonly text: string
  readonly payments: readonly Payment[]
}

const units: Record<string, number> = { JPY: 1, KRW: 1, ISK: 1, CLP: 1, VND: 1, KWD: 1000 }

/** Writes the statement of an invented household as its bank would, with so many payments at most. */
export function writeStatement(chance: Witness, layout: BankLayout, most = 20): Statement {
  const { options, row } = layout
  const unit = units[layout.currency] ?? 100
  const lived = livePayments(chance, {
    country: layout.country,
    currency: layout.currency,
    unit,
    isWhole: !/[.,]\d+[^\d]*$/.test(layout.money.replace(/1[^\d]234/, '1234')),
    isCard: options.has('card'),
    hasFees: row.some((token) => token === 'fee' || token === '-fee'),
  })
  const start = chance.below(Math.max(1, lived.length - most))
  const payments = lived.slice(start, start + most)
  const opening = (chance.below(20_000) + 4000) * unit + (unit > 1 ? 50 : 0)
  const booked = withBalances(payments, options.has('card') ? -12_000 : opening)
  const rows = unbookedRows(chance, layout, booked)
  if (!options.has('oldest')) rows.reverse()
  const context = { layout, unit, chance }
  const separator = separatorOf(layout)
  const records = rows.map((one, index) =>
    row.map((token) => quoted(cellOf(token, { ...one, index }, context), layout)).join(separator),
  )
  const fill = fillWith(context, booked)
  const lines = [
    ...layout.pre.map(fill),
    ...(layout.head === null
      ? []
      : [options.has('quoted') ? quoteAll(layout.head, separator) : layout.head]),
    ...records,
    ...layout.post.map(fill),
  ]
  const text = `${lines.join(options.has('crlf') ? '\r\n' : '\n')}\n`
  return {
    text,
    bytes: encode(text, options.get('enc') ?? 'utf-8'),
    payments,
  }
}

type Row = Payment & { readonly balance: number | null; readonly status: number }
type Context = { readonly layout: BankLayout; readonly unit: number; readonly chance: Witness }

function withBalances(payments: readonly Payment[], opening: number): Row[] {
  let balance = opening
  return payments.map((payment) => {
    balance += payment.amount
    return { ...payment, balance, status: 0 }
  })
}

/** Adds rows that are pending, reverted or declined where the layout has words for them. */
function unbookedRows(
  chance: Witness,
  { row, options }: BankLayout,
  booked: readonly Row[],
): Row[] {
  const words = row.find((token) => token.startsWith('status:'))?.split('/').length ?? 1
  const states = Array.from({ length: words - 1 }, (_, index) => index + 1)
  if (options.has('unbooked') && states.length === 0) states.push(1)
  const last = booked.at(-1)!
  return [
    ...booked,
    ...states.map((status, index) => {
      const like = booked[chance.below(booked.length)]!
      const day = addDays(last.day, 1 + (index % 2))
      return {
        ...like,
        amount: -1500 - 100 * index,
        fee: 0,
        day,
        balance: null,
        status,
        isBooked: false,
      }
    }),
  ]
}

// oxlint-disable-next-line complexity -- one case for each kind of column
function cellOf(token: string, row: Row & { index: number }, context: Context): string {
  const { layout, chance } = context
  const { options } = layout
  const [kind = '', detail = ''] = token.split(/:(.*)/)
  const money = (value: number) => writeMoney(value, context)
  const inFile = (value: number) => (options.has('inverted') ? 0 - value : value)
  switch (kind) {
    case 'date': {
      const unbooked = row.isBooked ? undefined : options.get('unbooked')?.replaceAll('_', ' ')
      return unbooked ?? writeDay(row.day, detail.replaceAll('_', ' ') || layout.date, row.index)
    }
    // The day of the transaction, which a pending row has too.
    case 'made':
      return writeDay(row.day, detail.replaceAll('_', ' ') || layout.date, row.index)
    case 'amount':
      return money(inFile(row.amount))
    case 'gross':
      return money(inFile(row.amount + row.fee))
    case 'fee':
      return money(row.fee)
    case '-fee':
      return money(0 - row.fee)
    case 'abs':
      return money(Math.abs(row.amount))
    case 'debit':
      return row.amount < 0 ? money(0 - row.amount) : ''
    case 'credit':
      return row.amount < 0 ? '' : money(row.amount)
    case '-debit':
      return row.amount < 0 ? money(row.amount) : ''
    case 'credit-':
      return row.amount < 0 ? '' : money(0 - row.amount)
    case 'debit0':
      return money(row.amount < 0 ? 0 - row.amount : 0)
    case 'credit0':
      return money(row.amount < 0 ? 0 : row.amount)
    case 'balance':
      return row.balance === null ? '' : money(inFile(row.balance))
    case 'debt':
      return row.balance === null ? '' : money(0 - row.balance)
    // An amount of another kind: spent abroad, in another currency.
    case 'fx':
      return row.index % 5 === 3 ? money(Math.round(row.amount * 0.8)) : money(row.amount)
    case 'fxcur':
      return row.index % 5 === 3 ? (layout.currency === 'USD' ? 'CAD' : 'USD') : layout.currency
    case 'foreign':
      return row.index % 5 === 3 ? money(Math.round(row.amount * 0.8)) : ''
    case 'cur':
      return layout.currency
    case 'words':
      return row.words
    case 'payee':
      return row.payee
    case 'out':
      return row.amount < 0 ? row.payee : detail.replaceAll('_', ' ') || 'A. Example'
    case 'into':
      return row.amount < 0 ? detail.replaceAll('_', ' ') || 'A. Example' : row.payee
    case 'kind':
      return row.kind
    case 'cat':
      return row.category
    case 'mcc':
      return row.mcc
    case 'dir':
    case 'status': {
      const words = detail.split('/')
      const at = kind === 'status' ? row.status : Number(row.amount >= 0)
      return (words[at] ?? '').replaceAll('_', ' ')
    }
    case 'ref':
      return `${detail}${20_260_000 + row.index * 37 + chance.below(30)}`
    case 'iban':
      return `DE${10 + chance.below(80)}5001051754${10_000_000 + chance.below(9_999_999)}`
    case 'last4':
      return '4711'
    case 'n':
      return String(row.index + 1)
    case 'rate':
      return ''
    case 'const':
      return detail.replaceAll('_', ' ')
    case '-':
      return ''
    default:
      throw new Error(`${layout.name}: no column ${token}`)
  }
}

/** Writes an amount as the layout's example, which stands for minus 1234.56. */
function writeMoney(value: number, { layout: { money, options }, unit }: Context): string {
  const example = /1([^\d]?)234(?:([.,])(\d+))?/.exec(money)
  if (!example) throw new Error(`no example of an amount: ${money}`)
  const [shown, group = '', sign = '', decimals = ''] = example
  const size = Math.abs(value)
  const whole = String(Math.floor(size / unit)).replaceAll(/\B(?=(?:\d{3})+$)/g, group)
  const cents = unit === 1 ? '' : String(size % unit).padStart(String(unit).length - 1, '0')
  const fraction = sign === '' ? '' : sign + cents.padEnd(decimals.length, '0')
  const number = `${options.has('bare') && whole === '0' ? '' : whole}${fraction}`
  const signed = money.replace(shown, number)
  if (value < 0) return signed
  const plain = signed.replaceAll(/[-−()]/g, '').trim()
  return options.has('plus') && value > 0 ? `+${plain}` : plain
}

/** Writes a day in a form such as `dd.mm.yyyy HH:MM`. */
function writeDay(day: Day, form: string, index: number): string {
  const { year, month, date } = partsOf(day)
  const wide = (value: number) => String(value).padStart(2, '0')
  const named = (length: 'long' | 'short', language: string) =>
    new Intl.DateTimeFormat(language, { month: length, timeZone: 'UTC' }).format(
      new Date(`${day}T00:00:00Z`),
    )
  const [shape = '', language = 'en-US'] = form.split('@')
  const parts: Record<string, () => string> = {
    yyyy: () => String(year),
    yy: () => wide(year % 100),
    mmmm: () => named('long', language),
    mmm: () => named('short', language),
    mm: () => wide(month),
    m: () => String(month),
    dd: () => wide(date),
    d: () => String(date),
    HH: () => wide((index * 7 + 8) % 24),
    MM: () => wide((index * 13) % 60),
    SS: () => wide((index * 29) % 60),
  }
  return shape.replaceAll(/yyyy|yy|mmmm|mmm|mm|m|dd|d|HH|MM|SS/g, (part) => parts[part]!())
}

function quoted(cell: string, layout: BankLayout): string {
  const separator = separatorOf(layout)
  const isNeeded = cell.includes(separator) || cell.includes('"')
  if (!layout.options.has('quoted') && !isNeeded) return cell
  return `"${cell.replaceAll('"', '""')}"`
}

function quoteAll(header: string, separator: string): string {
  return header
    .split(separator)
    .map((name) => `"${name}"`)
    .join(separator)
}

/** Fills the places of a line before or behind the rows. */
function fillWith(context: Context, rows: readonly Row[]): (line: string) => string {
  const money = (value: number) => writeMoney(value, context)
  const [first, last] = [rows[0]!, rows.at(-1)!]
  const sum = (some: readonly Row[]) => some.reduce((total, { amount }) => total + amount, 0)
  const places: Record<string, () => string> = {
    from: () => writeDay(first.day, context.layout.date, 0),
    to: () => writeDay(last.day, context.layout.date, 0),
    opening: () => money(first.balance! - first.amount),
    closing: () => money(last.balance!),
    in: () => money(sum(rows.filter(({ amount }) => amount > 0))),
    out: () => money(sum(rows.filter(({ amount }) => amount < 0))),
    count: () => String(rows.length),
  }
  return (line) =>
    line.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const place = places[name]
      if (!place) throw new Error(`${context.layout.name}: no place ${name}`)
      const text = place()
      return text.includes(separatorOf(context.layout)) ? `"${text}"` : text
    })
}
