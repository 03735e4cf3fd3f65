import type { Cents } from '#/core/values/cents.ts'
import { balanceOf, targetOf } from './holding.ts'
import type { Holding, Lanes, Terms } from './holding.ts'
import { deposit, withdraw } from './lanes.ts'

/** Computes the next payment of a linked card, in cents: the lesser of its debt and its target. */
export function paymentTarget(terms: Terms): Cents {
  const owed = terms.card?.owed ?? 0
  return terms.target === null ? owed : Math.min(owed, targetOf(terms))
}

/** Sets the money of a card purchase (cents) aside for the card's bill at once. */
export function reservePurchase({ terms, lanes }: Holding, purchase: Cents): Lanes {
  return deposit(terms, lanes, purchase)
}

/** Undoes a purchase, as far as the reserve still holds its money (the bill may have been paid meanwhile). */
export function takeBackPurchase({ terms, lanes }: Holding, purchase: Cents): Lanes {
  return withdraw(terms, lanes, Math.min(purchase, balanceOf(lanes)))
}

/** Returns a card refund (cents) from the reserve, because less is owed: `returned` is the part that the reserve held. */
export function returnRefund(
  { terms, lanes }: Holding,
  amount: Cents,
): { lanes: Lanes; returned: Cents } {
  const returned = Math.min(amount, balanceOf(lanes))
  return { lanes: withdraw(terms, lanes, returned), returned }
}

/** Undoes a refund: sets the money that the reserve had returned aside again. */
export function undoReturnRefund({ terms, lanes }: Holding, returned: Cents): Lanes {
  return deposit(terms, lanes, returned)
}
