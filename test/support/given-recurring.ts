// A household with everything that recurs in real accounts, and what does not, made from a seed; with the truth about it.
import {
  addDays,
  addMonths,
  type Day,
  daysBetween,
  endOfMonth,
  partsOf,
} from '#/core/values/day.ts'
import { dayInMonth, weekday } from '#/core/values/day.ts'
import type { Chance } from '#/budget/expenses/rules/given.ts'
import { languages, type Language } from './given-recurring-words.ts'
import { addNoise } from './given-recurring-noise.ts'

/** A booked payment; negative amounts left the account. */
export type Row = { readonly day: Day; readonly words: string; readonly amount: number }

/** A proposal that is right. */
export type Truth = {
  readonly kind: 'payday' | 'bill'
  /** Words of one of its payments. */
  readonly words: string
  /** `1` to `12` in months, `7d` in days; for a payday its frequency. */
  readonly rhythm: string
  readonly due: Day
  /** Most days between the due date and the proposed one. */
  readonly away: number
  readonly least: number
  readonly most: number
  /** False if there are too few payments to know: proposing it is neither right nor wrong. */
  readonly isSure: boolean
}

export type Recurring = {
  readonly rows: readonly Row[]
  readonly truths: readonly Truth[]
  readonly today: Day
  /** Words of payments that may be proposed, but are never ticked. */
  readonly own: readonly string[]
}

export type Making = {
  readonly chance: Chance
  readonly language: Language
  readonly first: Day
  readonly today: Day
  readonly add: (day: Day, words: string, amount: number) => void
}

type Bill = {
  readonly words: (index: number, day: Day) => string
  readonly rhythm: string
  readonly amount: (day: Day, index: number) => number
  /** A due date of the bill, and how far payments are from due dates. */
  readonly anchor: Day
  readonly jitter?: number
  readonly skipped?: readonly number[]
  readonly doubled?: readonly number[]
  readonly begins?: Day
  /** The amounts that are right for the next payment; otherwise exactly the next one. */
  readonly range?: readonly [number, number]
  readonly ends?: Day
}

/** Makes a household of `months` of history up to a day. */
export function givenRecurring(chance: Chance, months: number): Recurring {
  const today = addDays('2026-03-01' as Day, chance.below(330))
  const rows: Row[] = []
  const truths: Truth[] = []
  const language = chance.pick(languages)
  const first = addMonths(today, -months)
  const making: Making = {
    chance,
    language,
    first,
    today,
    add: (day, words, amount) => {
      if (day >= first && day <= today) rows.push({ day, words, amount })
    },
  }
  for (const bill of billsOf(making)) truths.push(...addBill(making, bill))
  truths.push(addSalary(making), addFortnightlyPay(making), addBenefit(making))
  addMixedPurchases(making, truths)
  const own = addNoise(making)
  rows.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
  return { rows, truths, today, own }
}

/** The bills of the household. Amounts are in cents. */
function billsOf({ chance, language, today, first }: Making): Bill[] {
  const { rent, care, power, month } = language
  const on = (date: number) => dayInMonth(partsOf(today).year, partsOf(today).month, date)
  const since = (count: number) => addMonths(today, -count)
  const fixed = (amount: number) => () => amount
  const raised = (from: number, to: number, on: Day) => (day: Day) => (day < on ? from : to)
  const plain = (name: string) => () => name
  const date = () => on(2 + chance.below(26))
  const yearly = addDays(today, -chance.below(300) - 30)
  const rises = since(2 + chance.below(9))
  const price = 900 + chance.below(900)
  const cleaning = addDays(today, -chance.below(7))
  const waters = 4_800 + chance.below(1_500)
  const numbered = (name: string) => (index: number) => `${name} ${40_000 + index * 137}`
  const coldest = 8_900 + chance.below(1_000)
  const season = (day: Day) => {
    const angle = ((partsOf(day).month - 1) / 12) * 2 * Math.PI
    return Math.round(coldest + 2_900 * Math.cos(angle))
  }
  const noisy = (day: Day) => Math.round(season(day) * (0.97 + chance.below(60) / 1_000))
  const bills: Bill[] = [
    {
      words: (_, day) => `${rent} ${month(day, 'year')}`,
      rhythm: '1',
      anchor: on(1),
      amount: raised(89_000, 92_500, rises),
    },
    {
      words: (_, day) => `${care} ${month(day, 'short')}`,
      rhythm: '1',
      anchor: on(5),
      amount: fixed(31_000),
    },
    {
      words: plain('Netflix.com'),
      rhythm: '1',
      anchor: date(),
      amount: raised(price, price + 200, since(3 + chance.below(5))),
    },
    { words: plain('Hallo Telecom'), rhythm: '1', anchor: date(), amount: fixed(3_995), jitter: 3 },
    {
      words: plain('Mobilfunk Welle'),
      rhythm: '1',
      anchor: date(),
      amount: fixed(1_499),
      skipped: [3 + chance.below(3)],
    },
    {
      words: plain('Sano Health Insurance'),
      rhythm: '1',
      anchor: date(),
      amount: fixed(11_240),
      skipped: [4],
      doubled: [5],
    },
    {
      words: plain('Podcast Club'),
      rhythm: '1',
      anchor: date(),
      amount: fixed(799),
      begins: since(5),
    },
    {
      words: plain('Rundfunk Beitrag'),
      rhythm: '3',
      anchor: addDays(today, -20 - chance.below(50)),
      amount: fixed(5_508),
    },
    {
      words: plain('Stadtkasse Grundsteuer'),
      rhythm: '6',
      anchor: addDays(today, -30 - chance.below(90)),
      amount: fixed(28_400),
    },
    {
      words: plain('Atalaya Seguros Auto'),
      rhythm: '12',
      anchor: yearly,
      amount: (day) => (day < addDays(yearly, -100) ? 41_200 : 42_436),
    },
    { words: numbered('Recolte Gaz Facture'), rhythm: '1', anchor: date(), amount: fixed(6_700) },
    { words: plain('Allianzia Versicherung'), rhythm: '1', anchor: on(3), amount: fixed(1_890) },
    { words: plain('Allianzia Versicherung'), rhythm: '1', anchor: on(17), amount: fixed(6_420) },
    {
      words: plain('Maria Putzfrau'),
      rhythm: '7d',
      anchor: cleaning,
      amount: raised(4_500, 5_000, rises),
      skipped: [6],
    },
    {
      words: plain('Aguas del Ebro'),
      rhythm: '2',
      anchor: addDays(today, -10 - chance.below(40)),
      amount: () => waters + chance.below(900),
      range: [waters, waters + 1_400],
    },
    { words: plain(power), rhythm: '1', anchor: date(), amount: noisy, range: [0, 0] },
    {
      words: plain('Sparda Darlehen'),
      rhythm: '1',
      anchor: endOfMonth(since(1)),
      amount: fixed(45_300),
    },
    { words: plain('Spotify'), rhythm: '1', anchor: date(), amount: fixed(1_099) },
    { words: plain('Unicef Spende'), rhythm: '1', anchor: date(), amount: fixed(2_000), jitter: 1 },
    {
      words: plain('Fitness First'),
      rhythm: '1',
      anchor: date(),
      amount: fixed(2_990),
      ends: since(4),
    },
    { words: plain('La Gazzetta Digitale'), rhythm: '1', anchor: date(), amount: fixed(1_200) },
    {
      words: plain('Kfz-Steuer Hauptzollamt'),
      rhythm: '12',
      anchor: addDays(today, -60 - chance.below(250)),
      amount: fixed(13_200),
    },
    {
      words: plain('Bausparen Beitrag'),
      rhythm: '1',
      anchor: date(),
      amount: fixed(7_500),
      jitter: 2,
    },
    {
      words: plain('Musikschule Takt'),
      rhythm: '3',
      anchor: addDays(today, -20 - chance.below(50)),
      amount: fixed(14_700),
    },
  ]
  if (chance.below(3) === 0) {
    const anchor = addDays(today, -chance.below(20))
    bills.push({
      words: plain('Broadband Fourweekly'),
      rhythm: '28d',
      anchor,
      amount: fixed(2_450),
    })
  }
  return bills.map((bill) => {
    if (!bill.range || bill.range[1] > 0) return bill
    const due = nextOf(bill, today)
    const year = daysBetween(first, today) > 700
    // With a year to compare with, within a tenth of the season's amount; otherwise an amount that covers what was seen.
    return { ...bill, range: year ? [season(due) * 0.9, season(due) * 1.1] : [6_000, 14_000] }
  })
}

function stepOf({ rhythm, anchor }: Bill, index: number): Day {
  if (rhythm.endsWith('d')) return addDays(anchor, index * Number.parseInt(rhythm, 10))
  return addMonths(anchor, index * Number(rhythm))
}

function nextOf(bill: Bill, today: Day): Day {
  let index = -1
  while (stepOf(bill, index) <= today) index += 1
  return stepOf(bill, index)
}

function addBill({ add, chance, first, today }: Making, bill: Bill): Truth[] {
  let seen = 0
  let newest: { day: Day; amount: number } | null = null
  let index = 0
  while (stepOf(bill, index) < today) index += 1
  const amounts: number[] = []
  const days: Day[] = []
  // From the newest to the oldest: `back` counts due dates before today.
  for (let back = 0; ; back += 1, index -= 1) {
    const due = stepOf(bill, index)
    if (due < first || (bill.begins && due < bill.begins)) break
    if (bill.ends && due > bill.ends) continue
    if (bill.skipped?.includes(back)) continue
    const jitter = bill.jitter ?? 0
    const times = bill.doubled?.includes(back) ? 2 : 1
    for (let time = 0; time < times; time += 1) {
      const day = addDays(
        due,
        (jitter === 0 ? 0 : chance.below(2 * jitter + 1) - jitter) + time * 9,
      )
      if (day > today || day < first) continue
      const amount = bill.amount(day, index)
      add(day, bill.words(index + 500, day), -amount)
      if (time === 0) seen += 1
      amounts.push(amount)
      days.push(day)
      if (!newest || day > newest.day) newest = { day, amount }
    }
  }
  if (bill.ends || !newest) return []
  // A payment that came early is not due again on its date.
  const settled = addDays(newest.day, (bill.jitter ?? 0) + 1)
  const due = nextOf(bill, settled > today ? settled : today)
  const [least, most] = bill.range ?? [newest.amount, newest.amount]
  const wanted = { '7d': 8, '28d': 4, '12': 2 }[bill.rhythm] ?? 3
  const isSure = seen >= wanted && (bill.range === undefined || seen >= 4)
  return [
    {
      kind: 'bill',
      words: bill.words(500, newest.day),
      rhythm: bill.rhythm,
      due,
      away: Math.max(2, (bill.jitter ?? 0) + 1),
      least,
      most,
      isSure,
    },
  ]
}

/** Monthly pay, before weekends, with a raise, and the month's name in its words. */
function addSalary({ add, chance, first, today, language }: Making): Truth {
  const date = 24 + chance.below(6)
  const raise = addMonths(today, -3 - chance.below(8))
  const pay = 240_000 + chance.below(90_000)
  const style = chance.pick(['year', 'long'])
  const words = (day: Day) => language.salary(language.month(day, style))
  const onWeekday = (day: Day) => addDays(day, { 6: -1, 0: -2, 7: -2 }[weekday(day)] ?? 0)
  let month = addMonths(first, -1)
  let due = first
  for (; due <= today; month = addMonths(month, 1)) {
    const { year, month: ofYear } = partsOf(month)
    due = onWeekday(dayInMonth(year, ofYear, date))
    add(due, words(due), due < raise ? pay : Math.round(pay * 1.03))
  }
  const newest = Math.round(pay * 1.03)
  return {
    kind: 'payday',
    words: words(today),
    rhythm: 'monthly',
    due,
    away: 2,
    least: newest * 0.97,
    most: newest,
    isSure: true,
  }
}

function addFortnightlyPay({ add, chance, first, today }: Making): Truth {
  let day = addDays(today, -chance.below(14))
  const due = addDays(day, 14)
  for (; day >= first; day = addDays(day, -14))
    add(day, 'Bistro Sol Wages', 62_000 + chance.below(28_000))
  return {
    kind: 'payday',
    words: 'Bistro Sol Wages',
    rhythm: 'biweekly',
    due,
    away: 1,
    least: 62_000,
    most: 90_000,
    isSure: true,
  }
}

function addBenefit({ add, chance, first, today, language }: Making): Truth {
  const anchor = addDays(today, -chance.below(28))
  let index = 0
  for (; addMonths(anchor, index) >= first; index -= 1) {
    const day = addMonths(anchor, index)
    add(day, language.benefit, day < '2026-01-01' ? 25_500 : 25_900)
  }
  return {
    kind: 'payday',
    words: language.benefit,
    rhythm: 'monthly',
    due: addMonths(anchor, 1),
    away: 2,
    least: 25_500,
    most: 25_900,
    isSure: index <= -4,
  }
}

/** One subscription among other purchases of the same store. */
function addMixedPurchases(making: Making, truths: Truth[]): void {
  const { add, chance, first, today } = making
  const anchor = addDays(today, -3 - chance.below(24))
  const bill: Bill = { words: () => 'Pomme Store', rhythm: '1', anchor, amount: () => 299 }
  truths.push(...addBill(making, bill))
  for (let day = first; day <= today; day = addDays(day, 9 + chance.below(35))) {
    add(day, 'Pomme Store', -(499 + chance.below(40) * 100))
  }
}
