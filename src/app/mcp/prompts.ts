import * as z from 'zod'
import type { ReadTool } from './tool.ts'
import { canAfford, whatChanged } from './read-money.ts'
import { reviewMonth } from './review-month.ts'
import { tame } from './untrusted.ts'

export type Prompt = {
  readonly name: string
  readonly title: string
  readonly about: string
  /** Each is text: prompts know nothing else. */
  readonly args: z.ZodObject
  /** The tool that answers it: who may not call it does not see the prompt. */
  readonly tool: ReadTool
  readonly says: (args: Readonly<Record<string, unknown>>) => string
}

const CLOSING =
  'Answer in a few sentences with the numbers that the tool returned, and do not calculate others.'

export const prompts: readonly Prompt[] = [
  {
    name: 'can_i_afford',
    title: 'Can I afford…',
    about: 'If an amount can be spent on a day without taking money from bills.',
    args: z.object({
      amount: z.string().max(40).describe('For example 120, or 120.50.'),
      day: z
        .string()
        .max(40)
        .optional()
        .describe('For example Friday, or 2026-11-27; default today.'),
    }),
    tool: canAfford,
    says: ({ amount, day }) =>
      `Can I afford ${say(amount)} ${day === undefined ? 'today' : `on this day: ${say(day)}`}? ` +
      `Call can_afford with the amount in cents and the date as YYYY-MM-DD. ${CLOSING}`,
  },
  {
    name: 'review_this_month',
    title: 'Review this month',
    about: 'Income, spending and set-asides of this month beside earlier ones.',
    args: z.object({}),
    tool: reviewMonth,
    says: () =>
      `Review this month. Call review_month. Say what is unusual compared with the month before and the mean, and what ` +
      `that means for the rest of the month. ${CLOSING}`,
  },
  {
    name: 'what_changed_since_payday',
    title: 'What changed since payday',
    about: 'Why free to spend is what it is, since the last payday.',
    args: z.object({}),
    tool: whatChanged,
    says: () =>
      `What changed since payday? Call what_changed without arguments. Name the largest reasons first. ${CLOSING}`,
  },
]

function say(text: unknown): string {
  return tame(String(text), 40)
}
