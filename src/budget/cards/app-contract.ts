import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { cents, currency, id } from '#/platform/contract/fields.ts'
import { done } from '#/platform/audited/contract.ts'

const about = {
  free_before: cents.describe('Free-to-spend before.'),
  free_after: cents.describe('Free-to-spend afterwards.'),
  set_aside: cents.describe('The debt, as far as free-to-spend allows.'),
  left_open: cents.describe('The rest of the debt, which paydays set aside.'),
}

const ofCard = {
  method: 'POST',
  tag: 'Cards',
  scope: 'data.write',
  params: z.strictObject({ id: id.describe('The account of the card.') }),
  body: z.strictObject({}),
} as const

/** Cards that owe money for which nothing is set aside, for the application and the command line. */
export const cardsApp = {
  listUncoveredCards: endpoint({
    method: 'GET',
    path: '/uncovered-cards',
    forKeys: true,
    tag: 'Cards',
    summary: 'List cards that owe money and have no Expense, with free-to-spend before and after',
    description:
      'Only cards in the household’s currency. Each is shown as if it alone were covered.',
    scope: 'data.read',
    response: z.object({
      currency,
      free_to_spend: cents,
      cards: z.array(
        z.object({
          account_id: id,
          name: z.string(),
          institution_name: z.string().nullable(),
          mask: z.string().nullable(),
          owed: cents.describe('The debt, with pending payments. Positive.'),
          ...about,
          dismissed: z.boolean().describe('The household has said not to ask again.'),
        }),
      ),
    }),
  }),
  coverCard: endpoint({
    ...ofCard,
    path: '/uncovered-cards/{id}/cover',
    forKeys: true,
    summary: 'Cover a card: create its Expense and set aside what it owes',
    description:
      'The Expense pays all that is owed, due each month on the day of the last payment, from all paydays. To undo it, archive the Expense.',
    refusals: ['resource_not_found', 'limit_reached', 'card_already_linked'],
    response: z.object({
      expense_id: id,
      name: z.string(),
      owed: cents,
      ...about,
    }),
  }),
  dismissCard: endpoint({
    ...ofCard,
    path: '/uncovered-cards/{id}/dismiss',
    forKeys: true,
    summary: 'Do not ask again to cover this card',
    refusals: ['resource_not_found'],
    response: done,
  }),
  restoreCard: endpoint({
    ...ofCard,
    path: '/uncovered-cards/{id}/restore',
    forKeys: true,
    summary: 'Ask again to cover a card that was dismissed',
    refusals: ['resource_not_found'],
    response: done,
  }),
}
