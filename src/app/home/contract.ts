import * as z from 'zod'
import { accountType } from '#/budget/accounts/contract.ts'
import { look } from '#/budget/categories/contract.ts'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { cents, currency, day, id, instant } from '#/platform/contract/fields.ts'
import { preferences } from '#/platform/contract/preferences.ts'
import { connectionStatus } from '#/sources/banks/connections/contract.ts'
import { done } from '#/platform/audited/contract.ts'
import { transactionRow } from '#/budget/transactions/app-contract.ts'

const equation = z
  .object({
    currency,
    cash: cents.describe('The balance of subscribed cash accounts.'),
    expenses: cents.describe('Set aside in Expenses.'),
    goals: cents,
    cards: cents,
    reserve: cents.describe('Held in reserve; already contained in the three above.'),
    free_to_spend: cents.describe('`cash` − `expenses` − `goals` − `cards`.'),
  })
  .describe('One for each currency; currencies are never added.')

const payday = z.object({
  date: day,
  deposit: cents.describe('The expected deposit.'),
  planned: cents,
  funded: cents.describe('The amount that it will set aside from available money.'),
  free_to_spend: cents.describe('Free to spend after it, including its deposit.'),
  parts: z.array(
    z.object({ expense_id: id, name: z.string(), look, planned: cents, funded: cents }),
  ),
})

export const comingPayment = z.object({
  expense_id: id,
  name: z.string(),
  look,
  kind: z.enum(['bill', 'card', 'goal', 'one_off']),
  date: day,
  payment: cents,
  held: cents.describe('The amount set aside for it now.'),
  missing: cents.describe('The amount that it will lack when due, after earlier paydays.'),
  state: z
    .enum(['funded', 'on_the_way', 'short'])
    .describe('`on_the_way`: a payday before the due date completes it.'),
})

const river = z
  .object({
    until: day.describe('The last day: the payday after next, or 30 days ahead without paydays.'),
    paydays: z.array(
      z.object({
        date: day,
        deposit: cents.describe('The expected deposit.'),
        funded: cents.describe('The amount that it sets aside.'),
        planned: cents,
        free_to_spend: cents.describe('Free to spend afterwards.'),
      }),
    ),
    payments: z.array(comingPayment).describe('Due until then, earliest first; at most 200.'),
  })
  .describe('The days ahead, as the forecast plays them.')

const need = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('standing'), standing: z.enum(['trial_ended', 'lapsed', 'closed']) }),
  z.object({
    kind: z.literal('connection'),
    id,
    name: z.string().nullable(),
    status: connectionStatus,
    message: z.string(),
  }),
  z
    .object({ kind: z.literal('consent'), id, name: z.string().nullable(), ends_at: instant })
    .describe('The consent of a bank ends within 14 days, and its member can renew it.'),
  z.object({
    kind: z.literal('behind'),
    expense_id: id,
    name: z.string(),
    look,
    missing: cents,
    due: day.nullable(),
  }),
  z
    .object({
      kind: z.literal('card'),
      account_id: id,
      name: z.string(),
      owed: cents,
      free_before: cents,
      free_after: cents,
    })
    .describe('A card owes money that free-to-spend does not count: nobody has answered yet.'),
  z.object({
    kind: z.literal('webhook_paused'),
    id,
    name: z.string(),
    reason: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('matches'),
    count: z.int().describe('Possible duplicate payments.'),
  }),
  z.object({
    kind: z.literal('assignments'),
    count: z.int().describe('Payments that may be spent from an Expense.'),
  }),
  z.object({
    kind: z.literal('unfiled'),
    count: z.int().describe('Payments of the last 30 days without a category.'),
    from: day,
  }),
])

/** The first screen in one answer, for the application (`/app/api`). */
export const home = {
  showHome: endpoint({
    method: 'GET',
    path: '/home',
    forKeys: true,
    tag: 'Home',
    summary: 'Show free to spend, upcoming payments and recent activity',
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
      change: z
        .object({ from: day, amount: cents })
        .nullable()
        .describe(
          'The change of free to spend since the end of `from`, yesterday; null if unknown.',
        ),
      daily: z
        .object({ amount: cents, days: z.int(), until: day })
        .nullable()
        .describe(
          'Free to spend per day until the next payday; null without a payday or without money.',
        ),
      next_payday: payday.nullable(),
      river,
      waiting: z
        .array(z.object({ payday: day, until: day, open: cents }))
        .describe('Paydays whose deposit has not arrived yet.'),
      needs: z.array(need),
      coming_up: z.array(comingPayment).describe('Due within 14 days.'),
      recent: z.array(transactionRow),
      unstated: z
        .array(
          z.object({
            account_id: id,
            name: z.string(),
            type: accountType,
            currency,
            balance: cents,
            import_id: id.describe('Takes the answer: `POST /imports/{id}/balance`.'),
            day: day.nullable().describe('The day of the newest booked row.'),
          }),
        )
        .describe('Accounts whose files say no balance: `balance` is only the sum of their rows.'),
      may_have_past: z
        .boolean()
        .describe(
          'An Expense, a rule for one or a connection is new, and `GET /past-payments` may list something.',
        ),
      month: z.object({
        spent: cents.describe('This month until today; the settings define when months begin.'),
        last_spent: cents.describe('Last month until the same day.'),
        days: z.array(cents).describe('Spent on each day of this month until today.'),
        last_days: z.array(cents).describe('Spent on each day of last month.'),
      }),
      freshness: z.object({
        connections: z.int(),
        synced_at: instant
          .nullable()
          .describe('The oldest of the connections’ last successful syncs.'),
        stale: z.boolean().describe('A connection has not synced for more than 24 hours.'),
      }),
      counts: z
        .object({
          accounts: z.int(),
          expenses: z.int(),
          cards: z.int().describe('Expenses that pay a linked card; contained in `expenses`.'),
          transactions: z.int(),
          schedules: z.int(),
        })
        .describe('Number of records, so that empty screens can show how to begin.'),
      first_steps: z
        .boolean()
        .describe(
          'True if an account, a payday or an Expense is missing and nobody has dismissed the steps.',
        ),
    }),
  }),
  dismissFirstSteps: endpoint({
    method: 'POST',
    path: '/home/first-steps/dismiss',
    tag: 'Home',
    summary: 'Dismiss the list of first steps',
    scope: 'data.write',
    body: z.strictObject({}),
    response: done,
  }),
}
