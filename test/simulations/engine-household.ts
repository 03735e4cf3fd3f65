import type { WrittenDocument } from '#/documents/document.ts'
import type { Chance } from '#/budget/expenses/rules/given.ts'
import type { Terms } from '#/budget/expenses/rules/holding.ts'
import { addDays, type Day, dayAt, toDay } from '#/core/values/day.ts'
import { ada } from '../support/product.ts'
import { fit, upcoming } from './second-opinion.ts'
import { START } from '../support/runtime.ts'

/** On both sides of the date line, with and without daylight saving. */
export const zones = [
  'Europe/Madrid',
  'America/Los_Angeles',
  'Pacific/Auckland',
  'Asia/Kolkata',
  'Pacific/Pago_Pago',
]

type Written<List extends 'funding_schedules' | 'expenses'> = NonNullable<
  WrittenDocument[List]
>[number]

const start = toDay('2026-01-05')

/**
 * A household by chance as a document: schedules of every kind, Expenses of every kind that they fund, a card with debt.
 * Half of them open with plain balances, and half with money in every lane, worked off up to a day that may have passed.
 */
export function randomDocument(chance: Chance): Partial<WrittenDocument> {
  const schedules = Array.from({ length: 1 + chance.below(3) }, (_, index) =>
    scheduleOf(chance, index),
  )
  const funded = () => schedules.filter(() => chance.below(4) > 0).map(({ ref }) => ref)
  const owed = chance.below(30_000)
  const expenses = Array.from({ length: 3 + chance.below(5) }, (_, index) =>
    expenseOf(chance, index, funded()),
  )
  const card = {
    ref: 'card',
    name: 'Visa bill',
    type: 'credit_card',
    card_account: 'visa',
    target_amount: chance.pick([null, 20_000]),
    funding_priority: chance.pick(['high', 'normal', 'low']),
    recurrence_interval_months: chance.pick([null, 1, 1, 3]),
    recurrence_anchor_date: anchorOf(chance),
    funding_schedules: funded(),
    balance: chance.below(2) * chance.below(owed + 5_000),
  } satisfies Written<'expenses'>
  const timezone = zones[chance.below(zones.length)]!
  const document = {
    household: { ...ada.household, timezone, floor: chance.pick([0, 0, 3_000]) },
    accounts: [
      {
        ref: 'checking',
        name: 'Checking',
        type: 'depository',
        subtype: 'checking',
        balance: 60_000 + chance.below(160_000),
      },
      {
        ref: 'visa',
        name: 'Visa',
        type: 'credit',
        subtype: 'credit_card',
        balance: -owed,
      },
    ],
    funding_schedules: schedules,
    expenses: [...expenses, card],
  } satisfies Partial<WrittenDocument>
  return chance.below(2) === 0 ? document : withState(chance, document)
}

/** The fields of a written Expense, without its schedules. */
export function termsOf(
  expense: Written<'expenses'>,
  { owed, paydays }: { readonly owed: number; readonly paydays: Terms['paydays'] },
): Terms {
  return {
    type: expense.type ?? 'expense',
    target: expense.target_amount ?? null,
    intervalMonths: expense.recurrence_interval_months ?? null,
    intervalDays: expense.recurrence_interval_days ?? null,
    anchor: (expense.recurrence_anchor_date ?? null) as Day | null,
    payments: expense.fund_ahead_payment_count ?? 1,
    buildBy: (expense.fund_ahead_build_by ?? null) as Day | null,
    priority: expense.funding_priority ?? 'normal',
    paused: expense.paused ?? false,
    paydays,
    card: expense.card_account == null ? null : { owed },
  }
}

/** A number of months or of days, or none. */
function intervalOf(chance: Chance, due: boolean) {
  const weeks = due && chance.below(4) === 0
  return {
    recurrence_interval_months:
      due && !weeks ? chance.pick([null, 1, 1, 2, 3, 6, 12] as const) : null,
    recurrence_interval_days: weeks ? chance.pick([7, 14, 28] as const) : null,
  }
}

function expenseOf(chance: Chance, index: number, schedules: string[]) {
  const due = chance.below(6) > 0
  const type = chance.pick(['expense', 'expense', 'expense', 'goal', 'credit_card'])
  return {
    ref: `e${index}`,
    name: `Expense ${index}`,
    type,
    target_amount: chance.pick([null, 0, 999, 7_777, 10_000, 1 + chance.below(40_000)]),
    funding_priority: chance.pick(['high', 'normal', 'low']),
    ...intervalOf(chance, due),
    recurrence_anchor_date: due ? anchorOf(chance) : null,
    fund_ahead_payment_count: chance.pick([1, 1, 2, 3]),
    fund_ahead_build_by: chance.below(3) === 0 ? addDays(start, chance.below(150)) : null,
    funding_schedules: schedules,
    paused: chance.below(10) === 0,
    balance: chance.below(2) * chance.below(15_000),
  } satisfies Written<'expenses'>
}

/** Past or to come, and often a day that not every month has. */
function anchorOf(chance: Chance): string {
  if (chance.below(2) === 0) return addDays(start, chance.below(160) - 80)
  const monthEnds = ['2024-02-29', '2025-03-31', '2025-10-30', '2025-12-31', '2026-01-29'] as const
  return chance.pick([...monthEnds, '2026-01-31', '2026-04-30'])
}

function scheduleOf(chance: Chance, index: number) {
  const frequency = chance.pick(['weekly', 'biweekly', 'semimonthly', 'monthly'])
  const date = chance.pick([29, 30, 31, 1 + chance.below(31), 1 + chance.below(31)])
  const days = { weekly: [], biweekly: [], monthly: [date], semimonthly: [date, (date % 31) + 1] }
  const extra = Array.from({ length: chance.pick([0, 0, 1, 3]) }, () =>
    addDays(start, chance.below(120)),
  )
  return {
    ref: `s${index}`,
    name: `Pay ${index}`,
    frequency,
    days: days[frequency],
    anchor: addDays(start, chance.below(40) - 30),
    weekend: chance.pick(['none', 'before', 'after']),
    extra_paydays: [...new Set(extra)].toSorted(),
    paused: chance.below(8) === 0,
  } satisfies Written<'funding_schedules'>
}

/** Gives what is set aside a past: money in every lane, what is paid early or spent, and a day up to which it is worked off. */
function withState(
  chance: Chance,
  document: Pick<WrittenDocument, 'household' | 'expenses' | 'accounts'>,
): Partial<WrittenDocument> {
  const { timezone } = document.household
  const today = dayAt(Temporal.Instant.from(START), timezone)
  const through = addDays(today, -chance.pick([0, 0, chance.below(40)]))
  const owed = -document.accounts!.find(({ ref }) => ref === 'visa')!.balance!
  const entries = document.expenses!.map((expense) => {
    const terms = termsOf(expense, {
      owed,
      paydays: { schedules: [], earliest: null, stretches: new Map() },
    })
    const amount = () => chance.below(2) * chance.below((terms.target ?? 0) + 2_000)
    const recurs = terms.intervalMonths !== null || Boolean(terms.intervalDays)
    const counts = terms.type === 'goal' || (terms.anchor !== null && !recurs)
    const lanes = fit(terms, {
      ready: amount(),
      building: amount(),
      reserve: amount(),
      prepaid: amount(),
      spent: counts && terms.card === null ? amount() : 0,
    })
    return [expense, { ...lanes, cycle: upcoming(terms, through) }] as const
  })
  return {
    ...document,
    expenses: entries.map(([expense, { ready, building, reserve }]) => {
      return { ...expense, balance: ready + building + reserve }
    }),
    state: {
      household: { revision: 1, processed_through: through, created_at: '2025-10-01T00:00:00Z' },
      expenses: Object.fromEntries(entries.map(([{ ref }, entry]) => [ref, entry])),
    },
  }
}
