import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { cents, currency, day, id, instant } from '#/platform/contract/fields.ts'
import { preferences } from '#/platform/contract/preferences.ts'
import { connectionStatus } from '#/sources/banks/connections/contract.ts'
import { done } from '#/platform/audited/contract.ts'
import { transaction } from '#/budget/transactions/contract.ts'

const equation = z
  .object({
    currency,
    cash: cents.describe('What is in the bank: cash accounts that are followed.'),
    expenses: cents.describe('Set aside in Expenses.'),
    goals: cents,
    cards: cents,
    reserve: cents.describe('Held ahead; already inside the three, never to be added again.'),
    free_to_spend: cents.describe('`cash` − `expenses` − `goals` − `cards`.'),
  })
  .describe('One a currency; currencies are never added.')

const payday = z.object({
  date: day,
  deposit: cents.describe('What is expected with it.'),
  planned: cents,
  funded: cents.describe('What it will set aside with the money that is there.'),
  free_to_spend: cents.describe('What it leaves, its deposit included.'),
  parts: z.array(z.object({ expense_id: id, name: z.string(), planned: cents, funded: cents })),
})

const comingPayment = z.object({
  expense_id: id,
  name: z.string(),
  date: day,
  payment: cents,
  held: cents.describe('Set aside for it by now.'),
  missing: cents.describe('What it will still lack on its day, paydays before it counted.'),
  state: z
    .enum(['funded', 'on_the_way', 'short'])
    .describe('`on_the_way`: a payday before its day completes it.'),
})

const need = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('standing'), standing: z.enum(['trial_ended', 'lapsed', 'closed']) }),
  z.object({
    kind: z.literal('connection'),
    id,
    name: z.string().nullable(),
    status: connectionStatus,
    message: z.string(),
  }),
  z.object({
    kind: z.literal('behind'),
    expense_id: id,
    name: z.string(),
    missing: cents,
    due: day.nullable(),
  }),
  z.object({
    kind: z.literal('webhook_paused'),
    id,
    name: z.string(),
    reason: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('matches'),
    count: z.int().describe('Payments that may be there twice.'),
  }),
  z.object({
    kind: z.literal('unfiled'),
    count: z.int().describe('Spent in the last 30 days, without a category.'),
    from: day,
  }),
])

/** Everything that the first screen shows, in one answer. For the application (`/app/api`). */
export const home = {
  showHome: endpoint({
    method: 'GET',
    path: '/home',
    tag: 'Home',
    summary: 'Show what is free to spend, and what is next',
    scope: 'data.read',
    response: z.object({
      household: z.object({
        id,
        name: z.string(),
        kind: z.enum(['personal', 'joint']),
        locale: preferences.locale,
      }),
      member: z.object({ id, name: z.string() }),
      currency,
      today: day,
      as_of: instant,
      money: z.array(equation).describe('The household’s own currency first.'),
      daily: z
        .object({ amount: cents, days: z.int(), until: day })
        .nullable()
        .describe(
          'What is free on each day until the next payday; null without one, or without money.',
        ),
      next_payday: payday.nullable(),
      waiting: z
        .array(z.object({ payday: day, until: day, open: cents }))
        .describe('Paydays whose pay has not landed yet.'),
      needs: z.array(need),
      coming_up: z.array(comingPayment).describe('Due within 14 days.'),
      recent: z.array(transaction),
      month: z.object({
        spent: cents.describe('This month until today; months begin as the settings say.'),
        last_spent: cents.describe('Last month until the same day.'),
        days: z.array(cents).describe('Spent on each day of this month until today.'),
        last_days: z.array(cents).describe('Spent on each day of last month.'),
      }),
      freshness: z.object({
        connections: z.int(),
        synced_at: instant.nullable().describe('The oldest of the connections’ last good syncs.'),
        stale: z.boolean().describe('Some connection has not synced for more than 24 hours.'),
      }),
      counts: z
        .object({ accounts: z.int(), expenses: z.int(), transactions: z.int(), schedules: z.int() })
        .describe('What there is already; empty screens tell where to begin.'),
      first_steps: z
        .boolean()
        .describe('Whether they are shown: an account, a payday or an Expense is still missing.'),
    }),
  }),
  dismissFirstSteps: endpoint({
    method: 'POST',
    path: '/home/first-steps/dismiss',
    tag: 'Home',
    summary: 'Put the list of first steps away',
    scope: 'data.write',
    body: z.strictObject({}),
    response: done,
  }),
}
