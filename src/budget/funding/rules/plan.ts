import { contributionsAt } from '#/budget/expenses/rules/contribution.ts'
import type { Contributions } from '#/budget/expenses/rules/contribution.ts'
import { kindOf } from '#/budget/expenses/rules/holding.ts'
import type { Holding } from '#/budget/expenses/rules/holding.ts'
import type { Cents } from '#/core/values/cents.ts'
import { dayNumber } from '#/core/values/day.ts'
import type { Day } from '#/core/values/day.ts'
import { isPayday } from '#/core/calendar/paydays.ts'

/** One payday's request for one Expense and the money it gives, in cents. The difference is the shortfall to show. */
export type Funding = {
  readonly id: string
  readonly ordinaryPlanned: Cents
  readonly ordinaryFunded: Cents
  readonly aheadPlanned: Cents
  readonly aheadFunded: Cents
}

/** A payday to plan: the Expenses and the money. Amounts in cents. */
export type PaydayQuestion = {
  /** The effective day. */
  readonly payday: Day
  readonly holdings: readonly Holding[]
  readonly freeToSpend: Cents
  /** The amount to leave untouched; below 0 counts as 0. */
  readonly floor: Cents
}

/** A request that was served, in cents. */
export type Served = { readonly id: string; readonly asked: Cents; readonly funded: Cents }

/** A payday's two passes, each in the order of serving, and the total of each Expense. */
export type Service = {
  /** The money that the payday may give: free-to-spend above the floor, in cents. */
  readonly available: Cents
  readonly ordinary: readonly Served[]
  readonly ahead: readonly Served[]
  /** One entry for each Expense that takes part, in the order of the question. */
  readonly fundings: readonly Funding[]
}

/**
 * Plans a payday: one entry for each Expense that a schedule funds on that day, in the order of the question. A payday
 * sets aside only money that exists, and every ordinary need comes before any extra reserve. The engine, the read
 * fields and the forecast all use this function.
 */
export function planPayday(question: PaydayQuestion): readonly Funding[] {
  return servePayday(question).fundings
}

/** As `planPayday`, with the order of serving. */
export function servePayday({ payday, holdings, freeToSpend, floor }: PaydayQuestion): Service {
  const day = dayNumber(payday)
  const asking = holdings
    .filter(({ terms }) => isPayday(terms.paydays, day))
    .map((holding) => ({ holding, asked: contributionsAt(holding, day) }))
  return serveInTurn(asking, Math.max(0, freeToSpend - Math.max(0, floor)))
}

/** Gives the available money (cents, ≥ 0) to the requests in order: first every ordinary need, then reserves. */
export function serveInTurn(asking: readonly Asking[], available: Cents): Service {
  const requests = asking.map(requestOf)
  const needs = requests.filter(({ asked }) => asked.ordinary > 0).toSorted(byNeed)
  const reserves = requests.filter(({ asked }) => asked.ahead > 0).toSorted(byBuildBy)
  let left = available
  for (const request of needs) {
    request.ordinaryFunded = Math.min(request.asked.ordinary, left)
    left -= request.ordinaryFunded
  }
  for (const request of reserves) {
    request.aheadFunded = Math.min(request.asked.ahead, left)
    left -= request.aheadFunded
  }
  return {
    available,
    ordinary: needs.map(({ holding: { id }, asked, ordinaryFunded }) => {
      return { id, asked: asked.ordinary, funded: ordinaryFunded }
    }),
    ahead: reserves.map(({ holding: { id }, asked, aheadFunded }) => {
      return { id, asked: asked.ahead, funded: aheadFunded }
    }),
    fundings: requests.map(({ holding: { id }, asked, ordinaryFunded, aheadFunded }) => {
      return {
        id,
        ordinaryPlanned: asked.ordinary,
        ordinaryFunded,
        aheadPlanned: asked.ahead,
        aheadFunded,
      }
    }),
  }
}

/** An Expense and its requests, in cents. */
export type Asking = { readonly holding: Holding; readonly asked: Contributions }

type Request = Asking & {
  readonly turn: number
  ordinaryFunded: Cents
  aheadFunded: Cents
}

function requestOf({ holding, asked }: Asking): Request {
  return { holding, asked, turn: turnOf(holding), ordinaryFunded: 0, aheadFunded: 0 }
}

/** Ranks an Expense: by tier, and within it dated Expenses and cards first, then envelopes, then goals. */
function turnOf({ terms }: Holding): number {
  const tier = { high: 0, normal: 1, low: 2 }[terms.priority]
  const rank = { bill: 0, one_off: 0, card: 0, envelope: 1, goal: 2 }[kindOf(terms)]
  return tier * 3 + rank
}

function byNeed(a: Request, b: Request): number {
  return a.turn - b.turn || earlier(a.asked.due, b.asked.due) || byText(a.holding.id, b.holding.id)
}

/** Sorts by tier, then by `buildBy`: only bills hold a reserve, so their rank is their tier. */
function byBuildBy(a: Request, b: Request): number {
  return (
    a.turn - b.turn ||
    byText(a.holding.terms.buildBy ?? NEVER, b.holding.terms.buildBy ?? NEVER) ||
    byText(a.holding.id, b.holding.id)
  )
}

/** Sorts after every day, for Expenses without a date. */
const NEVER = '~'

function earlier(a: number | null, b: number | null): number {
  if (a === b) return 0
  if (a === null) return 1
  return b === null ? -1 : a - b
}

function byText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
