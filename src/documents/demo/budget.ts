import type { WrittenDocument } from '#/documents/document.ts'
import { addDays, addMonths, type Day, daysBetween, partsOf, toDay } from '#/core/values/day.ts'

type List<Name extends keyof WrittenDocument> = NonNullable<WrittenDocument[Name]>

/** A recurring bill, paid on day `date` of every `every`-th month, counted from `month` of the year. Amounts in cents. */
export type Bill = {
  readonly ref: string
  readonly name: string
  readonly raw: string
  readonly category: string
  readonly group: string
  readonly amount: number
  /** The most that a payment deviates from the amount, in cents. */
  readonly spread: number
  readonly date: number
  readonly every: 1 | 3 | 6 | 12
  readonly month: number
  readonly ahead: 1 | 2 | 3
  readonly priority: 'high' | 'normal' | 'low'
  /** The price until `MONTHS_DEARER` months ago, if it has risen. */
  readonly before?: number
}

/** Months since prices that have risen are what they are now. */
export const MONTHS_DEARER = 7

const bill = (
  [ref, name, raw]: readonly [string, string, string],
  [category, group]: readonly [string, string],
  rest: Partial<Bill> & Pick<Bill, 'amount' | 'date'>,
): Bill => {
  const defaults = { spread: 0, every: 1, month: 1, ahead: 1, priority: 'normal' } as const
  return { ref, name, raw, category, group, ...defaults, ...rest }
}

export const bills: readonly Bill[] = [
  bill(['rent', 'Rent', 'TRF FINCA ALAMEDA 12-3B'], ['rent', 'home'], {
    amount: 98_000,
    date: 1,
    ahead: 2,
    priority: 'high',
  }),
  bill(['electricity', 'Electricity', 'LUMINA ENERGIA RECIBO'], ['utilities', 'home'], {
    amount: 6800,
    spread: 1900,
    date: 8,
    ahead: 2,
    priority: 'high',
  }),
  bill(['water', 'Water', 'AGUAS DEL VALLE FRA'], ['utilities', 'home'], {
    amount: 4600,
    spread: 700,
    date: 18,
    every: 3,
    month: 2,
  }),
  bill(['internet', 'Internet', 'FIBRANET MENSUAL'], ['utilities', 'home'], {
    amount: 3990,
    date: 5,
  }),
  bill(['phone', 'Phones', 'MOVIDA TEL 2 LINES'], ['utilities', 'home'], {
    amount: 2400,
    date: 12,
  }),
  bill(['gym', 'Gym', 'GRANITE GYM MEMBER'], ['health', 'people'], {
    amount: 3490,
    before: 2990,
    date: 3,
    priority: 'low',
  }),
  bill(['streaming', 'Music and films', 'TUNEWAVE+CINEBOX'], ['subscriptions', 'people'], {
    amount: 2398,
    before: 1998,
    date: 17,
    priority: 'low',
  }),
  bill(['car-insurance', 'Car insurance', 'SEGUROS ATALAYA POL 7731'], ['insurance', 'car'], {
    amount: 41_200,
    date: 14,
    every: 12,
    month: 3,
    priority: 'high',
  }),
  bill(['home-insurance', 'Home insurance', 'SEGUROS ATALAYA HOGAR'], ['insurance', 'home'], {
    amount: 18_600,
    date: 3,
    every: 12,
    month: 10,
  }),
]

/** Checks whether a bill is paid in the month of a day. */
export function isPaidInMonth({ every, month }: Bill, day: Day): boolean {
  return (((partsOf(day).month - month) % every) + every) % every === 0
}

export const categories: List<'categories'> = [
  ['income', 'Income', 'income', null, 'coins', '#2e7d5b'],
  ['salary', 'Salary', 'income', 'income', 'wallet', '#2e7d5b'],
  ['side-income', 'Side work', 'income', 'income', 'briefcase', '#3f9a73'],
  ['living', 'Home', 'expense', null, 'house', '#8a5a2b'],
  ['rent', 'Rent', 'expense', 'living', 'key-round', '#8a5a2b'],
  ['utilities', 'Utilities', 'expense', 'living', 'plug', '#b07c3f'],
  ['insurance', 'Insurance', 'expense', 'living', 'shield', '#6d6a75'],
  ['food', 'Food', 'expense', null, 'pizza', '#c0562f'],
  ['groceries', 'Groceries', 'expense', 'food', 'shopping-basket', '#c0562f'],
  ['restaurants', 'Restaurants', 'expense', 'food', 'utensils', '#d97745'],
  ['coffee', 'Coffee', 'expense', 'food', 'coffee', '#7b4b2a'],
  ['transport', 'Transport', 'expense', null, 'train-front', '#3767a6'],
  ['shopping', 'Shopping', 'expense', null, 'shopping-bag', '#9a4f93'],
  ['health', 'Health', 'expense', null, 'heart-pulse', '#b83b5e'],
  ['leisure', 'Leisure', 'expense', null, 'clapperboard', '#5a55a3'],
  ['subscriptions', 'Subscriptions', 'expense', 'leisure', 'tv', '#5a55a3'],
  ['travel', 'Travel', 'expense', null, 'plane', '#2a8c9a'],
  ['transfers', 'Transfers', 'transfer', null, 'arrow-left-right', '#808080'],
].map(([ref, name, kind, parent, icon, color]) => ({
  ref: ref!,
  name: name!,
  kind: kind as 'expense' | 'income' | 'transfer',
  parent: parent ?? null,
  icon: icon!,
  color: color!,
}))

export const groups: List<'expense_groups'> = [
  { ref: 'home', name: 'Home' },
  { ref: 'car', name: 'Car' },
  { ref: 'people', name: 'Us' },
  { ref: 'goals', name: 'Goals' },
]

/** Paydays are the 15th and the last day of the month, or the Friday before. */
export function schedules(today: Day): List<'funding_schedules'> {
  const first = toDay(`${addMonths(today, -18).slice(0, 8)}15`)
  return [
    {
      ref: 'salary',
      name: 'Salary',
      frequency: 'semimonthly',
      days: [15, 31],
      anchor: first,
      weekend: 'before',
      estimated_deposit: 112_000,
    },
  ]
}

/** Creates the Expenses as of today: each bill is funded in proportion to the time since its last due date. Amounts in cents. */
export function expenses(today: Day, owed: number): List<'expenses'> {
  const funded = { funding_schedules: ['salary'] }
  return [
    ...bills.map((each) => ({ ...funded, ...fromBill(each, today) })),
    {
      ref: 'groceries',
      name: 'Groceries',
      group: 'people',
      target_amount: 32_000,
      balance: 18_400,
      ...funded,
    },
    {
      ref: 'eating-out',
      name: 'Eating out',
      group: 'people',
      target_amount: 9000,
      balance: 4150,
      funding_priority: 'low',
      ...funded,
    },
    {
      ref: 'fuel',
      name: 'Fuel and car care',
      group: 'car',
      target_amount: 7000,
      balance: 9300,
      ...funded,
    },
    {
      // No payday funds this Expense, so a person has to.
      ref: 'bicycle',
      name: 'Bicycle repair',
      group: 'people',
      target_amount: 8500,
      recurrence_anchor_date: addDays(today, 6),
      balance: 6000,
    },
    {
      ref: 'summer-trip',
      name: 'Summer in the north',
      type: 'goal',
      group: 'goals',
      target_amount: 180_000,
      recurrence_anchor_date: addMonths(today, 8),
      balance: 61_500,
      ...funded,
    },
    {
      ref: 'emergency',
      name: 'Emergency fund',
      type: 'goal',
      group: 'goals',
      target_amount: 600_000,
      balance: 150_000,
      funding_priority: 'low',
      ...funded,
    },
    {
      ref: 'card',
      name: 'Credit card',
      type: 'credit_card',
      card_account: 'visa',
      recurrence_interval_months: 1,
      recurrence_anchor_date: nextOn(5, today),
      balance: owed,
      ...funded,
    },
  ]
}

function fromBill(each: Bill, today: Day): List<'expenses'>[number] {
  const { ref, name, group, amount, every, ahead, priority } = each
  let due = nextOn(each.date, today)
  while (!isPaidInMonth(each, due)) due = addMonths(due, 1)
  const begun = addMonths(due, -every)
  const share = daysBetween(begun, today) / Math.max(1, daysBetween(begun, due))
  // Money for later payments comes on top of the full next payment.
  const balance = ahead === 1 ? Math.min(amount, amount * share) : amount * (1 + (ahead - 1) * 0.45)
  return {
    ref,
    name,
    group,
    target_amount: amount,
    funding_priority: priority,
    recurrence_interval_months: every,
    recurrence_anchor_date: due,
    fund_ahead_payment_count: ahead,
    fund_ahead_build_by: ahead === 1 ? null : addMonths(today, 5),
    balance: Math.round(balance),
  }
}

/** Finds the next day after today that is day `date` of its month. */
function nextOn(date: number, today: Day): Day {
  const inMonth = addDays(toDay(`${today.slice(0, 8)}01`), date - 1)
  return inMonth > today ? inMonth : addMonths(inMonth, 1)
}
