import type { Cents } from '#/core/values/cents.ts'
import { balanceOf, targetOf } from './holding.ts'
import type { Holding, Lanes, Terms } from './holding.ts'
import { deposit, withdraw } from './lanes.ts'

/** What the next payment of a linked card is, in cents: everything owed, or the target where that is less. */
export function paymentTarget(terms: Terms): Cents {
  const owed = terms.card?.owed ?? 0
  return terms.target === null ? owed : Math.min(owed, targetOf(terms))
}

/** A purchase on the card, in cents: its money is set aside for the card's bill at once. */
export function reservePurchase({ terms, lanes }: Holding, purchase: Cents): Lanes {
  return deposit(terms, lanes, purchase)
}

/** Takes a purchase back, as far as the reserve still holds it (the bill may have been paid meanwhile). */
export function takeBackPurchase({ terms, lanes }: Holding, purchase: Cents): Lanes {
  return withdraw(terms, lanes, Math.min(purchase, balanceOf(lanes)))
}

/** A refund on the card, in cents: less is owed, so the reserve returns as much of it as it holds (`returned`). */
export function returnRefund(
  { terms, lanes }: Holding,
  amount: Cents,
): { lanes: Lanes; returned: Cents } {
  const returned = Math.min(amount, balanceOf(lanes))
  return { lanes: withdraw(terms, lanes, returned), returned }
}

/** Takes a refund back: what the reserve had returned is owed, and set aside, again. */
export function undoReturnRefund({ terms, lanes }: Holding, returned: Cents): Lanes {
  return deposit(terms, lanes, returned)
}
