import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'
import { balanceOf, dueDay, type Holding, kindOf, progress } from './holding.ts'
import { reserveGoal } from './reserve.ts'

/** The reason why an Expense can give money, in the order in which reasons are used. */
export type CoverReason = 'over_funded' | 'low_priority' | 'goal' | 'held_ahead' | 'normal_priority'

/** One Expense's part of a cover, in cents (> 0). */
export type CoverPart = {
  readonly id: string
  readonly amount: Cents
  readonly reason: CoverReason
}

/** The amount that an Expense can give for each reason, in cents; the first reason is exhausted first. */
const sources: readonly (readonly [CoverReason, (holding: Holding) => Cents])[] = [
  ['over_funded', surplusOf],
  ['low_priority', (holding) => (isGoal(holding) ? 0 : allOf(holding, 'low'))],
  ['goal', (holding) => (isGoal(holding) ? balanceOf(holding.lanes) : 0)],
  ['held_ahead', ({ lanes }) => lanes.reserve],
  ['normal_priority', (holding) => allOf(holding, 'normal')],
]

const ranks = { low: 0, normal: 1, high: 2 }

/**
 * Proposes the Expenses that give `missing` cents, so that no more is set aside than there is. Within one reason, lower
 * priority gives first, then later due dates. Card Expenses and those of high priority keep the money that they need,
 * so the parts may add up to less than `missing`.
 */
export function proposeCover(holdings: readonly Holding[], missing: Cents): readonly CoverPart[] {
  const given = new Map<string, CoverPart>()
  let open = missing
  const ordered = inOrderOfGiving(holdings)
  for (const [reason, giveable] of sources) {
    for (const holding of ordered) {
      const before = given.get(holding.id)
      const already = before?.amount ?? 0
      const most = Math.min(giveable(holding), balanceOf(holding.lanes) - already)
      const amount = Math.min(open, Math.max(0, most))
      if (amount === 0) continue
      given.set(holding.id, {
        id: holding.id,
        amount: already + amount,
        reason: before?.reason ?? reason,
      })
      open -= amount
    }
  }
  return [...given.values()]
}

function inOrderOfGiving(holdings: readonly Holding[]): readonly Holding[] {
  return holdings
    .map((holding) => ({ holding, rank: ranks[holding.terms.priority], due: dueDay(holding) }))
    .toSorted((a, b) => a.rank - b.rank || byDay(b.due, a.due))
    .map(({ holding }) => holding)
}

/** Sorts by day; no day counts as due last. */
function byDay(a: Day | null, b: Day | null): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return a < b ? -1 : 1
}

function isGoal({ terms }: Holding): boolean {
  return kindOf(terms) === 'goal'
}

function allOf({ terms, lanes }: Holding, priority: Holding['terms']['priority']): Cents {
  return terms.priority === priority && kindOf(terms) !== 'card' ? balanceOf(lanes) : 0
}

/** Computes the money beyond everything that the Expense should hold, in cents; 0 without a target. */
function surplusOf({ terms, lanes }: Holding): Cents {
  const kind = kindOf(terms)
  if (terms.target === null && kind !== 'card') return 0
  // Money for a payment that has come due is not surplus: the target does not include that payment.
  const reached =
    kind === 'bill'
      ? lanes.building + lanes.reserve + lanes.prepaid
      : kind === 'card' || kind === 'envelope'
        ? balanceOf(lanes)
        : progress(lanes)
  return Math.max(0, reached - reserveGoal(terms))
}
