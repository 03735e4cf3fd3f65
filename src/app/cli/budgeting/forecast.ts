import type { Answer } from '#/platform/contract/endpoint.ts'
import { FORECAST_MONTHS_MAX, forecasting } from '#/budget/funding/forecast-contract.ts'
import { type Invocation, textOption, UsageError } from '#/app/cli/parsing/command.ts'
import { waitText } from '#/app/cli/words/explanation-text.ts'
import { moneyText } from '#/app/cli/words/money-text.ts'
import { columns } from '#/app/cli/words/columns.ts'
import { csvText } from '#/app/cli/words/csv-text.ts'
import type { Column } from '#/app/cli/words/table.ts'
import { householdCommand } from './household-command.ts'

const endpoint = forecasting.showForecast
type Forecast = Answer<typeof endpoint>

export const forecastCommand = householdCommand({
  words: 'forecast',
  group: 'budget',
  common: 'Simulate the next twelve months',
  summary: 'Simulates the next 12 (or N) months: paydays, payments, balances, free-to-spend.',
  operands: [],
  options: { months: { type: 'string', description: 'How far ahead.', value: 'N', default: '12' } },
  lists: true,
  examples: ['forecast HOUSEHOLD_ID --months 3'],
  plan: (invocation) => {
    const query = { months: monthsOf(invocation) }
    return async ({ ask }) => {
      const answer = await ask(endpoint, { query })
      const forecast = endpoint.response.parse(answer)
      const csv = csvText(monthColumns(forecast.currency), forecast.months)
      return {
        json: answer,
        text: forecastText(forecast),
        ...(invocation.options['csv'] === true && { csv }),
      }
    }
  },
})

function monthsOf(invocation: Invocation): number {
  const text = textOption(invocation, 'months') ?? '12'
  const months = Number(text)
  if (/^\d+$/.test(text) && months >= 1 && months <= FORECAST_MONTHS_MAX) return months
  throw new UsageError(`--months: a number from 1 to ${FORECAST_MONTHS_MAX}.`)
}

type Month = Forecast['months'][number]

function monthColumns(household: string): readonly Column<Month>[] {
  const currency = () => household
  return [
    { name: 'month', of: ({ month }) => month },
    { name: 'deposits', of: ({ deposits }) => deposits, currency },
    { name: 'planned', of: ({ planned }) => planned, currency },
    { name: 'funded', of: ({ funded }) => funded, currency },
    { name: 'due', of: ({ due }) => due, currency },
    { name: 'covered', of: ({ covered }) => covered, currency },
    { name: 'set_aside', of: (month) => month.set_aside, currency },
    { name: 'free_to_spend', of: (month) => month.free_to_spend, currency },
  ]
}

/** Prints the forecast as two tables: the months, and the outcome of each Expense. */
function forecastText({ currency, ...forecast }: Forecast): string {
  const money = (amount: number) => moneyText(amount, currency)
  const uncovered = (due: number, covered: number) => (due === covered ? '' : money(due - covered))
  const months = forecast.months.map((month) => [
    month.month,
    money(month.deposits),
    money(month.planned),
    money(month.funded),
    money(month.due),
    uncovered(month.due, month.covered),
    money(month.set_aside),
    money(month.free_to_spend),
  ])
  const expenses = forecast.expenses.map(({ name, balance, funded, events }) => {
    const dues = events.filter((event) => event.kind === 'due')
    const due = dues.reduce((sum, { payment }) => sum + payment, 0)
    const covered = dues.reduce((sum, event) => sum + event.covered, 0)
    const next = dues[0] ? `${money(dues[0].payment)} on ${dues[0].date}` : ''
    const end = events.at(-1)?.balance ?? balance
    return [
      name,
      money(balance),
      money(funded),
      money(due),
      uncovered(due, covered),
      money(end),
      next,
    ]
  })
  return [
    `From ${forecast.from} through ${forecast.through}, in ${currency}. Free to spend now: ${money(forecast.free_to_spend)}; set aside: ${money(forecast.set_aside)}.`,
    ...forecast.waiting.map((wait) => waitText(wait, (amount) => `${money(amount)} ${currency}`)),
    '',
    columns([
      ['MONTH', 'PAY', 'ASKED', 'SET ASIDE', 'DUE', 'NOT COVERED', 'HELD', 'FREE'],
      ...months,
    ]),
    '',
    columns([
      ['EXPENSE', 'NOW', 'SET ASIDE', 'DUE', 'NOT COVERED', 'IN THE END', 'NEXT PAYMENT'],
      ...expenses,
    ]),
  ].join('\n')
}
