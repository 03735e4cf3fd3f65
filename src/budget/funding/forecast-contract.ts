import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { amount, cents, currency, day, id, plannedDay } from '#/platform/contract/fields.ts'

/** A forecast looks at most so far ahead, in months. */
export const FORECAST_MONTHS_MAX = 36

const event = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('payday'), date: day, planned: cents, funded: cents, balance: cents }),
  z.object({
    kind: z.literal('due'),
    date: day,
    payment: cents,
    covered: cents.describe('How much of the payment was set aside in time.'),
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
  needed: cents.describe('What is to be held in the end.'),
  held: cents.describe('What counts towards it already.'),
  missing: cents,
  until: day.nullable().describe('The last day that can serve; null: everything is asked at once.'),
  paydays: z.int().describe('From the next payday to `until`; `missing` is shared over them.'),
  dates: z.array(day).describe('Of the first of these paydays.'),
  funded: cents.nullable().describe('What it will get with the money that is there today.'),
  before: z
    .array(z.object({ expense_id: id, name: z.string(), asked: cents, funded: cents }))
    .describe('Who is served first by the same payday, in order.'),
})

const lanes = z.object({
  ready: cents.describe('For the payment that has come due.'),
  building: cents.describe('For the next payment.'),
  reserve: cents.describe('For payments after that.'),
  prepaid: cents.describe('Of the next payment, paid already.'),
  spent: cents.describe('Of a goal or a one-off, spent already.'),
})

const wait = z
  .object({
    payday: day,
    until: day.describe('The last day on which its money can still arrive.'),
    open: cents.describe('What it could not give yet.'),
  })
  .describe('A payday that waits for its deposit.')

/** What will come, and why the next contribution is what it is. For the application (`/app/api`). */
export const forecasting = {
  showForecast: endpoint({
    method: 'GET',
    path: '/forecast',
    separate: true,
    tag: 'Forecast',
    summary: 'Play the coming months forward: paydays, payments, balances, free-to-spend',
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
        .describe('Not played forward: whether that money arrives is not guessed.'),
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
          balance: cents.describe('Today.'),
          funded: cents,
          events: z.array(event),
        }),
      ),
    }),
  }),
  explainExpense: endpoint({
    method: 'GET',
    path: '/expenses/{id}/explanation',
    separate: true,
    tag: 'Forecast',
    summary: 'Say why the next contribution of an Expense is what it is',
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
      lanes_then: lanes.describe('Once due dates before the payday have passed.'),
      payments: z.int().describe('How many payments this payday sees to.'),
      waiting: z
        .array(wait)
        .describe('Paydays that will still give it money once their deposit arrives.'),
      available: cents.nullable().describe('What that payday may give to all Expenses.'),
      ordinary: part,
      fund_ahead: part,
    }),
  }),
  previewExpense: endpoint({
    method: 'GET',
    path: '/expenses/{id}/preview',
    separate: true,
    tag: 'Forecast',
    summary: 'Say what another amount or date of an Expense would do; nothing changes',
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
      due_date: day.nullable(),
      next_contribution: z.object({ date: day, amount: cents }).nullable(),
      behind_by: cents.describe('What the next payment will lack; 0 while on track.'),
      uncovered: cents.describe('What payments within a year will lack, for want of money too.'),
      events: z.array(event).describe('Of the next 12 months.'),
    }),
  }),
}
