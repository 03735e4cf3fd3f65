import type { WrittenDocument } from '#/documents/document.ts'
import type { Chance } from '#/budget/expenses/rules/given.ts'
import { addDays, toDay } from '#/core/values/day.ts'
import { ada } from '../support/product.ts'

export const zones = [
  'Europe/Madrid',
  'America/Los_Angeles',
  'Pacific/Auckland',
  'Asia/Kolkata',
  'Pacific/Pago_Pago',
]

const start = toDay('2026-01-05')

/** A household by chance as a document: schedules of every kind, and Expenses of every kind that they fund. */
export function randomDocument(chance: Chance): Partial<WrittenDocument> {
  const schedules = Array.from({ length: 1 + chance.below(3) }, (_, index) =>
    scheduleOf(chance, index),
  )
  const funded = () => schedules.filter(() => chance.below(4) > 0).map(({ ref }) => ref)
  const expenses = Array.from({ length: 3 + chance.below(5) }, (_, index) => {
    const due = chance.below(6) > 0
    return {
      ref: `e${index}`,
      name: `Expense ${index}`,
      type: chance.pick(['expense', 'expense', 'expense', 'goal']),
      target_amount: chance.pick([null, 0, 999, 10_000, 1 + chance.below(40_000)]),
      funding_priority: chance.pick(['high', 'normal', 'low']),
      recurrence_interval_months: due ? chance.pick([null, 1, 1, 3, 12]) : null,
      recurrence_anchor_date: due ? addDays(start, chance.below(120) - 40) : null,
      fund_ahead_payment_count: chance.pick([1, 1, 2, 3]),
      fund_ahead_build_by: chance.below(3) === 0 ? addDays(start, chance.below(150)) : null,
      funding_schedules: funded(),
      paused: chance.below(10) === 0,
      balance: chance.below(2) * chance.below(15_000),
    } satisfies WrittenDocument['expenses'] extends (infer E)[] | undefined ? E : never
  })
  return {
    household: {
      ...ada.household,
      timezone: zones[chance.below(zones.length)]!,
      floor: chance.pick([0, 0, 3_000]),
    },
    accounts: [
      {
        ref: 'checking',
        name: 'Checking',
        type: 'depository',
        subtype: 'checking',
        balance: 60_000 + chance.below(80_000),
      },
      {
        ref: 'visa',
        name: 'Visa',
        type: 'credit',
        subtype: 'credit_card',
        balance: -chance.below(30_000),
      },
    ],
    funding_schedules: schedules,
    expenses: [
      ...expenses,
      {
        ref: 'card',
        name: 'Visa bill',
        type: 'credit_card',
        card_account: 'visa',
        target_amount: chance.pick([null, 20_000]),
        recurrence_interval_months: 1,
        recurrence_anchor_date: addDays(start, chance.below(30)),
        funding_schedules: funded(),
      },
    ],
  }
}

function scheduleOf(chance: Chance, index: number) {
  const frequency = chance.pick(['weekly', 'biweekly', 'semimonthly', 'monthly'])
  const date = 1 + chance.below(31)
  const days = { weekly: [], biweekly: [], monthly: [date], semimonthly: [date, (date % 31) + 1] }
  return {
    ref: `s${index}`,
    name: `Pay ${index}`,
    frequency,
    days: days[frequency],
    anchor: addDays(start, chance.below(40) - 30),
    weekend: chance.pick(['none', 'before', 'after']),
  } satisfies WrittenDocument['funding_schedules'] extends (infer S)[] | undefined ? S : never
}
