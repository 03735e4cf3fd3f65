import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { amount, cents, currency, id } from '#/platform/contract/fields.ts'

const parts = z.strictObject({
  parts: z
    .array(z.strictObject({ expense_id: id, amount: amount.min(1) }))
    .min(1)
    .max(1_000),
})

const covered = z.object({ free_to_spend: cents.describe('Free-to-spend afterwards.') })

/** Covers a shortfall: if more is set aside than there is, Expenses give some back. For the application (`/app/api`). */
export const covering = {
  proposeCover: endpoint({
    method: 'GET',
    path: '/cover',
    forKeys: true,
    tag: 'Expenses',
    summary: 'Propose which Expenses cover a negative free-to-spend',
    scope: 'data.read',
    response: z.object({
      currency,
      free_to_spend: cents,
      parts: z
        .array(
          z.object({
            expense_id: id,
            name: z.string(),
            amount: cents,
            balance: cents.describe('Its balance today.'),
            reason: z.enum([
              'over_funded',
              'low_priority',
              'goal',
              'held_ahead',
              'normal_priority',
            ]),
          }),
        )
        .describe('Empty if free-to-spend is not negative.'),
      left_open: cents.describe(
        'The part that they cannot give without touching cards or high priority.',
      ),
    }),
  }),
  coverShortfall: endpoint({
    method: 'POST',
    path: '/cover',
    forKeys: true,
    tag: 'Expenses',
    summary: 'Move money from Expenses to free-to-spend',
    description: 'Send an Idempotency-Key: a repeat without one takes the money twice.',
    scope: 'data.write',
    refusals: ['resource_not_found', 'insufficient_expense_balance'],
    body: parts,
    response: covered,
  }),
  undoCover: endpoint({
    method: 'POST',
    path: '/cover/undo',
    forKeys: true,
    tag: 'Expenses',
    summary:
      'Undo a cover: give the Expenses their money back, even if free-to-spend becomes negative',
    scope: 'data.write',
    refusals: ['resource_not_found'],
    body: parts,
    response: covered,
  }),
}
