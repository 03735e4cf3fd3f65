import { indexOnOrAfter, occurrenceNumber } from '#/core/calendar/occurrences.ts'
import { paymentTarget } from '#/budget/expenses/rules/card-reserve.ts'
import {
  balanceOf,
  extraReserveGoal,
  type Holding,
  kindOf,
  progress,
  recurrenceOf,
  targetOf,
} from '#/budget/expenses/rules/holding.ts'
import { fund } from '#/budget/expenses/rules/lanes.ts'
import { addCents, type Cents } from '#/core/values/cents.ts'
import { type Day, dayNumber } from '#/core/values/day.ts'
import { type Asking, type Funding, serveInTurn } from './plan.ts'
import type { EngineState, Step } from './process-days.ts'

/** The number of days after a payday on which it still waits for its deposit. */
export const WAIT_DAYS = 5

/** A payday whose deposit arrives late: the amounts that it asked for and could not give, in cents. */
export type Waiting = {
  readonly day: Day
  readonly open: readonly { readonly id: string; readonly ordinary: Cents; readonly ahead: Cents }[]
}

export type Continued = {
  readonly holdings: readonly Holding[]
  readonly freeToSpend: Cents
  readonly steps: readonly Step[]
  /** The money that each payday has given now. */
  readonly fundings: readonly (Funding & { readonly day: Day })[]
}

/**
 * Continues paydays that could not give everything: the open amounts are served in the same order as on the payday, from
 * today's free-to-spend, and never more than is still missing.
 */
export function continuePaydays(
  state: EngineState,
  waiting: readonly Waiting[],
  today: Day,
): Continued {
  let { holdings, freeToSpend } = state
  const steps: Step[] = []
  const fundings: Continued['fundings'][number][] = []
  for (const wait of waiting) {
    const asking = holdings.flatMap((holding) => askAgain(holding, wait) ?? [])
    const available = Math.max(0, freeToSpend - Math.max(0, state.floor))
    const given = serveInTurn(asking, available).fundings.filter(isGift)
    if (given.length === 0) continue
    const byId = new Map(given.map((funding) => [funding.id, funding]))
    const before = holdings
    holdings = before.map((holding) => {
      const funding = byId.get(holding.id)
      if (!funding) return holding
      const parts = { ordinary: funding.ordinaryFunded, ahead: funding.aheadFunded }
      return { ...holding, lanes: fund(holding.lanes, parts) }
    })
    for (const { ordinaryFunded, aheadFunded } of given) freeToSpend -= ordinaryFunded + aheadFunded
    steps.push({ day: today, reason: 'payday', before, after: holdings })
    fundings.push(...given.map((funding) => ({ ...funding, day: wait.day })))
  }
  return { holdings, freeToSpend, steps, fundings }
}

/**
 * Computes the money that waiting paydays would still give if all of their deposits arrived today, in cents: to every
 * Expense or to one. Omits paydays that would give nothing.
 */
export function stillOpen(
  state: EngineState,
  waits: readonly (Waiting & { readonly until: Day })[],
  { today, expenseId }: { readonly today: Day; readonly expenseId?: string },
): { readonly payday: Day; readonly until: Day; readonly open: Cents }[] {
  const waiting = waits.filter(({ until }) => until >= today)
  const { fundings } = continuePaydays({ ...state, freeToSpend: Infinity }, waiting, today)
  const wanted = fundings.filter(({ id }) => expenseId === undefined || id === expenseId)
  return waiting.flatMap(({ day, until }) => {
    const parts = wanted.filter((funding) => funding.day === day)
    if (parts.length === 0) return []
    const open = addCents(...parts.flatMap((part) => [part.ordinaryFunded, part.aheadFunded]))
    return { payday: day, until, open }
  })
}

function isGift({ ordinaryFunded, aheadFunded }: Funding): boolean {
  return ordinaryFunded + aheadFunded > 0
}

function askAgain(holding: Holding, { day, open }: Waiting): Asking | null {
  const left = open.find(({ id }) => id === holding.id)
  if (!left || holding.terms.paused) return null
  const { terms, lanes } = holding
  const ordinary = Math.min(left.ordinary, missing(holding))
  const ahead = Math.min(left.ahead, Math.max(0, extraReserveGoal(terms) - lanes.reserve))
  return { holding, asked: { ordinary, ahead, due: dueOn(holding, dayNumber(day)) } }
}

/** Computes the amount that an Expense can still use. A bill can use any amount: an excess lowers its next payment. */
function missing({ terms, lanes }: Holding): Cents {
  const kind = kindOf(terms)
  switch (kind) {
    case 'bill':
      return Infinity
    case 'one_off':
    case 'goal':
      return Math.max(0, targetOf(terms) - progress(lanes))
    case 'envelope':
      return Math.max(0, targetOf(terms) - balanceOf(lanes))
    case 'card':
      return Math.max(0, paymentTarget(terms) - balanceOf(lanes))
  }
}

/** Returns the due date that the payday worked towards, even if it has passed since: it decides the order. */
function dueOn({ terms }: Holding, day: number): number | null {
  const recurrence = recurrenceOf(terms)
  if (recurrence !== null) return occurrenceNumber(recurrence, indexOnOrAfter(recurrence, day))
  return terms.anchor === null ? null : dayNumber(terms.anchor)
}
