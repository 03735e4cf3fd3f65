import { nextPayday, paydaysOf } from '#/core/calendar/paydays.ts'
import type { Cents } from '#/core/values/cents.ts'
import { addDays, type Day } from '#/core/values/day.ts'
import { fold } from '#/core/values/fold.ts'
import { isCardBill, isOwnTransfer } from '#/budget/transactions/naming/transfer-words.ts'
import { commonName } from './common-name.ts'
import { isOwnWords } from './own-words.ts'
import {
  collectedByNow,
  type Habit,
  proposeBills,
  type ProposedBill,
  type ProposedPayday,
  proposePaydays,
} from './propose.ts'
import { type Dismissal, isDismissed, type Planned, unplannedPaydays } from './unplanned.ts'

/** The payments to one payee, or from one payer, with the words of the last ones, the newest first. */
export type Payments = Pick<Habit, 'payments'> & {
  readonly payee: string
  readonly names: readonly string[]
  /** The bank's own text of the newest payment, if it is another one. */
  readonly descriptor: string | null
  readonly incoming: boolean
  /** An Expense for them exists already. */
  readonly assigned: boolean
}

/** The payments and the plan of a household, and its dismissed proposals. */
export type Known = {
  readonly payments: readonly Payments[]
  readonly schedules: readonly Planned[]
  /** The names of the Expenses. */
  readonly planned: readonly string[]
  readonly dismissed: readonly (Dismissal & { readonly kind: 'payday' | 'bill' })[]
  /** The names of the household's members and accounts. */
  readonly own: readonly string[]
}

export type FoundBill = ProposedBill & {
  readonly payee: string
  /** It seems to move money to another account of the household. */
  readonly own_transfer: boolean
  /** In cents: the amount that would be set aside by now. */
  readonly collected: Cents
}

export type Found = {
  readonly paydays: readonly ProposedPayday[]
  readonly bills: readonly FoundBill[]
  /** The first planned payday after today. */
  readonly payday: Day | null
}

/**
 * Finds what recurs and is not planned: no pay with a schedule, no payee with an Expense that is theirs, nothing dismissed.
 * Payments of cards are not bills: the card's own Expense pays them, or else the card is not followed, and its Expense would
 * count twice as soon as it is.
 */
export function findProposals(
  { payments, schedules, planned, dismissed, own }: Known,
  today: Day,
): Found {
  const expenses = new Set(planned.map(fold))
  const habits = payments.map((one) => ({ ...one, name: commonName(one.names) }))
  const deposits = habits.filter(({ incoming }) => incoming)
  const payees = habits.filter(({ incoming, assigned, ...one }) => {
    return !incoming && !assigned && !expenses.has(fold(one.name)) && !isCardBill(textOf(one))
  })
  const ownTransfers = new Set(payees.filter((one) => isOwn(one, own)).map(({ payee }) => payee))
  const payday = nextPayday(paydaysOf(schedules), addDays(today, 1))
  const isWanted = (kind: 'payday' | 'bill') => {
    const unwanted = dismissed.filter((one) => one.kind === kind)
    return (one: { name: string; amount: Cents }) => !isDismissed(one, unwanted)
  }
  const paydays = unplannedPaydays(proposePaydays(deposits, today), schedules)
  return {
    payday,
    paydays: paydays.filter(isWanted('payday')),
    bills: proposeBills(payees, today)
      .filter(isWanted('bill'))
      .map((bill) => ({
        ...bill,
        payee: bill.payee ?? '',
        own_transfer: ownTransfers.has(bill.payee ?? ''),
        collected: collectedByNow(bill, { today, payday }),
      })),
  }
}

/** Returns true if the words speak of a transfer to oneself, name its own account or person, or only a card. */
function isOwn(one: Worded, own: readonly string[]): boolean {
  return isOwnTransfer(textOf(one)) || isOwnWords(one.name, own)
}

type Worded = Pick<Payments, 'descriptor'> & { readonly name: string }

function textOf({ name, descriptor }: Worded): string {
  return `${name} ${descriptor ?? ''}`
}
