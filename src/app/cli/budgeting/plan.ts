import type { Answer } from '#/platform/contract/endpoint.ts'
import { createClock } from '#/platform/runtime/clock.ts'
import { accounts } from '#/budget/accounts/contract.ts'
import { expenses } from '#/budget/expenses/contract.ts'
import { calendar } from '#/app/calendar/contract.ts'
import { addDays, addMonths, type Day, dayAt, parseDay, startOfMonth } from '#/core/values/day.ts'
import { columns } from '#/app/cli/words/columns.ts'
import { type Invocation, textOption, UsageError } from '#/app/cli/parsing/command.ts'
import { fullMoneyText, moneyText } from '#/app/cli/words/money-text.ts'
import { householdCommand } from './household-command.ts'

type Calendar = Answer<typeof calendar.showCalendar>
type CalendarDay = Calendar['days'][number]
type Expense = Answer<typeof expenses.listExpenses>[number]

export const planCommand = householdCommand({
  words: 'plan',
  group: 'budget',
  common: 'Show this month’s plan',
  summary:
    'Shows a month: paydays, what is due and what was paid, and what each Expense holds. By default this month.',
  operands: [],
  options: {
    month: { type: 'string', description: 'Another month than this.', value: 'YYYY-MM' },
  },
  examples: ['plan HOUSEHOLD_ID --month 2026-12'],
  plan: (invocation) => {
    const month = monthOf(invocation)
    return async ({ ask }) => {
      const endpoint = calendar.showCalendar
      const show = async (first: Day) => {
        const query = { from: first, to: addDays(addMonths(first, 1), -1) }
        return endpoint.response.parse(await ask(endpoint, { query }))
      }
      const here = startOfMonth(dayAt(createClock(null)(), 'UTC'))
      const shown = await show(month ?? here)
      // The household's today may be in another month than that of Greenwich.
      const from = month ?? startOfMonth(shown.today)
      const days = month === null && from !== here ? await show(from) : shown
      const held = await ask(accounts.summarizeAccounts)
      const list = expenses.listExpenses.response.parse(await ask(expenses.listExpenses))
      return {
        json: {
          month: from.slice(0, 7),
          free_to_spend: held.free_to_spend,
          calendar: days,
          expenses: list,
        },
        text: [
          `${from.slice(0, 7)}, in ${days.currency}. Free to spend now: ${fullMoneyText(held.free_to_spend, held.currency)}.`,
          '',
          daysText(days),
          '',
          expensesText(list),
        ].join('\n'),
      }
    }
  },
})

function monthOf(invocation: Invocation): Day | null {
  const typed = textOption(invocation, 'month')
  if (typed === undefined) return null
  const day = /^\d{4}-\d{2}$/.test(typed) ? parseDay(`${typed}-01`) : null
  if (day === null) throw new UsageError('--month: a month such as 2026-11.')
  return day
}

function daysText({ days, currency, today }: Calendar): string {
  const rows = days.flatMap((day) => dayRows(day, currency, day.date < today))
  if (rows.length === 0) return 'Nothing is due, and no payday comes.'
  return columns([['DAY', 'WHAT', 'AMOUNT', ''], ...rows])
}

function dayRows(
  { date, payday, due, paid }: CalendarDay,
  household: string,
  isPast: boolean,
): string[][] {
  const money = (cents: number) => moneyText(cents, household)
  return [
    ...(payday
      ? [[date, 'Payday', `+${money(payday.deposit)}`, `sets ${money(payday.funded)} aside`]]
      : []),
    ...due.map(({ name, payment, missing, state }) => [
      date,
      name,
      money(-payment),
      state === 'short'
        ? `${money(missing)} missing`
        : state === 'funded'
          ? 'set aside'
          : 'on the way',
    ]),
    ...(isPast || paid.length > 0
      ? paid.map(({ name, amount, currency }) => [
          date,
          name,
          `${amount > 0 ? '+' : ''}${moneyText(amount, currency)}`,
          amount > 0 ? 'came in' : 'paid',
        ])
      : []),
  ]
}

function expensesText(list: readonly Expense[]): string {
  if (list.length === 0) return 'There is no Expense yet.'
  return columns([
    ['EXPENSE', 'HOLDS', 'TARGET', 'DUE', 'NEXT PAYDAY ADDS', ''],
    ...list.map((one) => [
      one.name,
      moneyText(one.balance, one.currency),
      one.target_amount === null ? '' : moneyText(one.target_amount, one.currency),
      one.due_date ?? '',
      one.next_contribution_amount === 0
        ? ''
        : `${moneyText(one.next_contribution_amount, one.currency)} on ${one.next_contribution_date}`,
      one.is_paused ? 'paused' : one.is_behind ? 'behind' : '',
    ]),
  ])
}
