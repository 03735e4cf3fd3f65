import { addDays, type Day, dayAt, dayFromNumber } from '#/core/values/day.ts'
import { dueNumber, kindOf } from '#/budget/expenses/rules/holding.ts'
import { EARLY_PAYMENT_DAYS } from '#/budget/expenses/rules/lanes.ts'
import { type Entry, holdingOf, type Model } from './engine-model.ts'
import type { Product } from '../support/product.ts'
import type { Witness } from './seeds.ts'

/** A household of the product, and the model of it. */
export type Home = {
  readonly product: Product
  readonly id: string
  readonly key: string
  readonly zone: string
  readonly accounts: Readonly<Record<string, string>>
  readonly expenses: readonly string[]
  readonly model: Model
  readonly memberId: string
  /** The steps that come first. */
  readonly next: (() => Promise<void>)[]
}

export function randomEntry(home: Home, chance: Witness): Entry {
  const paid = chance.below(5) === 0 ? anyCardPayment(home, chance) : undefined
  if (paid) {
    // The card's side of a payment, sometimes too late to be it. As income, it is never paired.
    const booked = addDays(paid.booked, chance.below(8) - 2)
    return { amount: -paid.amount, type: 'income', booked, onCard: true, to: null }
  }
  const to = anyExpense(home, chance)
  return {
    amount: anyAmount(chance),
    type: anyType(chance),
    booked: anyDay(home, to, chance),
    onCard: chance.below(2) === 0,
    to,
  }
}

/** Around today; what goes to a bill is often its next payment, made early or just too early to count as that. */
export function anyDay(home: Home, to: string | null, chance: Witness): Day {
  const holding = to === null ? null : holdingOf(home.model, to)
  const due = holding && kindOf(holding.terms) === 'bill' ? dueNumber(holding) : null
  const around = addDays(todayOf(home), chance.below(25) - 15)
  if (due === null || chance.below(3) === 0) return around
  return dayFromNumber(due - chance.below(EARLY_PAYMENT_DAYS + 3))
}

export const anyAmount = (chance: Witness) => chance.below(30_000) - 22_000
export const anyType = (chance: Witness) =>
  chance.pick(['expense', 'expense', 'income', 'transfer'])

export function anyExpense(home: Home, chance: Witness): string | null {
  return chance.below(4) === 0 ? null : pickOf(chance, live(home))
}

export function anyCardPayment({ model }: Home, chance: Witness): Entry | undefined {
  const all = [...model.entries.values()]
  const paid = all.filter((one) => one.to === model.cardId && !one.onCard && one.amount < 0)
  return paid[chance.below(paid.length || 1)]
}

export function anyEntry({ model }: Home, chance: Witness): string | undefined {
  return [...model.entries.keys()][chance.below(model.entries.size || 1)]
}

export function live({ expenses, model }: Home): string[] {
  return expenses.filter((id) => !model.archived.has(id))
}

export function todayOf({ product, zone }: Home) {
  return dayAt(product.runtime.now(), zone)
}

export const pickOf = (chance: Witness, ids: readonly string[]) => ids[chance.below(ids.length)]!
