import type { Cents } from '#/core/values/cents.ts'
import { paymentTarget } from './card-reserve.ts'
import { balanceOf, countsSpending, type Holding, kindOf, progress, targetOf } from './holding.ts'
import type { Lanes } from './holding.ts'
import { canonicalise } from './lanes.ts'

/** The money that a move put into the lanes of an Expense or took out of them, in cents (≥ 0). */
export type Parts = Pick<Lanes, 'ready' | 'building' | 'reserve'>

/** The reason why an amount cannot be moved. */
export type MoveFault =
  | 'nothing_to_move'
  | 'insufficient_free_to_spend'
  | 'insufficient_expense_balance'

/** Lanes in the order in which money returns to them: the nearest payment first. */
const nearestFirst = ['ready', 'building', 'reserve'] as const

/**
 * Computes what is missing to the next due payment, in cents (≥ 0): for a bill the rest of one payment, for a goal or a
 * one-off Expense the rest of its target (money already spent counts), for an envelope the rest of its filling, for a
 * card the rest of its next payment. Without a target nothing is missing. Payments held ahead do not count.
 */
export function missingToDue({ terms, lanes }: Holding): Cents {
  return Math.max(0, neededOf(terms) - reachedOf(terms, lanes))
}

/** Decides how much is set aside: a given amount, or all that is missing. Never more than is free to spend. */
export function amountToFund(
  holding: Holding,
  { wanted, free }: { wanted: Cents | 'fill'; free: Cents },
): Cents | MoveFault {
  const amount = wanted === 'fill' ? missingToDue(holding) : wanted
  if (amount === 0) return 'nothing_to_move'
  return amount > free ? 'insufficient_free_to_spend' : amount
}

/** Decides how much is taken back: a given amount, or all that the Expense holds. Never more than that. */
export function amountToRelease({ lanes }: Holding, wanted: Cents | 'all'): Cents | MoveFault {
  const held = balanceOf(lanes)
  const amount = wanted === 'all' ? held : wanted
  if (amount === 0) return 'nothing_to_move'
  return amount > held ? 'insufficient_expense_balance' : amount
}

/**
 * Undoes a set-aside: takes its parts out of the lanes that they went to, as far as those still hold them. Another lane is
 * never touched for it, because its money came from elsewhere. After a change of terms, a part is looked for where the
 * new terms have put it.
 */
export function undoFund({ terms, lanes }: Holding, parts: Parts): Lanes {
  const { ready, building, reserve } = canonicalise(terms, { ...lanes, ...parts })
  return {
    ...lanes,
    ready: Math.max(0, lanes.ready - ready),
    building: Math.max(0, lanes.building - building),
    reserve: Math.max(0, lanes.reserve - reserve),
  }
}

/**
 * Undoes a take-back: returns its parts to their lanes, as far as free-to-spend still has the money (`available` cents,
 * ≥ 0). The nearest payment gets its part first.
 */
export function undoRelease(
  { terms, lanes }: Holding,
  { parts, available }: { parts: Parts; available: Cents },
): Lanes {
  const after = { ...lanes }
  let left = available
  for (const lane of nearestFirst) {
    const amount = Math.min(left, parts[lane])
    after[lane] += amount
    left -= amount
  }
  return canonicalise(terms, after)
}

function neededOf(terms: Holding['terms']): Cents {
  return kindOf(terms) === 'card' ? paymentTarget(terms) : targetOf(terms)
}

/** For a bill, money that is ready does not count: it belongs to the payment that has come due. */
function reachedOf(terms: Holding['terms'], lanes: Lanes): Cents {
  if (countsSpending(terms)) return progress(lanes)
  return kindOf(terms) === 'bill' ? lanes.building + lanes.prepaid : balanceOf(lanes)
}
