import { FORECAST_MONTHS_MAX } from '#/budget/funding/forecast-contract.ts'
import { forecastHousehold, type HouseholdForecast } from '#/budget/funding/forecast-household.ts'
import { requireHousehold } from '#/access/households/change.ts'
import {
  columns,
  type Command,
  type Invocation,
  textOption,
  UsageError,
} from '#/app/cli/parsing/command.ts'
import { waitText } from '#/app/cli/words/explanation-text.ts'
import { moneyText } from '#/app/cli/words/money-text.ts'
import { idOperand } from '#/app/cli/parsing/operands.ts'

export const forecastCommand: Command = {
  words: 'forecast',
  synopsis: 'HOUSEHOLD_ID [--months N]',
  summary: 'Simulates the next 12 (or N) months: paydays, payments, balances, free-to-spend.',
  operands: ['HOUSEHOLD_ID'],
  options: { months: { type: 'string' } },
  run: async (invocation) => {
    const householdId = idOperand(invocation, 0)
    const months = monthsOf(invocation)
    const forecast = await invocation.withRuntime(async (runtime) => {
      await requireHousehold(runtime, householdId)
      return forecastHousehold(runtime, householdId, months)
    })
    return { json: forecast, text: forecastText(forecast) }
  },
}

function monthsOf(invocation: Invocation): number {
  const text = textOption(invocation, 'months') ?? '12'
  const months = Number(text)
  if (/^\d+$/.test(text) && months >= 1 && months <= FORECAST_MONTHS_MAX) return months
  throw new UsageError(`--months: a number from 1 to ${FORECAST_MONTHS_MAX}.`)
}

/** Prints the forecast as two tables: the months, and the outcome of each Expense. */
function forecastText({ currency, ...forecast }: HouseholdForecast): string {
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
