import type { Match, Side } from './match-transfers.ts'

/** Why a payment is spent from the Expense of a card, as it is stored. */
export const BY_CARD = JSON.stringify({ by: 'card' })

/** One side of a transfer, with the fields that settling needs and what it may have to do with a card. */
export type Leg = Side & {
  readonly type: 'expense' | 'income' | 'transfer'
  readonly expenseId: string | null
  readonly history: boolean
  /** Earmark has assigned its Expense. */
  readonly isAutomatic: boolean
  /** A person has decided on its Expense, or against any. */
  readonly isChosen: boolean
  /** The account is a credit card. */
  readonly isCard: boolean
  /** The Expense of its account, if that is a covered card. */
  readonly cardExpenseId: string | null
  /** The card that its own Expense pays; null if it is spent from none, or from another kind. */
  readonly paysAccountId: string | null
}

/**
 * Says if an assignment lets two sides be one transfer: a payment that is spent from a card's Expense pays that card. A pair
 * is stronger evidence than a guess of Earmark, so a payment that it took for a bill may turn out to be the card's.
 */
export function mayPair(out: Leg, into: Leg): boolean {
  if (into.expenseId !== null) return false
  if (out.expenseId === null || out.paysAccountId === into.accountId) return true
  return out.isAutomatic && isSpentFromCard(out, into)
}

/**
 * Returns the Expense that a payment of a card is spent from, and the one before it; null if the pair assigns nothing. A
 * person's choice stays.
 */
export function cardPayment({ out, into }: Match<Leg>): {
  readonly card_expense_id: string | null
  readonly out_expense_id: string | null
} {
  const isAssigned = out.expenseId !== null && out.expenseId === into.cardExpenseId
  if (isAssigned || out.isChosen || !isSpentFromCard(out, into)) {
    return { card_expense_id: null, out_expense_id: null }
  }
  return { card_expense_id: into.cardExpenseId, out_expense_id: out.expenseId }
}

/**
 * Says if a card's Expense holds the money of a payment. A card's history counts no purchase and no payment, because the
 * debt with which the Expense opened contains both. A payment from another card moves a debt and no money.
 */
function isSpentFromCard(out: Leg, into: Leg): boolean {
  return into.cardExpenseId !== null && !into.history && !out.isCard
}
