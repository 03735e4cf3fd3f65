import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'
import {
  reservePurchase,
  returnRefund,
  takeBackPurchase,
  undoReturnRefund,
} from './card-reserve.ts'
import type { Holding, Lanes } from './holding.ts'
import { refund, spend, undoRefund, undoSpend } from './lanes.ts'

/** The fields of a transaction that settling reads: `amount` in cents, negative when money leaves the account. */
export type Settled = {
  readonly amount: Cents
  readonly type: 'expense' | 'income' | 'transfer'
  readonly booked: Day
}

/**
 * The two Expenses that a transaction can move money in: the one it is assigned to, and the card Expense of its account.
 * Null without one; both may be the same Expense.
 */
export type Parties = { readonly assigned: Holding | null; readonly card: Holding | null }

/**
 * The effect of settling one transaction, stored with it so that it can be undone exactly: integers in cents; `cycle` is
 * that of the assigned Expense at the time. All 0 if nothing moved.
 */
export type Settlement = {
  readonly cycle: number
  /** Taken from the lanes of the assigned Expense, minus the money that paydays would have added to it (`planAgain`). */
  readonly ready: Cents
  readonly building: Cents
  readonly reserve: Cents
  /** Added to its counters; `spent` is negative after a refund. */
  readonly prepaid: Cents
  readonly spent: Cents
  /** Given to the assigned Expense by a refund. */
  readonly refunded: Cents
  /** Set aside on the card Expense by a purchase; negative: returned by it on a refund. */
  readonly reserved: Cents
  /** The link to the Expense moved no money: free-to-spend had paid before it was made. */
  readonly unmoved?: true | undefined
}

/** The settlement of an unassigned transaction on an ordinary account, or of one from a household document. */
export const nothingSettled: Settlement = {
  cycle: 0,
  ready: 0,
  building: 0,
  reserve: 0,
  prepaid: 0,
  spent: 0,
  refunded: 0,
  reserved: 0,
}

/**
 * Settles a transaction: spends it from the Expense it is assigned to, or refunds it there; on a linked card, also
 * sets the purchase aside for the card's bill at once. A transfer on a linked card is a payment seen from the card's
 * side: it changes the debt and moves no money here. `later` cents of the assigned Expense are meant for a later payment
 * (`laterSince`). Returns the settlement to store and the parties afterwards.
 */
export function settle(
  transaction: Settled,
  parties: Parties,
  later: Cents = 0,
): { settlement: Settlement; after: Parties } {
  const { amount, type } = transaction
  if (amount === 0 || (type === 'transfer' && parties.card !== null)) {
    return { settlement: nothingSettled, after: parties }
  }
  return amount < 0 ? settlePurchase(transaction, parties, later) : settleRefund(amount, parties)
}

/**
 * Undoes a settlement, given the parties as they are now. The card's reserve for a purchase is released as far as it is
 * still there; the assigned Expense gets back all that it gave. A refund is withdrawn as far as it is still there.
 */
export function unsettle(settlement: Settlement, parties: Parties): Parties {
  const { reserved, refunded, spent } = settlement
  const uncarded = changeCard(parties, (card) =>
    reserved >= 0 ? takeBackPurchase(card, reserved) : undoReturnRefund(card, -reserved),
  )
  return changeAssigned(uncarded, (assigned) =>
    refunded > 0
      ? undoRefund(assigned, { given: refunded, unspent: -spent })
      : undoSpend(assigned, settlement),
  )
}

/**
 * Returns true for a purchase of which nothing but the Expense changes. Then what is set aside for its card's bill stays:
 * if the card has been paid since, there is nothing to take back, and nothing more is to be set aside.
 */
export function isReassigned(before: Settled, after: Settled): boolean {
  return (
    after.amount < 0 &&
    after.amount === before.amount &&
    after.type === before.type &&
    after.type !== 'transfer'
  )
}

/** Settles the Expense first, then the card: a purchase assigned to the card's own Expense spends only earlier money. */
function settlePurchase(
  { amount, booked }: Settled,
  parties: Parties,
  later: Cents,
): { settlement: Settlement; after: Parties } {
  const purchase = -amount
  let settlement = nothingSettled
  const paid = changeAssigned(parties, (assigned) => {
    const { cycle } = assigned
    const { lanes, taken } = spend(assigned, { amount: purchase, booked, later })
    const { ready, building, reserve, prepaid, spent } = taken
    settlement = { ...nothingSettled, cycle, ready, building, reserve, prepaid, spent }
    return lanes
  })
  const after = changeCard(paid, (card) => {
    settlement = { ...settlement, reserved: purchase }
    return reservePurchase(card, purchase)
  })
  return { settlement, after }
}

/** Settles the card first, because it can only return what it holds. Without an assigned Expense, the money becomes free. */
function settleRefund(amount: Cents, parties: Parties): { settlement: Settlement; after: Parties } {
  let settlement = nothingSettled
  let given = amount
  const returned = changeCard(parties, (card) => {
    const change = returnRefund(card, amount)
    given = change.returned
    settlement = { ...settlement, reserved: 0 - given }
    return change.lanes
  })
  const after = changeAssigned(returned, (assigned) => {
    const change = refund(assigned, { amount, given })
    settlement = {
      ...settlement,
      cycle: assigned.cycle,
      refunded: given,
      spent: 0 - change.unspent,
    }
    return change.lanes
  })
  return { settlement, after }
}

function changeAssigned(parties: Parties, change: (assigned: Holding) => Lanes): Parties {
  const { assigned } = parties
  return assigned === null ? parties : replace(parties, { ...assigned, lanes: change(assigned) })
}

function changeCard(parties: Parties, change: (card: Holding) => Lanes): Parties {
  const { card } = parties
  return card === null ? parties : replace(parties, { ...card, lanes: change(card) })
}

/** Replaces both parties that are this Expense, so that one Expense in both roles stays one. */
function replace({ assigned, card }: Parties, changed: Holding): Parties {
  return {
    assigned: assigned?.id === changed.id ? changed : assigned,
    card: card?.id === changed.id ? changed : card,
  }
}
