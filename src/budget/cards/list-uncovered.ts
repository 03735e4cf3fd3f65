import { freeToSpend } from '#/budget/expenses/free-to-spend.ts'
import type { Act } from '#/platform/runtime/call.ts'
import type { cardsApp } from './app-contract.ts'
import { proposeCardCover } from './propose-cover.ts'
import { uncoveredCards } from './uncovered-cards.ts'

/** `GET /uncovered-cards` proposes; it changes nothing. */
export const listUncoveredCards: Act<typeof cardsApp.listUncoveredCards> = async (acting) => {
  const { householdId, currency } = acting.caller
  const free = await freeToSpend(acting)
  const { rows } = await uncoveredCards(householdId).execute(acting.db)
  const cards = rows.map((card) => ({ ...card, ...proposeCardCover(card.owed, free) }))
  return { currency, free_to_spend: free, cards }
}
