import * as z from 'zod'
import { comingPayment } from '#/app/home/contract.ts'
import { look } from '#/budget/categories/contract.ts'
import { saying } from '#/platform/contract/detail.ts'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { cents, currency, day, id } from '#/platform/contract/fields.ts'

/** The longest period that is shown at once, in days: six weeks of a month's page and some more. */
export const CALENDAR_DAYS_MAX = 62

const due = comingPayment.omit({ date: true })

const paid = z.object({
  transaction_id: id,
  name: z.string(),
  expense_id: id.nullable().describe('Null: money that came in.'),
  look,
  amount: cents.describe('With its sign.'),
  currency,
})

/** The days of the calendar, for the application (`/app/api`). */
export const calendar = {
  showCalendar: endpoint({
    method: 'GET',
    path: '/calendar',
    forKeys: true,
    separate: true,
    tag: 'Home',
    summary: 'Bills and paydays by day: paid ones, and coming ones as the forecast plays them',
    scope: 'data.read',
    cost: 5,
    heavy: true,
    query: z.strictObject({ from: day, to: day }).refine(({ from, to }) => from <= to, {
      path: ['from'],
      ...saying('`from` is after `to`.', { name: 'period_reversed' }),
    }),
    response: z.object({
      currency,
      today: day,
      first_day: day.describe('Nothing is known before it.'),
      last_day: day.describe('The forecast reaches so far.'),
      days: z.array(
        z.object({
          date: day,
          spent: cents.describe('Booked on this day, in the household’s currency; positive.'),
          received: cents,
          free: cents.nullable().describe('Projected at the end of the day; null for past days.'),
          payday: z
            .object({ deposit: cents, planned: cents, funded: cents, free_to_spend: cents })
            .nullable(),
          due: z.array(due),
          paid: z.array(paid).describe('Payments of bills and goals, and money that came in.'),
        }),
      ),
    }),
  }),
}
