import { countPaydays, nextPayday } from '#/core/calendar/paydays.ts'
import type { Cents } from '#/core/values/cents.ts'
import { addDays, dayNumber } from '#/core/values/day.ts'
import type { Day } from '#/core/values/day.ts'
import { indexOnOrAfter } from '#/core/calendar/occurrences.ts'
import { paymentTarget } from './card-reserve.ts'
import { contributionsAt } from './contribution.ts'
import {
  balanceOf,
  countsSpending,
  dueDay,
  extraReserveGoal,
  kindOf,
  paymentsHeld,
  progress,
  recurrenceOf,
  targetOf,
} from './holding.ts'
import type { Holding, Lanes, Terms } from './holding.ts'

/** The read fields of an Expense that its terms do not hold (spec, "Expense"). Amounts in cents. */
export type ExpenseFigures = {
  readonly balance: Cents
  readonly ordinaryBalance: Cents
  /** Included in `balance`. */
  readonly extraReserve: Cents
  readonly reserveGoal: Cents
  readonly reserveShortfall: Cents
  /** Not rounded. */
  readonly paymentsReserved: number
  /** The request of the first payday after today for the next payment. */
  readonly ordinaryContribution: Cents
  /** Its request for the extra reserve. */
  readonly fundAheadContribution: Cents
  /** Set aside for a payment that has come due. */
  readonly readyAmount: Cents
  /** Set aside for the next payment. With `readyAmount` it makes up `ordinaryBalance`. */
  readonly nextPaymentAmount: Cents
  readonly nextDueDate: Day | null
  /** The first payday after today; null when paused or without a schedule. */
  readonly nextFundingDate: Day | null
  /** False when the next payment is not complete and no payday is left to complete it. */
  readonly onTrack: boolean
  /** The amount that the next payment will lack; 0 while on track. */
  readonly behindBy: Cents
  readonly extraReserveGoal: Cents
  /** Only for a goal. */
  readonly targetDate: Day | null
  /** Spent so far on a goal or a one-off Expense; counts as progress. */
  readonly spentAmount: Cents
}

/** Derives the read fields on the day `today`, after that day's paydays and due dates have been processed. */
export function readHolding(holding: Holding, today: Day): ExpenseFigures {
  const { terms, lanes } = holding
  const balance = balanceOf(lanes)
  const nextFundingDate = nextFundingDay(terms, today)
  const asked =
    nextFundingDate === null
      ? { ordinary: 0, ahead: 0 }
      : contributionsAt(holding, dayNumber(nextFundingDate))
  const behindBy = missingBeyondHelp(holding, today)
  return {
    balance,
    ordinaryBalance: balance - lanes.reserve,
    extraReserve: lanes.reserve,
    reserveGoal: reserveGoal(terms),
    reserveShortfall: reserveShortfall(terms, lanes),
    paymentsReserved: targetOf(terms) === 0 ? 0 : balance / targetOf(terms),
    ordinaryContribution: asked.ordinary,
    fundAheadContribution: asked.ahead,
    readyAmount: lanes.ready,
    nextPaymentAmount: lanes.building,
    nextDueDate: dueDay(holding),
    nextFundingDate,
    onTrack: behindBy === 0,
    behindBy,
    extraReserveGoal: extraReserveGoal(terms),
    targetDate: terms.type === 'goal' ? terms.anchor : null,
    spentAmount: countsSpending(terms) ? Math.max(0, lanes.spent) : 0,
  }
}

/** Finds the first payday after today; null when paused or without a schedule. */
export function nextFundingDay(terms: Terms, today: Day): Day | null {
  return terms.paused ? null : nextPayday(terms.paydays, addDays(today, 1))
}

/**
 * Computes the balance to reach, in cents: every payment to hold, including the first, so that it compares with
 * `balance` (and `payments` with `paymentsReserved`); for a linked card, its next payment.
 */
export function reserveGoal(terms: Terms): Cents {
  return kindOf(terms) === 'card' ? paymentTarget(terms) : paymentsHeld(terms) * targetOf(terms)
}

/** Computes the amount missing to `reserveGoal`, in cents, never negative. Spending on a goal or a one-off counts. */
function reserveShortfall(terms: Terms, lanes: Lanes): Cents {
  const reached = countsSpending(terms) ? progress(lanes) : balanceOf(lanes)
  return Math.max(0, reserveGoal(terms) - reached)
}

function missingBeyondHelp(holding: Holding, today: Day): Cents {
  const { terms, lanes } = holding
  const due = dueDay(holding)
  if (due === null) return 0
  const missing =
    kindOf(terms) === 'bill'
      ? Math.max(
          0,
          paymentsAlone(holding, today) * targetOf(terms) - lanes.building - lanes.prepaid,
        )
      : reserveShortfall(terms, lanes)
  if (missing === 0 || terms.paused) return missing
  const left = countPaydays(terms.paydays, dayNumber(today) + 1, dayNumber(due))
  return left === 0 ? missing : 0
}

/**
 * Counts the payments that no payday can complete in time: the next one, and every later one that comes due before the next
 * payday. Normally 1; a bill that is paid each week has four or five of them between two monthly paydays.
 */
function paymentsAlone(holding: Holding, today: Day): number {
  const recurrence = recurrenceOf(holding.terms)
  const payday = nextFundingDay(holding.terms, today)
  if (recurrence === null || payday === null) return 1
  return Math.max(1, indexOnOrAfter(recurrence, dayNumber(payday)) - holding.cycle)
}
