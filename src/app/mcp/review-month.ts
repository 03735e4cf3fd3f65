import * as z from 'zod'
import { categories } from '#/budget/categories/contract.ts'
import { insights } from '#/budget/insights/contract.ts'
import { settings } from '#/budget/settings/contract.ts'
import { dayAt } from '#/core/values/day.ts'
import { moneyIn } from './money.ts'
import { monthNameOf, monthOf } from './period.ts'
import { readTool } from './tool.ts'
import { tame } from './untrusted.ts'

/** Categories and set-asides that a review names; the rest is summed. */
const NAMED = 15

export const reviewMonth = readTool({
  name: 'review_month',
  title: 'Review a month',
  about:
    'A month in one answer: income, spending, what was set aside and what stayed free, the largest categories beside the ' +
    'month before and the mean of the year before. Default: the current month.',
  endpoints: [
    insights.showMonths,
    insights.showFlow,
    categories.listCategories,
    settings.showSettings,
  ],
  input: z.strictObject({
    month: z
      .string()
      .regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/)
      .optional()
      .describe('YYYY-MM, the month in which it begins.'),
  }),
  run: async ({ door, runtime }, { month }) => {
    const { timezone, month_starts_on_day: begins } = await door.read(settings.showSettings)
    const name = month ?? monthNameOf(dayAt(runtime.now(), timezone), begins)
    const query = monthOf(name, begins)
    const shown = await door.read(insights.showMonths, { query })
    const flow = await door.read(insights.showFlow, { query })
    const named = new Map(
      (await door.read(categories.listCategories)).map((one) => [one.id, tame(one.name, 60)]),
    )
    const write = moneyIn(shown.currency)
    const at = shown.shown_from
    const total = (series: readonly number[]) => write(series[at] ?? 0)
    const spent = shown.categories
      .map((one) => ({ ...one, now: one.spent[at] ?? 0 }))
      .filter(({ now }) => now > 0)
      .toSorted((a, b) => b.now - a.now)
    const held = flow.set_aside.toSorted((a, b) => b.spent + b.held - a.spent - a.held)
    return {
      month: name,
      from: shown.from,
      to: shown.to,
      income: total(shown.income),
      spent: total(shown.spent),
      refunded: total(shown.refunded),
      stayed_free: write(flow.free),
      before: { spent: write(shown.spent[at - 1] ?? 0), income: write(shown.income[at - 1] ?? 0) },
      mean_of_months_before: { spent: write(meanOf(shown.spent, at)) },
      payments: shown.count[at] ?? 0,
      categories: spent.slice(0, NAMED).map((one) => ({
        untrusted_name: one.category_id === null ? null : (named.get(one.category_id) ?? null),
        spent: write(one.now),
        month_before: write(one.spent[at - 1] ?? 0),
        mean: write(meanOf(one.spent, at)),
      })),
      ...(spent.length > NAMED && {
        other_categories: write(spent.slice(NAMED).reduce((sum, { now }) => sum + now, 0)),
      }),
      set_asides: held.slice(0, NAMED).map((one) => ({
        untrusted_name: tame(one.name, 60),
        spent: write(one.spent),
        change_of_money_held: write(one.held),
      })),
      ...(held.length > NAMED && { more_set_asides: held.length - NAMED }),
    }
  },
})

/** The mean of up to twelve months before one, rounded to cents. */
function meanOf(series: readonly number[], at: number): number {
  const earlier = series.slice(Math.max(0, at - 12), at)
  return earlier.length === 0
    ? 0
    : Math.round(earlier.reduce((sum, one) => sum + one, 0) / earlier.length)
}
