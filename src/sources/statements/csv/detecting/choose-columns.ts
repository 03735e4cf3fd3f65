import {
  type Columns,
  DESCRIPTIONS_MAX,
  type Offers,
  parties,
} from '#/sources/statements/csv/columns.ts'
import { nameOf } from '#/sources/statements/csv/column-names.ts'
import { isIncoming, isMark } from '#/sources/statements/csv/direction.ts'
import type { Profile } from './profile.ts'

/** The columns that hold the money of a row. */
export type MoneyColumns = Pick<Columns, 'amount' | 'debit' | 'credit'>

/** Columns chosen by their names and contents. */
export type ChosenColumns = {
  readonly columns: Columns
  /** Other columns that may hold the money of a row: the file's arithmetic decides. */
  readonly otherMoney: readonly MoneyColumns[]
  /** Columns that are named like an amount, but are not the amount of a row. */
  readonly moneyBeside: readonly number[]
  /** Columns with a date for rows whose date is empty. */
  readonly otherDates: readonly number[]
  /** A column with the sides of the amounts, by its contents. */
  readonly direction: number | null
  /** The side of an amount whose cell of that column is empty. Null: it must not be empty. */
  readonly blankSide: 'in' | 'out' | null
  /** The column of statuses says by yes or no whether a row is pending. */
  readonly isPendingFlag: boolean
}

/**
 * Chooses the columns by their names, and by their contents in the first rows: an empty or mostly empty column loses to the
 * next, and so does one whose cells are not dates or amounts. Null without a date or an amount.
 */
// oxlint-disable-next-line max-lines-per-function -- one choice after the other
export function chooseColumns(
  offers: Offers,
  { header, profile, currency: own }: Contents & { readonly currency: string },
): ChosenColumns | null {
  const dates = fullest(offers.dates, profile, ({ filled, dates: read }) =>
    read * 2 >= filled ? read : 0,
  )
  const date = dates[0] ?? offers.dates[0]
  if (date === undefined) return null
  const taken = new Set<number>([date])
  const ways = waysOf(offers, { header, profile, taken })
  const [money] = ways
  if (!money) return null
  for (const { amount, debit, credit } of ways) {
    for (const at of [amount, debit, credit]) if (at !== null) taken.add(at)
  }
  const isFree = (at: number) => !taken.has(at)
  const take = (list: readonly number[], fits: (at: number) => boolean = () => true) => {
    const free = list.filter((at) => isFree(at) && fits(at))
    // An empty column says nothing, but is better than no column in a file without rows.
    const at =
      free.find((one) => profile.column(one).filled > 0) ??
      (profile.rows === 0 ? free[0] : undefined)
    if (at === undefined) return null
    taken.add(at)
    return at
  }
  const share = (at: number, part: 'codes' | 'money' | 'words' | 'sides') => {
    const { filled, [part]: fitting } = profile.column(at)
    return filled === 0 ? 0 : fitting / filled
  }
  const isBalance = (at: number) => share(at, 'money') >= 0.5
  const besides = offers.balances.map((at) => besideCode(at, { header, profile }))
  const balance = take(besides, isBalance)
  // A column of currencies beside an amount whose name states the account's own says what was spent elsewhere.
  const isOwn =
    money.amount !== null &&
    nameOf(header[money.amount] ?? '')
      .full.split(' ')
      .includes(own.toLowerCase())
  const currency = isOwn ? null : take(offers.currencies, (at) => share(at, 'codes') >= 0.5)
  const mcc = take(offers.mccs)
  const flag = take(offers.pendingFlags, (at) => profile.column(at).distinct <= 2)
  const status =
    flag ??
    take(offers.statuses, (at) => profile.column(at).distinct <= STATUSES_MAX) ??
    take(range(profile.width), (at) => profile.isStatus(at))
  const isNet =
    money.amount !== null &&
    /\b(net|netto)\b|after fee|liquido/.test(nameOf(header[money.amount] ?? '').full)
  const fee = isNet ? null : take(offers.fees, (at) => share(at, 'money') >= 0.5)
  const reference = take(offers.references, (at) => isReference(at, profile))
  const [payee, payer] = parties(offers, (list) => take(list, (at) => share(at, 'money') < 0.5))
  const category = take(offers.categories, (at) => share(at, 'words') >= 0.5)
  const direction = findDirection(offers, { profile, isFree, header })
  if (direction !== null) taken.add(direction)
  const free = offers.descriptions.filter(isFree)
  const texts = free.filter((at) => isText(at, profile))
  const description = telling(texts.length > 0 ? texts : free, payee, profile)
  // An id is better than no words at all.
  const isWordless = description.length === 0 && payee === null && reference !== null
  const columns: Columns = {
    date,
    ...money,
    direction: money.amount === null ? null : direction,
    merchant: payee,
    payer,
    description: isWordless ? [reference] : description,
    currency,
    balance,
    status,
    fee,
    category,
    mcc,
    reference: isWordless ? null : reference,
  }
  const words = withWords(columns, {
    profile,
    isFree: (at) => isFree(at) && !description.includes(at),
  })
  return {
    columns: words,
    isPendingFlag: flag !== null,
    blankSide: blankSideOf(direction, profile),
    otherMoney: ways.slice(1),
    moneyBeside: moneyBeside(offers, profile).filter((at) => at !== fee && at !== balance),
    otherDates: dates.slice(1),
    direction,
  }
}

type Contents = { readonly header: readonly string[]; readonly profile: Profile }

/** Orders the ways to take the money of a row: sure amounts, a debit and a credit column, then other amounts. */
function waysOf(
  offers: Offers,
  { header, profile, taken }: Contents & { readonly taken: ReadonlySet<number> },
): MoneyColumns[] {
  const isMoney = (at: number) => {
    const { filled, money } = profile.column(at)
    return !taken.has(at) && (filled === 0 || money * 2 >= filled)
  }
  const single = (list: readonly number[]) =>
    list
      .map((at) => besideCode(at, { header, profile }))
      .filter(isMoney)
      .map((amount): MoneyColumns => ({ amount, debit: null, credit: null }))
  const debit = offers.debits.find(isMoney)
  const credit = offers.credits.find((at) => at !== debit && isMoney(at))
  const sure = single(offers.amounts)
  const pair: MoneyColumns[] =
    debit === undefined || credit === undefined
      ? splitPair({ amount: sure[0]?.amount ?? null, debit, credit }, profile)
      : [{ amount: null, debit, credit }]
  // Amounts without any minus beside a debit and a credit column are magnitudes.
  const isUnsigned = ({ amount }: MoneyColumns) => profile.column(amount!).negative === 0
  const firstSure = sure[0]
  const isPairFirst = pair.length > 0 && firstSure !== undefined && isUnsigned(firstSure)
  const ordered = isPairFirst ? [...pair, ...sure] : [...sure, ...pair]
  const all = [...ordered, ...single(offers.looseAmounts)]
  const coverage = ({ amount, debit: out, credit: into }: MoneyColumns) =>
    amount !== null
      ? profile.column(amount).money
      : Math.min(profile.rows, profile.column(out!).money + profile.column(into!).money)
  const most = Math.max(0, ...all.map(coverage))
  const kept = all.filter((way) => coverage(way) * 2 >= most)
  return dedupe(kept).slice(0, WAYS_MAX)
}

/** Pairs a column of one side with an amount that is filled exactly where that column is empty. */
function splitPair(
  {
    amount,
    debit,
    credit,
  }: {
    readonly amount: number | null
    readonly debit: number | undefined
    readonly credit: number | undefined
  },
  profile: Profile,
): MoneyColumns[] {
  const side = debit ?? credit
  if (amount === null || side === undefined) return []
  const [own, other] = [profile.column(amount), profile.column(side)]
  const isComplement =
    other.filled > 0 && own.filled + other.filled <= profile.rows && own.negative === 0
  if (!isComplement) return []
  return [
    debit === undefined
      ? { amount: null, debit: amount, credit: side }
      : { amount: null, debit, credit: amount },
  ]
}

const WAYS_MAX = 3
const STATUSES_MAX = 20

function dedupe(ways: readonly MoneyColumns[]): MoneyColumns[] {
  return ways.filter(
    (way, at) =>
      ways.findIndex((one) => one.amount === way.amount && one.debit === way.debit) === at,
  )
}

/** Returns the nameless column beside a column that holds only its currency, as DEGIRO writes amounts. */
function besideCode(at: number, { header, profile }: Contents): number {
  const { filled, codes } = profile.column(at)
  const isCode = filled > 0 && codes === filled
  return isCode && (header[at + 1] ?? '').trim() === '' && profile.column(at + 1).money > 0
    ? at + 1
    : at
}

function moneyBeside(
  { amounts, looseAmounts, debits, credits }: Offers,
  profile: Profile,
): number[] {
  return [...new Set([...amounts, ...looseAmounts, ...debits, ...credits])].filter((at) => {
    const { filled, money } = profile.column(at)
    return money > 0 && money * 2 >= filled
  })
}

/** Orders columns: those filled half as often as the fullest or less come after the others. */
function fullest(
  list: readonly number[],
  profile: Profile,
  size: (column: ReturnType<Profile['column']>) => number,
): readonly number[] {
  const sizes = new Map(list.map((at) => [at, size(profile.column(at))]))
  const most = Math.max(0, ...sizes.values())
  const isFull = (at: number) => (sizes.get(at) ?? 0) * 2 >= most
  if (most === 0) return list
  const some = list.filter((at) => !isFull(at) && (sizes.get(at) ?? 0) > 0)
  return [...list.filter(isFull), ...some]
}

/**
 * Finds the column with the sides of the amounts: by its name if most of its words are known, or by its contents alone if
 * all of its cells are marks such as `S` and `H`.
 */
function findDirection(
  offers: Offers,
  { profile, isFree }: Contents & { readonly isFree: (at: number) => boolean },
): number | null {
  const isSided = (at: number) => {
    const { filled, sides } = profile.column(at)
    return isFree(at) && filled > 0 && sides === filled && filled === profile.rows
  }
  const named = offers.directions.find(
    (at) => isSided(at) || (isFree(at) && blankSideOf(at, profile) !== null),
  )
  if (named !== undefined) return named
  if (profile.rows === 0) return offers.directions.find(isFree) ?? null
  return range(profile.width).find((at) => isSided(at) && profile.isMarks(at)) ?? null
}

/** Cards mark only one side: `Cr` for money that comes in, and nothing for spending. */
function blankSideOf(at: number | null, profile: Profile): 'in' | 'out' | null {
  if (at === null) return null
  const { filled, sides, distinct, commonest } = profile.column(at)
  if (
    filled === 0 ||
    filled === profile.rows ||
    sides !== filled ||
    distinct > 1 ||
    !isMark(commonest.text)
  )
    return null
  return isIncoming(commonest.text) === true ? 'out' : 'in'
}

/** An id of the bank is long, has digits and names one row. */
function isReference(at: number, profile: Profile): boolean {
  const { filled, distinct, ids } = profile.column(at)
  return filled > 0 && filled === profile.rows && ids === filled && distinct === filled
}

function isText(at: number, profile: Profile): boolean {
  const { filled, money, dates } = profile.column(at)
  return profile.rows === 0 || (filled > 0 && (money + dates) * 2 <= filled)
}

/** Leaves out columns of a few fixed words, such as the kind of booking, if another column says more. */
function telling(named: readonly number[], payee: number | null, profile: Profile): number[] {
  const distinct = (at: number) => profile.column(at).distinct
  const most = Math.max(0, ...[...named, ...(payee === null ? [] : [payee])].map(distinct))
  const isFixed = (at: number) => {
    const { filled, sides } = profile.column(at)
    return (
      (profile.rows >= ROWS_ENOUGH && distinct(at) <= FEW_WORDS) || (filled > 0 && sides === filled)
    )
  }
  const kept = named.filter((at) => !isFixed(at) || distinct(at) >= most)
  return kept.slice(0, DESCRIPTIONS_MAX)
}

/** With fewer rows, repeated words in a column say nothing. */
const ROWS_ENOUGH = 6
const FEW_WORDS = 3

/** Adds the column with the most different words where the named ones say much less, or nothing. */
function withWords(
  columns: Columns,
  { profile, isFree }: { readonly profile: Profile; readonly isFree: (at: number) => boolean },
): Columns {
  const { merchant, payer, description } = columns
  const distinct = (at: number) => profile.column(at).distinct
  const said = [merchant, payer ?? null, ...description].flatMap((at) =>
    at === null ? [] : [distinct(at)],
  )
  const free = range(profile.width).filter((at) => {
    const { filled, words, dates, ids } = profile.column(at)
    return (
      isFree(at) &&
      words * 3 >= profile.rows &&
      words * 2 >= filled &&
      dates === 0 &&
      ids * 2 < filled
    )
  })
  const [best] = free.toSorted((a, b) => distinct(b) - distinct(a) || a - b)
  if (best === undefined || (said.length > 0 && distinct(best) <= 2 * Math.max(...said)))
    return columns
  return { ...columns, description: [best, ...description].slice(0, DESCRIPTIONS_MAX) }
}

function range(length: number): number[] {
  return Array.from({ length }, (_, at) => at)
}
