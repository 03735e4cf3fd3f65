import { paymentTarget } from '#/budget/expenses/rules/card-reserve.ts'
import {
  balanceOf,
  dueDay,
  type Holding,
  kindOf,
  progress,
  targetOf,
} from '#/budget/expenses/rules/holding.ts'
import type { Forecast } from '#/budget/funding/rules/forecast.ts'
import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'

/** An upcoming payment, in cents: the amount held for it now, and the amount it will lack when due. */
export type ComingPayment = {
  readonly id: string
  readonly date: Day
  readonly payment: Cents
  readonly held: Cents
  readonly missing: Cents
  readonly state: 'funded' | 'on_the_way' | 'short'
}

/**
 * Lists payments due up to and including `through`, earliest first; the forecast may reach further. Recurring ones come
 * from the forecast, which includes earlier paydays; for one-off ones the funding of paydays up to the due date is added
 * here. A due date that was paid early is left out, because nothing is due any more.
 */
export function comingUp(
  holdings: readonly Holding[],
  { expenses }: Forecast,
  { today, through }: { readonly today: Day; readonly through: Day },
): readonly ComingPayment[] {
  return holdings
    .flatMap((holding, index) => {
      const events = expenses[index]!.events
      return kindOf(holding.terms) === 'one_off' || kindOf(holding.terms) === 'goal'
        ? onOneDay(holding, events, { today, through })
        : recurring(holding, events, through)
    })
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}

type Events = Forecast['expenses'][number]['events']

function recurring(holding: Holding, events: Events, through: Day): ComingPayment[] {
  const dues = events.filter((event) => event.kind === 'due')
  const coming = dues.filter(({ day, payment }) => day <= through && payment > 0)
  return coming.map(({ day, payment, covered }, index) => {
    // The money held now is for the first of several payments.
    const held = index === 0 ? Math.min(payment, heldFor(holding)) : 0
    return payable(holding.id, { date: day, payment, held, covered })
  })
}

function heldFor({ terms, lanes }: Holding): Cents {
  return kindOf(terms) === 'card'
    ? Math.min(paymentTarget(terms), balanceOf(lanes))
    : lanes.building
}

function onOneDay(
  holding: Holding,
  events: Events,
  { today, through }: { readonly today: Day; readonly through: Day },
): ComingPayment[] {
  const date = dueDay(holding)
  const payment = targetOf(holding.terms)
  if (date === null || date < today || date > through || payment === 0) return []
  const held = Math.min(payment, progress(holding.lanes))
  const paydays = events.filter((event) => event.kind === 'payday' && event.day <= date)
  const given = paydays.reduce(
    (sum, event) => sum + (event.kind === 'payday' ? event.funded : 0),
    0,
  )
  return [payable(holding.id, { date, payment, held, covered: Math.min(payment, held + given) })]
}

function payable(
  id: string,
  due: { date: Day; payment: Cents; held: Cents; covered: Cents },
): ComingPayment {
  const { date, payment, held, covered } = due
  const missing = Math.max(0, payment - Math.max(covered, held))
  const state = held >= payment ? 'funded' : missing === 0 ? 'on_the_way' : 'short'
  return { id, date, payment, held, missing, state }
}
