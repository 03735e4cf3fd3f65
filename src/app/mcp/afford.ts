import type { Cents } from '#/core/values/cents.ts'

/** The part of the forecast that says what is free on which day. */
export type Outlook = {
  readonly from: string
  readonly through: string
  readonly free_to_spend: Cents
  readonly paydays: readonly { readonly date: string; readonly free_to_spend: Cents }[]
  readonly expenses: readonly {
    readonly events: readonly (
      | { readonly kind: 'payday'; readonly date: string }
      | {
          readonly kind: 'due'
          readonly date: string
          readonly payment: Cents
          readonly covered: Cents
        }
    )[]
  }[]
}

export type Verdict = {
  /** `tight`: it is there on the day, but a later payday or bill needs it. */
  readonly verdict: 'yes' | 'tight' | 'no'
  readonly freeOnDay: Cents
  /** The least that is free from the day to the end of the forecast, and its first day. */
  readonly lowest: { readonly amount: Cents; readonly day: string }
  /** The first day from which the amount stays free; null if the forecast has no such day. */
  readonly earliest: string | null
}

export type Purchase = {
  readonly amount: Cents
  readonly day: string
  /** The amount that coming bills will lack, which free money has to pay. */
  readonly uncovered: Cents
}

/**
 * Judges a purchase by the forecast: free to spend changes on paydays, and stays so until the next. The purchase takes its
 * amount away from its day on.
 */
export function judgePurchase(outlook: Outlook, { amount, day, uncovered }: Purchase): Verdict {
  const steps = [
    { day: outlook.from, amount: outlook.free_to_spend },
    ...outlook.paydays
      .filter(({ date }) => date > outlook.from)
      .map((payday) => ({ day: payday.date, amount: payday.free_to_spend })),
  ]
  const at = steps.findLastIndex((step) => step.day <= day)
  const current = { day, amount: steps[at]!.amount }
  const later = steps.slice(at + 1)
  const lowest = [current, ...later].reduce((low, step) => (step.amount < low.amount ? step : low))
  const isThere = current.amount >= amount
  const stays = lowest.amount - uncovered >= amount
  return {
    verdict: !isThere ? 'no' : stays ? 'yes' : 'tight',
    freeOnDay: current.amount,
    lowest,
    earliest:
      [current, ...later].find((_, index, all) =>
        all.slice(index).every((step) => step.amount >= amount),
      )?.day ?? null,
  }
}

/** Sums what recurring bills in a forecast will lack. */
export function lackingIn({ expenses }: Outlook): Cents {
  let sum = 0
  for (const { events } of expenses) {
    for (const event of events)
      if (event.kind === 'due') sum += Math.max(0, event.payment - event.covered)
  }
  return sum
}
