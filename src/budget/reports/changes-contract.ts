import * as z from 'zod'
import { saying } from '#/platform/contract/detail.ts'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { cents, currency, day, id, plannedDay } from '#/platform/contract/fields.ts'

/** The longest period that is explained, in days. */
export const EXPLAINED_DAYS_MAX = 366

const line = z.discriminatedUnion('kind', [
  z
    .object({
      kind: z.literal('payment'),
      amount: cents.describe('Its change of free to spend: `cash` + `released`.'),
      cash: cents.describe('Its change of the cash in accounts that count.'),
      released: cents.describe('Money that Expenses gave for it, less money that they took.'),
      change: z
        .enum(['recorded', 'edited', 'deleted', 'assigned'])
        .describe('What happened to it. `assigned`: only Expenses moved.'),
      transfer: z.boolean().describe('Moves money between two accounts of the household.'),
      transaction: z.object({
        id,
        concept: z.string(),
        booked_at: day,
        amount: cents,
        account_name: z.string(),
        deleted: z.boolean(),
      }),
      parts: z.array(z.object({ expense_id: id, name: z.string(), amount: cents })),
    })
    .describe('A payment or a deposit.'),
  z
    .object({
      kind: z.literal('payday'),
      amount: cents,
      day,
      count: z.int().describe('The number of Expenses that it moved money for.'),
      parts: z
        .array(z.object({ expense_id: id, name: z.string(), amount: cents }))
        .describe('The largest of them.'),
    })
    .describe('The money that a payday set aside.'),
  z
    .object({
      kind: z.literal('expense'),
      amount: cents,
      reason: z.string().describe('The reason of the ledger, such as `cover` or `archive`.'),
      expense_id: id,
      name: z.string(),
    })
    .describe('Money that an Expense took or gave back.'),
  z
    .object({
      kind: z.literal('account'),
      amount: cents,
      change: z
        .enum(['counted', 'uncounted', 'corrected'])
        .describe(
          '`counted`: it came, or counts from now on. `uncounted`: it counts no more. `corrected`: its balance ' +
            'moved by more than its payments.',
        ),
      account_id: id,
      name: z.string().nullable().describe('Null if the account does not exist any more.'),
    })
    .describe('An account as a whole.'),
  z
    .object({
      kind: z.literal('others'),
      amount: cents,
      of: z.enum(['payments', 'expenses']),
      count: z.int(),
    })
    .describe('The sum of smaller lines.'),
])

/** Why free to spend changed, for the application and the command line. */
export const freeToSpendChanges = {
  explainChange: endpoint({
    method: 'GET',
    path: '/free-to-spend/changes',
    forKeys: true,
    tag: 'Free to spend',
    summary: 'Explain why free to spend changed between two days',
    description:
      'The lines add up to the change, to the cent. A day is what people saw at its end: a payment counts when it is ' +
      'stored, not when it is booked. Days are those of the household’s present time zone.',
    scope: 'data.read',
    grants: ['analytics:read', 'transactions:read'],
    cost: 3,
    query: z
      .strictObject({
        from: plannedDay.optional().describe('Default: the day before `to`.'),
        to: plannedDay.optional().describe('Default: today, which means now.'),
      })
      .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
        path: ['from'],
        ...saying('`from` is after `to`.', { name: 'period_reversed' }),
      }),
    response: z.object({
      currency,
      from: day.describe('The change since the end of this day …'),
      to: day.describe('… until the end of this one, or until now.'),
      today: day,
      first_day: day.describe('The first day whose end is known.'),
      before: cents.describe('Free to spend at the end of `from`.'),
      after: cents,
      change: cents.describe('`after` − `before`: the sum of the lines.'),
      lines: z.array(line).describe('The largest first.'),
    }),
  }),
}
