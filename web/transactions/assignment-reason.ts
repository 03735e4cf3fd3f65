import type { Output } from '#web/calls/operations.ts'
import { useFormats, useText } from '#web/text/text.tsx'

export type AssignmentWhy = Output<'GET /assignment-suggestions'>[number]['why']

/** Returns a function that words why Earmark assigns or suggests an Expense: "Because both have the same name." */
export function useReason(): (why: AssignmentWhy, currency: string) => string {
  const words = useText().assignments
  const { money } = useFormats()
  return (why, currency) => {
    const reason = why.by === 'choices' ? words.reasons.choices(why.count) : words.reasons[why.by]
    const because = words.because(reason)
    if (!why.changed_price) return because
    const { from, to } = why.changed_price
    const tell = to > from ? words.rose : words.fell
    return `${because} ${tell(money(from, currency), money(to, currency))}`
  }
}
