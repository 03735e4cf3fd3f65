import type { WrittenDocument } from '#/documents/document.ts'
import { addDays, addMonths, type Day, dayInMonth, partsOf, weekday } from '#/core/values/day.ts'
import { type Bill, bills, isPaidInMonth, MONTHS_DEARER } from './budget.ts'
import type { Chance } from './chance.ts'
import { habits, type Merchant, travel } from './merchants.ts'

export type Happening = Omit<NonNullable<WrittenDocument['transactions']>[number], 'ref'>

/** Months of history of the demo household. */
export const MONTHS = 18

/** Generates all transactions from 18 months ago to today, oldest first. */
export function live(today: Day, chance: Chance): Happening[] {
  const happenings: Happening[] = []
  let onCard = 0
  for (let day = addMonths(today, -MONTHS); day <= today; day = addDays(day, 1)) {
    const ofDay = [
      ...oweAndEarn(day, { today, chance }),
      ...spend(day, chance),
      ...save(day, chance),
      ...revalue(day),
      ...puzzles.filter(({ daysAgo }) => addDays(today, -daysAgo) === day).map(puzzleOn(day)),
    ]
    if (partsOf(day).date === 5 && onCard > 0) {
      ofDay.push(
        ...pair({ day, from: 'checking', to: 'visa', amount: onCard, concept: 'Card payment' }),
      )
      onCard = 0
    }
    for (const { account, amount, type } of ofDay) {
      if (account === 'visa' && type !== 'transfer') onCard -= amount
    }
    happenings.push(...ofDay)
  }
  return happenings
}

/** Generates the salaries and bills of a day. */
function oweAndEarn(
  day: Day,
  { today, chance }: { readonly today: Day; readonly chance: Chance },
): Happening[] {
  const { year, month, date } = partsOf(day)
  const happenings: Happening[] = []
  if (isPayday(day)) {
    happenings.push({
      account: 'checking',
      amount: 112_000,
      concept: 'Salary Nimbus Works',
      original_concept: `NOMINA NIMBUS WORKS SL ${month}/${year}`,
      booked_at: day,
      type: 'income',
      category: 'salary',
    })
  }
  if (chance.happens(0.02)) {
    happenings.push({
      account: 'checking',
      amount: chance.between(60, 240) * 100,
      concept: 'Side work',
      booked_at: day,
      type: 'income',
      category: 'side-income',
    })
  }
  for (const bill of bills) {
    if (dayInMonth(year, month, bill.date) !== day || !isPaidInMonth(bill, day)) continue
    happenings.push({
      account: 'checking',
      amount: -(priceOf(bill, day, today) + chance.between(-bill.spread, bill.spread)),
      concept: bill.name,
      original_concept: `${bill.raw} ${String(month).padStart(2, '0')}${year} REF ${chance.between(10_000, 99_999)}`,
      booked_at: day,
      type: 'expense',
      category: bill.category,
      expense: bill.ref,
    })
  }
  if (date === 20 && (month === 7 || month === 4)) happenings.push(...travelFrom(day, chance))
  return happenings
}

function priceOf({ amount, before = amount }: Bill, day: Day, today: Day): number {
  return day < addMonths(today, -MONTHS_DEARER) ? before : amount
}

/** Checks for the 15th and the last day of the month, or the Friday before. */
function isPayday(day: Day): boolean {
  const { year, month } = partsOf(day)
  return [dayInMonth(year, month, 15), dayInMonth(year, month, 31)].some((nominal) => {
    const beforeWeekend = weekday(nominal) === 6 ? 1 : weekday(nominal) === 7 ? 2 : 0
    return addDays(nominal, -beforeWeekend) === day
  })
}

function spend(day: Day, chance: Chance): Happening[] {
  const isWeekend = weekday(day) > 5
  const happenings: Happening[] = []
  for (const { merchants, daily, weekend, card } of habits) {
    if (!chance.happens(daily * (isWeekend ? weekend : 1))) continue
    const merchant = chance.pick<Merchant>(merchants)
    const account = chance.happens(card) ? 'visa' : chance.happens(0.12) ? 'wallet' : 'checking'
    happenings.push(purchase(merchant, { day, account, chance }))
    // Sometimes a purchase is returned.
    if (merchant.category === 'shopping' && chance.happens(0.12)) {
      const bought = happenings.at(-1)!
      happenings.push({ ...bought, amount: -bought.amount, concept: `${merchant.name} refund` })
    }
  }
  return happenings
}

function travelFrom(day: Day, chance: Chance): Happening[] {
  return travel.map((merchant) => ({
    ...purchase(merchant, { day, account: 'visa', chance }),
    expense: 'summer-trip',
  }))
}

const expenseOf: Readonly<Record<string, string>> = {
  groceries: 'groceries',
  restaurants: 'eating-out',
}

function purchase(
  { name, raw, category, low, high }: Merchant,
  { day, account, chance }: { day: Day; account: string; chance: Chance },
): Happening {
  // Multiply two draws, because small amounts are more common.
  const share = (chance.between(0, 1000) * chance.between(0, 1000)) / 1_000_000
  return {
    account,
    amount: -Math.round(low + share * (high - low)),
    concept: name,
    original_concept: raw.replaceAll('#', () => String(chance.between(0, 9))),
    booked_at: day,
    type: 'expense',
    category,
    expense: expenseOf[category] ?? null,
  }
}

/** Payments without a recognisable category, which people are asked to review. */
const puzzles = [
  { daysAgo: 4, account: 'visa', amount: -1995, concept: 'PAYGATE*884120 ONLINE' },
  { daysAgo: 9, account: 'checking', amount: -1200, concept: 'TPV 0031 MERCADILLO' },
] as const

type Puzzle = (typeof puzzles)[number]

const puzzleOn =
  (day: Day) =>
  ({ account, amount, concept }: Puzzle): Happening => {
    return { account, amount, concept, original_concept: concept, booked_at: day, type: 'expense' }
  }

/** Generates transfers within the household: to the savings account and to the wallet. */
function save(day: Day, chance: Chance): Happening[] {
  const { date } = partsOf(day)
  const happenings: Happening[] = []
  if (date === 2) {
    happenings.push(
      ...pair({ day, from: 'checking', to: 'savings', amount: 20_000, concept: 'Savings plan' }),
    )
  }
  if (date === 9) {
    const amount = chance.between(4, 6) * 1000
    happenings.push(
      ...pair({ day, from: 'checking', to: 'wallet', amount, concept: 'Cash machine' }),
    )
  }
  return happenings
}

/** Changes of the index fund’s value in the months of a year, in cents. */
const drift = [
  21_400, -9_300, 15_800, 32_100, -18_600, 12_900, 27_300, -6_100, 9_700, -22_500, 30_200, 18_800,
]

/** Says once a month what the index fund is worth, as its owner does. */
function revalue(day: Day): Happening[] {
  const { date, month } = partsOf(day)
  if (date !== 28) return []
  const amount = drift[month - 1]!
  return [{ account: 'fund', amount, concept: 'Change in value', booked_at: day, type: 'transfer' }]
}

type Move = { day: Day; from: string; to: string; amount: number; concept: string }

function pair({ day, from, to, amount, concept }: Move): Happening[] {
  const leg = { concept, booked_at: day, type: 'transfer', category: 'transfers' } as const
  return [
    { ...leg, account: from, amount: -amount },
    { ...leg, account: to, amount },
  ]
}
