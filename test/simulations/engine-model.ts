import { balanceOf, type Holding, type Terms } from '#/budget/expenses/rules/holding.ts'
import { adoptTerms } from '#/budget/expenses/rules/adopt-terms.ts'
import { deposit, release, withdraw } from '#/budget/expenses/rules/lanes.ts'
import {
  type Parties,
  settle,
  type Settled,
  type Settlement,
  unsettle,
} from '#/budget/expenses/rules/settlement.ts'
import { loadEngineState } from '#/budget/funding/engine-state.ts'
import { type EngineState, processDays } from '#/budget/funding/rules/process-days.ts'
import type { Database } from '#/platform/database/database.ts'
import type { Day } from '#/core/values/day.ts'

/** A transaction as the model keeps it. */
export type Entry = Settled & { readonly onCard: boolean; readonly to: string | null }

/**
 * A household in memory: the same operations as the API's, on holdings alone. What the database says is held against
 * it.
 */
export type Model = {
  cash: number
  debt: number
  state: EngineState
  readonly archived: Map<string, Holding>
  readonly cardId: string
  readonly entries: Map<string, Entry & { readonly settlement: Settlement }>
}

export async function modelOf(
  db: Database,
  householdId: string,
  { cardId, debt }: { readonly cardId: string; readonly debt: number },
): Promise<Model> {
  const state = await loadEngineState(db, householdId)
  const held = state.holdings.reduce((sum, { lanes }) => sum + balanceOf(lanes), 0)
  const cash = state.freeToSpend + held
  return { cash, debt, state, archived: new Map(), cardId, entries: new Map() }
}

export function freeOf({ cash, state }: Model): number {
  return state.holdings.reduce((free, { lanes }) => free - balanceOf(lanes), cash)
}

export function holdingOf({ state, archived }: Model, id: string): Holding {
  return archived.get(id) ?? state.holdings.find((holding) => holding.id === id)!
}

export function record(model: Model, id: string, entry: Entry): void {
  book(model, entry, 1)
  const { settlement, after } = settle(entry, partiesOf(model, entry))
  keep(model, after)
  model.entries.set(id, { ...entry, settlement })
}

/** An amount, a type or an Expense is changed: undone and settled again. Null: it is gone. */
export function change(model: Model, id: string, to: Partial<Entry> | null): void {
  const known = model.entries.get(id)!
  const { settlement, ...entry } = known
  keep(model, unsettle(settlement, partiesOf(model, entry)))
  book(model, entry, -1)
  model.entries.delete(id)
  if (to !== null) record(model, id, { ...entry, ...to })
}

export function transfer(
  model: Model,
  { from, to, amount }: { from: string; to: string; amount: number },
): void {
  const [source, target] = [holdingOf(model, from), holdingOf(model, to)]
  keep(model, {
    assigned: { ...source, lanes: withdraw(source.terms, source.lanes, amount) },
    card: { ...target, lanes: deposit(target.terms, target.lanes, amount) },
  })
}

/** New terms; what the Expense holds is fitted to them. */
export function changeTerms(model: Model, id: string, terms: Partial<Terms>): void {
  const before = holdingOf(model, id)
  const after = adoptTerms(before, { ...before.terms, ...terms }, model.state.processedThrough)
  keep(model, { assigned: after, card: null })
}

export function archive(model: Model, id: string): void {
  const holding = holdingOf(model, id)
  model.archived.set(id, { ...holding, lanes: release(holding.lanes) })
  const holdings = model.state.holdings.filter((one) => one.id !== id)
  model.state = { ...model.state, holdings }
}

export function restore(model: Model, id: string): void {
  const { archived, state } = model
  const holding = holdingOf(model, id)
  const { processedThrough } = state
  const back = adoptTerms(holding, holding.terms, processedThrough)
  archived.delete(id)
  model.state = { ...state, holdings: [...state.holdings, back] }
}

/** Works off the days up to `today`. */
export function advance(model: Model, today: Day): void {
  const { holdings } = processDays({ ...model.state, freeToSpend: freeOf(model) }, today)
  const processedThrough =
    today > model.state.processedThrough ? today : model.state.processedThrough
  model.state = { ...model.state, holdings, processedThrough }
}

function partiesOf(model: Model, { to, onCard }: Entry): Parties {
  return {
    assigned: to === null ? null : holdingOf(model, to),
    card: onCard ? holdingOf(model, model.cardId) : null,
  }
}

function keep(model: Model, { assigned, card }: Parties): void {
  // What comes back to an archived Expense goes on to free-to-spend.
  if (assigned && model.archived.has(assigned.id)) {
    model.archived.set(assigned.id, { ...assigned, lanes: release(assigned.lanes) })
  }
  const holdings = model.state.holdings.map((holding) => {
    if (holding.id === assigned?.id) return assigned
    return holding.id === card?.id ? card : holding
  })
  model.state = { ...model.state, holdings }
}

/** What moves on the account, and with it what the card owes. */
function book(model: Model, { amount, onCard }: Entry, sign: 1 | -1): void {
  if (!onCard) {
    model.cash += sign * amount
    return
  }
  model.debt -= sign * amount
  const card = holdingOf(model, model.cardId)
  const terms = { ...card.terms, card: { owed: Math.max(0, model.debt) } }
  keep(model, { assigned: null, card: { ...card, terms } })
}
