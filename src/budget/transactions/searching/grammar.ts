import { addDays, addMonths, type Day, parseDay } from '#/core/values/day.ts'
import { fold } from '#/core/values/fold.ts'

/** The states that `is:` and `#` know. */
export type State =
  | 'pending'
  | 'booked'
  | 'split'
  | 'spending'
  | 'income'
  | 'transfer'
  | 'uncategorised'
  | 'noted'

/** An amount as it was typed, with a point before its decimals: the digits of a currency are not known here. */
export type Decimal = string

type Bare =
  /** Found in the payee, the bank's text, the note, the category, or as an amount or a day. */
  | { readonly by: 'word'; readonly text: string }
  | { readonly by: 'phrase' | 'payee' | 'note'; readonly text: string }
  | { readonly by: 'category' | 'account' | 'expense'; readonly name: string }
  /** The size of the amount, without its sign. */
  | { readonly by: 'amount'; readonly bounds: readonly Bound[] }
  /** Both days belong to it. */
  | { readonly by: 'days'; readonly from: Day | null; readonly to: Day | null }
  | { readonly by: 'state'; readonly state: State }

export type Bound = { readonly is: '>' | '>=' | '<' | '<=' | '='; readonly value: Decimal }

/** One condition of a search. `not`: what does not fit it is found. */
export type Term = Bare & { readonly not: boolean }

/** A part of a search that is not understood. */
export type Fault = {
  readonly part: string
  readonly kind: 'operator' | 'amount' | 'day' | 'state' | 'category' | 'account' | 'expense'
}

export type Search = { readonly terms: readonly Term[]; readonly faults: readonly Fault[] }

/**
 * Reads a typed search: words, `"phrases"`, amounts (`>50`, `20..30`, `30.57`), operators (`in:groceries`) and states (`#split`).
 * All conditions must hold; `-` before one excludes. A part that is still being typed, such as `in:`, is not a condition yet.
 */
export function readSearch(typed: string): Search {
  // `> 50` is one part.
  const text = typed.replaceAll(/([<>]=?|=)\s+(?=[\d.,])/g, '$1')
  const terms: Term[] = []
  const faults: Fault[] = []
  for (const [part] of text.matchAll(/(?:"[^"]*"?|[^\s"])+/g)) {
    const not = /^-(?![\d.,]|$)/.test(part)
    const read = readPart(not ? part.slice(1) : part)
    if (typeof read === 'string') faults.push({ part, kind: read })
    else if (read !== null) terms.push({ ...read, not })
  }
  return { terms, faults }
}

type Reader = (value: string) => Bare | Fault['kind'] | null

/** Reads one part; null while it is incomplete. */
function readPart(part: string): Bare | Fault['kind'] | null {
  if (part.startsWith('#')) return part === '#' ? null : readState(part.slice(1))
  const compared = /^([<>]=?|=)(.*)$/.exec(part)
  if (compared) return readCompared(compared[1]! as Bound['is'], compared[2]!)
  const [, name, value] = /^(\p{L}[\p{L}-]*):(?!\/\/)(.*)$/u.exec(part) ?? []
  if (name !== undefined && value !== undefined) {
    const reader = operators.get(fold(name))
    if (!reader) return 'operator'
    const bare = value.replaceAll('"', '').trim()
    return bare === '' ? null : reader(bare)
  }
  const range = rangeIn(part)
  if (range) return readRange(...range)
  if (!part.startsWith('"')) return { by: 'word', text: part.replaceAll('"', '') }
  const phrase = part.replaceAll('"', '').trim()
  return phrase === '' ? null : { by: 'phrase', text: phrase }
}

function readCompared(is: Bound['is'], typed: string): Bare | 'amount' | null {
  if (typed === '') return null
  const value = readDecimal(typed)
  return value === null ? 'amount' : { by: 'amount', bounds: [{ is, value }] }
}

function readRange(from: string, to: string): Bare | 'amount' {
  const [least, most] = [readDecimal(from), readDecimal(to)]
  if (least === null || most === null) return 'amount'
  const bounds = [
    { is: '>=', value: least },
    { is: '<=', value: most },
  ] as const
  return { by: 'amount', bounds }
}

/** The most digits of an amount: more are no amount, but a number of the bank. */
const DIGITS_MAX = 12

/**
 * Reads an amount such as `30.57`, `30,57`, `1.234,56` or `€20`, without a sign; null for other text. The last separator divides
 * the decimals unless three digits follow it.
 */
export function readDecimal(typed: string): Decimal | null {
  const text = typed.replaceAll(/^\p{Sc}\s?|\s?\p{Sc}$|['’\s]/gu, '')
  const found = /^(\d{1,3}(?:[.,]\d{3})+|\d+)(?:[.,](\d{1,2}))?$/.exec(text)
  if (!found) return null
  const whole = found[1]!.replaceAll(/[.,]/g, '')
  if (whole.length > DIGITS_MAX) return null
  return found[2] === undefined ? whole : `${whole}.${found[2]}`
}

/** Reads `2026-11-20`, `2026-11` or `2026`; null if the calendar lacks that day. */
export function readDays(typed: string): { readonly from: Day; readonly to: Day } | null {
  const [, year, month, day] = /^([12]\d{3})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(typed) ?? []
  const first = parseDay(`${year}-${month ?? '01'}-${day ?? '01'}`)
  if (first === null) return null
  if (day !== undefined) return { from: first, to: first }
  return { from: first, to: addDays(addMonths(first, month === undefined ? 12 : 1), -1) }
}

type Period = { readonly from: Day; readonly to: Day }

const byDays =
  (boundsOf: (period: Period) => { from: Day | null; to: Day | null }): Reader =>
  (value) => {
    const period = readDays(value)
    if (period) return { by: 'days', ...boundsOf(period) }
    // A day that is being typed is a prefix of one.
    return /^\d{1,4}(-\d{0,2}(-\d{0,2})?)?$/.test(value) && value.length < 10 ? null : 'day'
  }

const named =
  (by: 'category' | 'account' | 'expense'): Reader =>
  (name) => ({ by, name })

/** Words for each operator, in the languages of the application, folded. */
const operators: ReadonlyMap<string, Reader> = new Map(
  (
    [
      ['in category en categoria kategorie', named('category')],
      ['from account de desde cuenta von konto', named('account')],
      ['set aside|apartado|rucklage|bill|envelope|goal', named('expense')],
      ['payee name comercio empfanger', (text) => ({ by: 'payee', text })],
      ['note nota notiz', (text) => ({ by: 'note', text })],
      ['before antes vor', byDays(({ from }) => ({ from: null, to: addDays(from, -1) }))],
      ['after despues nach', byDays(({ to }) => ({ from: addDays(to, 1), to: null }))],
      ['since ab', byDays(({ from }) => ({ from, to: null }))],
      ['until hasta bis', byDays(({ to }) => ({ from: null, to }))],
      ['on date dia fecha am', byDays(({ from, to }) => ({ from, to }))],
      ['amount importe betrag', (value) => readAmount(value)],
      ['is es ist', (value) => readState(value)],
    ] as const satisfies readonly (readonly [string, Reader])[]
  ).flatMap(([words, reader]) =>
    words.split(words.includes('|') ? '|' : ' ').map((word): [string, Reader] => [word, reader]),
  ),
)

function readAmount(value: string): Bare | 'amount' | null {
  const compared = /^([<>]=?|=)(.*)$/.exec(value)
  if (compared) return readCompared(compared[1]! as Bound['is'], compared[2]!)
  const range = rangeIn(value)
  return range ? readRange(...range) : readCompared('=', value)
}

/** Returns both ends of `20..30`. Not by one pattern, which would try every place of the dots. */
function rangeIn(text: string): readonly [from: string, to: string] | null {
  const at = text.indexOf('..')
  if (at === -1) return null
  const [from, to] = [text.slice(0, at), text.slice(at + 2)]
  const isNumber = (end: string) => /^[\d.,' ]+$/.test(end)
  return isNumber(from) && isNumber(to) ? [from, to] : null
}

/** Words for each state, in the languages of the application, folded. */
const states: ReadonlyMap<string, State> = new Map(
  Object.entries({
    pending: 'pending pendiente vorgemerkt',
    booked: 'booked cleared contabilizado gebucht',
    split: 'split dividido aufgeteilt',
    spending: 'spending expense gasto ausgabe',
    income: 'income ingreso einnahme',
    transfer: 'transfer transferencia traspaso umbuchung',
    uncategorised: 'uncategorised uncategorized unfiled sin-categoria ohne-kategorie',
    noted: 'noted note nota notiz',
  } satisfies Record<State, string>).flatMap(([state, words]) =>
    words.split(' ').map((word): [string, State] => [fold(word), state as State]),
  ),
)

function readState(typed: string): Bare | 'state' | null {
  const word = fold(typed)
  const state = states.get(word)
  if (state) return { by: 'state', state }
  // A state that is being typed is the beginning of one.
  return [...states.keys()].some((one) => one.startsWith(word)) ? null : 'state'
}
