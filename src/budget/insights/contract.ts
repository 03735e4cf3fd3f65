import * as z from 'zod'
import { look } from '#/budget/categories/contract.ts'
import { intervalDays, intervalMonths } from '#/core/values/interval.ts'
import { saying } from '#/platform/contract/detail.ts'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { cents, currency, day, id } from '#/platform/contract/fields.ts'

const period = z
  .strictObject({
    from: day.optional().describe('Default: the day of the first transaction.'),
    to: day.optional().describe('Default, and at most: today.'),
    currency: currency.optional().describe('Default: the household’s. Currencies are never added.'),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['from'],
    ...saying('`from` is after `to`.', { name: 'period_reversed' }),
  })

const answered = {
  currency,
  currencies: z
    .array(currency)
    .describe('Those of accounts and transactions, the household’s first.'),
  today: day,
  from: day,
  to: day,
  first_day: day.nullable().describe('The day of the first transaction in any currency.'),
}

const series = z.array(cents)

/** Reports of the application, read from the rollups. Nothing that moves between own accounts counts as in or out. */
export const insights = {
  showMonths: endpoint({
    method: 'GET',
    path: '/insights/months',
    forKeys: true,
    separate: true,
    tag: 'Insights',
    summary: 'Income and spending of each month, in all and by category',
    description:
      'Months are the household’s. Those of `from` and `to` contain only days of the period; the twelve months before them ' +
      'are complete, for comparison. Each series has one amount for each month.',
    scope: 'data.read',
    cost: 3,
    query: period,
    response: z.object({
      ...answered,
      months: z.array(day).describe('The first day of each.'),
      shown_from: z.int().describe('The index of the first month of the period.'),
      income: series,
      spent: series.describe('Positive.'),
      refunded: series,
      transfers: series.describe('Into accounts less out of them; no part of income or spending.'),
      count: z.array(z.int()).describe('Transactions of type `expense`.'),
      categories: z
        .array(
          z.object({
            category_id: id.nullable(),
            income: series,
            spent: series,
            refunded: series,
          }),
        )
        .describe('A split transaction counts in the category of each part.'),
    }),
  }),
  showFlow: endpoint({
    method: 'GET',
    path: '/insights/flow',
    forKeys: true,
    separate: true,
    tag: 'Insights',
    summary: 'The flow of money in a period: where it came from, what it was for, what stayed free',
    description:
      '`income` + `refunded` = the amounts of all uses + `free`. An Expense’s amount is what was spent from it, plus what it ' +
      'holds more than before. Linked cards are left out, because their purchases count already.',
    scope: 'data.read',
    cost: 5,
    heavy: true,
    query: period,
    response: z.object({
      ...answered,
      income: z.array(z.object({ category_id: id.nullable(), amount: cents })),
      refunded: cents,
      spent: cents.describe('All spending of the period; positive.'),
      set_aside: z.array(
        z.object({
          expense_id: id,
          name: z.string(),
          kind: z.enum(['bill', 'envelope', 'goal']),
          look,
          spent: cents,
          held: cents.describe('The change of the money that it holds.'),
        }),
      ),
      other: z
        .array(z.object({ category_id: id.nullable(), amount: cents }))
        .describe('Spending from no Expense.'),
      free: cents.describe('Negative if more went out than came in.'),
    }),
  }),
  showWorth: endpoint({
    method: 'GET',
    path: '/insights/net-worth',
    forKeys: true,
    separate: true,
    tag: 'Insights',
    summary: 'Net worth over a period, one series for each currency',
    description:
      'A past balance is today’s less later transactions. An account counts from the first day on which something is known ' +
      'of it, so that no history is invented.',
    scope: 'data.read',
    cost: 3,
    query: z
      .strictObject({ from: day.optional(), to: day.optional() })
      .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
        path: ['from'],
        ...saying('`from` is after `to`.', { name: 'period_reversed' }),
      }),
    response: z.object({
      currency,
      today: day,
      from: day,
      to: day,
      step: z.enum(['day', 'week', 'month']),
      series: z
        .array(
          z.object({
            currency,
            points: z.array(
              z.object({ date: day, assets: cents, liabilities: cents, net_worth: cents }),
            ),
          }),
        )
        .describe('The household’s currency first, if an account has it.'),
      accounts: z.array(
        z.object({ account_id: id, currency, balance: cents, known_from: day.nullable() }),
      ),
    }),
  }),
  listRecurring: endpoint({
    method: 'GET',
    path: '/insights/recurring',
    forKeys: true,
    separate: true,
    tag: 'Insights',
    summary: 'List payments that recur, and how their prices have changed',
    scope: 'data.read',
    cost: 5,
    response: z.object({
      currency,
      today: day,
      payments: z
        .array(
          z.object({
            key: z.string(),
            name: z.string(),
            currency,
            category_id: id.nullable(),
            expense_id: id.nullable().describe('The Expense that the last payment was spent from.'),
            interval_months: z.literal(intervalMonths).nullable(),
            interval_days: z.literal(intervalDays).nullable(),
            amount: cents.describe('The last price; of payments that vary, their mean in a year.'),
            varies: z.boolean(),
            per_year: cents,
            first: day.describe('The first payment that was found, within 26 months.'),
            last: day,
            next: day,
            count: z.int(),
            prices: z
              .array(z.object({ since: day, amount: cents }))
              .describe('Each price and its first day, oldest first; empty if the amount varies.'),
            change: z
              .object({ since: day, before: cents, per_year: cents })
              .nullable()
              .describe('The last change of the price.'),
          }),
        )
        .describe('The dearest in a year first, each currency for itself.'),
    }),
  }),
}
