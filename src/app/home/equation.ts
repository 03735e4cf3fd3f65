import { type CashAccount, cashOf } from '#/budget/accounts/cash.ts'
import { isSpendable } from '#/core/values/spendable.ts'
import { balanceOf, type Holding } from '#/budget/expenses/rules/holding.ts'
import { addCents, type Cents } from '#/core/values/cents.ts'

/** Cash − Expenses − Goals − Cards = free to spend. In cents; `reserve` is already contained in the three. */
export type Equation = {
  readonly currency: string
  readonly cash: Cents
  readonly expenses: Cents
  readonly goals: Cents
  readonly cards: Cents
  readonly reserve: Cents
  readonly free_to_spend: Cents
}

/**
 * Computes the equation of each currency with cash, the household's own first. Money is set aside only in the household's
 * currency, and amounts of different currencies are never added.
 */
export function equationsOf(
  accounts: readonly CashAccount[],
  holdings: readonly Holding[],
  currency: string,
): readonly Equation[] {
  const spendable = accounts.filter((account) => account.subscribed && isSpendable(account))
  const others = [...new Set(spendable.map((account) => account.currency))]
    .filter((code) => code !== currency)
    .toSorted()
  const nothing = { expenses: 0, goals: 0, cards: 0, reserve: 0 }
  return [currency, ...others].map((code) => {
    const cash = cashOf(accounts, code)
    const aside = code === currency ? setAside(holdings) : nothing
    const free_to_spend = cash - aside.expenses - aside.goals - aside.cards
    return { currency: code, cash, ...aside, free_to_spend }
  })
}

function setAside(holdings: readonly Holding[]) {
  const of = (type: Holding['terms']['type']) => {
    const some = holdings.filter(({ terms }) => terms.type === type)
    return addCents(...some.map(({ lanes }) => balanceOf(lanes)))
  }
  return {
    expenses: of('expense'),
    goals: of('goal'),
    cards: of('credit_card'),
    reserve: addCents(...holdings.map(({ lanes }) => lanes.reserve)),
  }
}
