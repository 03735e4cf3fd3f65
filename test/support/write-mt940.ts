import { balances, CLOSING, money, OPENING, type Paid, paid } from './statement-rows.ts'

/** How one bank writes its statements. Functions get the payment, and its position from 0. */
export type Mt940Traits = {
  readonly account?: string
  readonly currency?: string
  /** The lines above field 20, and those below the last field. */
  readonly before?: readonly string[]
  readonly after?: readonly string[]
  readonly lineEnd?: string
  /** Field 61 without its tag; several lines are one field. */
  readonly entry?: (one: Paid, index: number) => string
  /** Field 86 without its tag; null for none. */
  readonly details?: (one: Paid, index: number) => string | null
  readonly rows?: readonly Paid[]
  readonly opening?: number
  readonly closing?: number
  /** The letters of opening and closing balance, or none of them for an interim report. */
  readonly balances?: readonly [string, string] | 'interim'
  readonly more?: readonly string[]
}

export const yymmdd = (day: string) => day.slice(2).replaceAll('-', '')
const mmdd = (day: string) => day.slice(5).replaceAll('-', '')
const mark = (cents: number) => (cents < 0 ? 'D' : 'C')
/** An amount as SWIFT writes it: a comma, and nothing behind it where there are no decimals. */
export const swiftMoney = (cents: number) => money(Math.abs(cents), ',').replace(/,00$/, ',')

/** Field 61 with value date, booking date, mark, amount and the rest. */
export const entry =
  (rest: string, more: { readonly letter?: string; readonly noEntryDate?: boolean } = {}) =>
  ([day, , cents]: Paid): string =>
    `${yymmdd(day)}${more.noEntryDate ? '' : mmdd(day)}${mark(cents)}${more.letter ?? ''}${swiftMoney(cents)}${rest}`

/** Breaks a text into lines of at most 65 characters, in the middle of words. */
export const wrap = (text: string, width = 65): string =>
  (text.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).join('\n')

/** Writes a statement of the household’s payments. */
export function writeMt940({
  account = 'DE02120300000000202051',
  currency = 'EUR',
  before = [],
  after = ['-'],
  lineEnd = '\r\n',
  entry: entryOf = entry('NTRFNONREF'),
  details = ([, words]) => words,
  rows = paid,
  opening = OPENING,
  closing = CLOSING,
  balances: letters = ['F', 'F'],
  more = [],
}: Mt940Traits = {}): string {
  const balance = (cents: number, day: string) =>
    `${mark(cents)}${yymmdd(day)}${currency}${swiftMoney(cents)}`
  const isInterim = letters === 'interim'
  const fields = [
    ':20:STARTUMS',
    `:25:${account}`,
    ':28C:00001/001',
    ...(isInterim
      ? [`:34F:${currency}0,`, ':13D:2602161830+0100']
      : [`:60${letters[0]}:${balance(opening, rows[0]?.[0] ?? '2026-01-27')}`]),
    ...rows.flatMap((one, index) => {
      const words = details(one, index)
      return [`:61:${entryOf(one, index)}`, ...(words === null ? [] : [`:86:${words}`])]
    }),
    ...(isInterim
      ? []
      : [`:62${letters[1]}:${balance(closing, rows.at(-1)?.[0] ?? '2026-02-16')}`]),
    ...more,
  ]
  const text = [...before, ...fields, ...after].join('\n')
  return `${text}\n`.replaceAll('\n', lineEnd)
}

/** Writes subfields after a sign, with words of at most 27 characters each. */
export const subfields = (code: string, sign: string, fields: Readonly<Record<string, string>>) =>
  wrap(
    `${code}${Object.entries(fields)
      .map(([name, text]) => `${sign}${name}${text}`)
      .join('')}`,
  )

/** Divides a text into subfields of 27 characters, from `20` on. */
export const purpose = (text: string): Record<string, string> =>
  Object.fromEntries(
    (text.match(/.{1,27}/g) ?? []).map((part, index) => [String(20 + index), part]),
  )

export { balances }
