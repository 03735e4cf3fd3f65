import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { amount, cents, currency, day, id, plannedDay } from '#/platform/contract/fields.ts'

/** The longest forecast, in months. */
export const FORECAST_MONTHS_MAX = 36

const event = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('payday'), date: day, planned: cents, funded: cents, balance: cents }),
  z.object({
    kind: z.literal('due'),
    date: day,
    payment: cents,
    covered: cents.describe('The part of the payment that is set aside in time.'),
    balance: cents,
  }),
])

const part = z.object({
  reason: z.enum([
    'paused',
    'no_schedule',
    'no_target',
    'no_date',
    'nothing_owed',
    'not_wanted',
    'complete',
    'past_due',
    'refill',
    'serves_several_payments',
    'shared',
    'by_date',
    'by_interval',
  ]),
  asked: cents,
  needed: cents.describe('The amount to reach.'),
  held: cents.describe('The amount that already counts towards it.'),
  missing: cents,
  until: day
    .nullable()
    .describe('The last day whose payday can contribute; null: everything is asked for at once.'),
  paydays: z.int().describe('The number of paydays up to `until`; `missing` is shared over them.'),
  dates: z.array(day).describe('The dates of the first of these paydays.'),
  funded: cents.nullable().describe('The part that today’s money will pay.'),
  before: z
    .array(z.object({ expense_id: id, name: z.string(), asked: cents, funded: cents }))
    .describe('The Expenses that the same payday serves earlier, in order.'),
})

const lanes = z.object({
  ready: cents.describe('For the payment that has come due.'),
  building: cents.describe('For the next payment.'),
  reserve: cents.describe('For payments after that.'),
  prepaid: cents.describe('The part of the next payment that is already paid.'),
  spent: cents.describe('Already spent on a goal or a one-off.'),
})

const wait = z
  .object({
    payday: day,
    until: day.describe('The last day on which its deposit can still arrive.'),
    open: cents.describe('The amount that it could not give yet.'),
  })
  .describe('A payday that waits for its deposit.')

/** Forecast, explanation and preview. For the application (`/app/api`). */
export const forecasting = {
  showForecast: endpoint({
    method: 'GET',
    path: '/forecast',
    forKeys: true,
    separate: true,
    tag: 'Forecast',
    summary: 'Forecast the coming months: paydays, payments, balances, free-to-spend',
    cost: 10,
    heavy: true,
    description:
      'Nothing is guessed but that payments are made when due and that paydays bring their `estimated_deposit`.',
    scope: 'data.read',
    query: z.object({
      months: z.coerce.number<number>().int().min(1).max(FORECAST_MONTHS_MAX).default(12),
    }),
    response: z.object({
      currency,
      from: day,
      through: day,
      free_to_spend: cents,
      set_aside: cents,
      waiting: z
        .array(wait)
        .describe('Not part of the forecast: it does not guess if that money arrives.'),
      paydays: z.array(
        z.object({
          date: day,
          deposit: cents,
          planned: cents,
          funded: cents,
          free_to_spend: cents,
        }),
      ),
      months: z.array(
        z.object({
          month: z.string(),
          deposits: cents,
          planned: cents,
          funded: cents,
          due: cents,
          covered: cents,
          set_aside: cents,
          free_to_spend: cents,
        }),
      ),
      expenses: z.array(
        z.object({
          expense_id: id,
          name: z.string(),
          balance: cents.describe('The balance today.'),
          funded: cents,
          events: z.array(event),
        }),
      ),
    }),
  }),
  explainExpense: endpoint({
    method: 'GET',
    path: '/expenses/{id}/explanation',
    forKeys: true,
    separate: true,
    tag: 'Forecast',
    summary: 'Explain the next contribution of an Expense',
    cost: 3,
    scope: 'data.read',
    refusals: ['resource_not_found'],
    params: z.object({ id }),
    response: z.object({
      expense_id: id,
      name: z.string(),
      currency,
      kind: z.enum(['bill', 'one_off', 'envelope', 'goal', 'card']),
      payday: day.nullable(),
      due_date: day.nullable(),
      target_amount: cents.nullable(),
      lanes,
      lanes_then: lanes.describe('The lanes after the due dates before the payday.'),
      payments: z.int().describe('The number of payments that this payday funds.'),
      waiting: z
        .array(wait)
        .describe('Paydays that will still give it money when their deposit arrives.'),
      available: cents.nullable().describe('The money that the payday may give to all Expenses.'),
      ordinary: part,
      fund_ahead: part,
    }),
  }),
  previewExpense: endpoint({
    method: 'GET',
    path: '/expenses/{id}/preview',
    forKeys: true,
    separate: true,
    tag: 'Forecast',
    summary: 'Preview another amount or date of an Expense; changes nothing',
    cost: 3,
    heavy: true,
    scope: 'data.read',
    refusals: ['resource_not_found'],
    params: z.object({ id }),
    query: z.strictObject({
      target_amount: amount.min(1).optional(),
      recurrence_anchor_date: plannedDay.optional(),
    }),
    response: z.object({
      target_amount: cents.nullable(),
      recurrence_anchor_date: day.nullable(),
      due_date: day.nullable(),
      next_contribution: z.object({ date: day, amount: cents }).nullable(),
      behind_by: cents.describe('The amount that the next payment will lack; 0 while on track.'),
      uncovered: cents.describe('The total that payments within a year will lack.'),
      events: z.array(event).describe('The events of the next 12 months.'),
    }),
  }),
}
