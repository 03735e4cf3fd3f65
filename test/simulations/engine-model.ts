import { balanceOf, type Holding, type Lanes, type Terms } from '#/budget/expenses/rules/holding.ts'
import { deposit, release, withdraw } from '#/budget/expenses/rules/lanes.ts'
import {
  type Parties,
  settle,
  type Settled,
  type Settlement,
  unsettle,
} from '#/budget/expenses/rules/settlement.ts'
import { paydaysOf } from '#/core/calendar/paydays.ts'
import type { WrittenDocument } from '#/documents/document.ts'
import type { Loaded } from '#/documents/load.ts'
import type { EngineState } from '#/budget/funding/rules/process-days.ts'
import { addDays, type Day, dayAt, daysBetween } from '#/core/values/day.ts'
import { termsOf } from './engine-household.ts'
import {
  fit,
  type Given,
  livedWithout,
  liveThrough,
  meantForLater,
  opening,
  upcoming,
} from './second-opinion.ts'

/** A transaction as the model keeps it. */
export type Entry = Settled & { readonly onCard: boolean; readonly to: string | null }

/** With the moment and the day on which it was recorded. */
type Seen = Entry & { readonly recorded: Temporal.Instant; readonly seen: string }

/**
 * A household in memory: the same operations as the API's, on holdings alone. What the database says is held against
 * it. It begins with what the document says, and its days pass as the second opinion has it: what the product reads and
 * works out is never its truth.
 */
export type Model = {
  cash: number
  /** The balance of the card, with the sign turned. */
  debt: number
  /** The day of that balance, by the calendar of Greenwich. */
  heard: string
  readonly now: () => Temporal.Instant
  /** The household's today. */
  readonly today: () => string
  state: EngineState
  /** Paused ones included, in the household's order. */
  schedules: readonly Planned[]
  /** The schedules that fund each Expense. */
  readonly links: ReadonlyMap<string, readonly string[]>
  readonly archived: Map<string, Holding>
  readonly cardId: string
  readonly entries: Map<string, Seen & { readonly settlement: Settlement }>
  /** Contributions of paydays so far. */
  readonly given: Given[]
  /** Moves by hand that are not undone, by their ids. */
  readonly moves: Map<string, HandMove>
}

/** Free-to-spend and the lanes of one Expense before and after a move by hand. */
export type HandMove = {
  readonly id: string
  readonly cycle: number
  readonly free: number
  readonly before: Lanes
  readonly after: Lanes
}

type Schedule = EngineState['schedules'][number]
export type Planned = { readonly schedule: Schedule; readonly paused: boolean }

type Opened = {
  readonly loaded: Loaded
  readonly zone: string
  readonly now: () => Temporal.Instant
}

/** A document as its reader understands it, once it is loaded now. */
export function modelOf(document: Partial<WrittenDocument>, { loaded, zone, now }: Opened): Model {
  const { accounts = [], funding_schedules = [], expenses = [], state } = document
  const balanceAt = (ref: string) => accounts.find((one) => one.ref === ref)!.balance!
  const debt = -balanceAt('visa')
  const schedules = funding_schedules.map((written): Planned => {
    const { ref, frequency, days = [], anchor, weekend = 'none', paused = false } = written
    const extra = (written.extra_paydays ?? []) as Day[]
    const id = loaded.funding_schedules[ref]!
    return { paused, schedule: { id, frequency, days, anchor: anchor as Day, weekend, extra } }
  })
  const workedOff = (state?.household.processed_through ?? dayAt(now(), zone)) as Day
  const holdings = expenses.map((expense): Holding => {
    const terms = termsOf(expense, { owed: debt, paydays: paydaysOf([]) })
    const { cycle, ...lanes } = state?.expenses?.[expense.ref] ?? {
      ...opening(terms, expense.balance ?? 0),
      cycle: upcoming(terms, workedOff),
    }
    const { ready, building, reserve, prepaid, spent } = lanes
    const id = loaded.expenses[expense.ref]!
    return { id, terms, lanes: { ready, building, reserve, prepaid, spent }, cycle }
  })
  const model: Model = {
    cash: balanceAt('checking'),
    debt,
    heard: dayOf(now()),
    now,
    today: () => dayAt(now(), zone),
    state: {
      holdings,
      schedules: [],
      ran: [],
      processedThrough: workedOff,
      freeToSpend: 0,
      floor: document.household!.floor ?? 0,
    },
    schedules: [],
    links: new Map(
      expenses.map(({ ref, funding_schedules: refs = [] }) => [
        loaded.expenses[ref]!,
        refs.map((one) => loaded.funding_schedules[one]!),
      ]),
    ),
    archived: new Map(),
    cardId: loaded.expenses['card']!,
    entries: new Map(),
    given: [],
    moves: new Map(),
  }
  plan(model, schedules)
  return model
}

/** Other schedules: what runs, and what each Expense is funded by. */
export function plan(model: Model, schedules: readonly Planned[]): void {
  const running = schedules.filter(({ paused }) => !paused).map(({ schedule }) => schedule)
  const refund = (holding: Holding): Holding => {
    const own = running.filter(({ id }) => model.links.get(holding.id)!.includes(id))
    return { ...holding, terms: { ...holding.terms, paydays: paydaysOf(own) } }
  }
  const holdings = model.state.holdings.map(refund)
  model.schedules = schedules
  model.state = { ...model.state, holdings, schedules: running }
  for (const [id, holding] of model.archived) model.archived.set(id, refund(holding))
}

export function freeOf({ cash, state }: Model): number {
  return state.holdings.reduce((free, { lanes }) => free - balanceOf(lanes), cash)
}

export function holdingOf({ state, archived }: Model, id: string): Holding {
  return archived.get(id) ?? state.holdings.find((holding) => holding.id === id)!
}

export function record(model: Model, id: string, entry: Entry): void {
  if (entry.onCard) model.heard = dayOf(model.now())
  enter(model, id, { ...entry, recorded: model.now(), seen: model.today() })
  owe(model)
}

function enter(model: Model, id: string, entry: Seen): void {
  book(model, entry, 1)
  const parties = partiesOf(model, entry)
  const { settlement, after } = settleLate(model, entry, parties)
  keep(model, after)
  model.entries.set(id, { ...entry, settlement })
}

/** An amount, a type or an Expense is changed: undone and settled again. Null: it is gone. */
export function change(model: Model, id: string, to: Partial<Entry> | null): void {
  const known = model.entries.get(id)!
  const { settlement, ...entry } = known
  if (to !== null && isAssignedOtherwise(model, entry, to)) {
    // The card keeps what it holds for the purchase.
    keep(model, unsettle(settlement, { ...partiesOf(model, entry), card: null }))
    const after = { ...entry, ...to }
    const parties = { ...partiesOf(model, after), card: null }
    const done = settleLate(model, after, parties)
    keep(model, done.after)
    const { reserved } = settlement
    model.entries.set(id, { ...after, settlement: { ...done.settlement, reserved } })
    return
  }
  keep(model, unsettle(settlement, partiesOf(model, entry)))
  book(model, entry, -1)
  model.entries.delete(id)
  if (to !== null) enter(model, id, { ...entry, ...to })
  if (entry.onCard && (to?.amount ?? 0) !== entry.amount) model.heard = dayOf(model.now())
  owe(model)
}

/** Settles what may have been paid long ago: what was given for later stays, and what would have been given now comes to it. */
function settleLate({ given, cardId, entries }: Model, entry: Seen, parties: Parties) {
  const { assigned } = parties
  if (entry.amount >= 0 || assigned === null) return settle(entry, parties)
  if (assigned.id === cardId) return settle(entry, parties, reservedAfter(entries, entry))
  const gifts = meantForLater(assigned, entry, given)
  const later = gifts.reduce((sum, { amount }) => sum + amount, 0)
  const { settlement, after } = settle(entry, parties, later)
  const gone = settlement.building
  if (gifts.length === 0 || gone === 0) return { settlement, after }
  const would = livedWithout(assigned, gone, gifts)
  const more = would - (assigned.lanes.building - gone)
  const { lanes } = after.assigned!
  return {
    settlement: { ...settlement, building: gone - more },
    after: { ...after, assigned: { ...after.assigned!, lanes: { ...lanes, building: would } } },
  }
}

/** Purchases on the card that came after a payment of it are for the bill after that. */
function reservedAfter(entries: Model['entries'], { recorded }: Seen): number {
  const after = [...entries.values()].filter(
    (one) => one.onCard && Temporal.Instant.compare(one.recorded, recorded) > 0,
  )
  return Math.max(
    0,
    after.reduce((sum, { settlement }) => sum + settlement.reserved, 0),
  )
}

/** A purchase on the card is spent from something else, and neither is the card itself. */
function isAssignedOtherwise({ cardId }: Model, entry: Entry, to: Partial<Entry>): boolean {
  if (!entry.onCard || entry.amount >= 0 || entry.type === 'transfer') return false
  const isSame = Object.keys(to).every((key) => key === 'to')
  return isSame && entry.to !== cardId && to.to !== cardId
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

/** Says what an Expense lacks to its next payment, from the words of the manual and not from the product's rule. */
export function lacking({ terms, lanes }: Holding): number {
  const { type, target, anchor, intervalMonths, intervalDays, card } = terms
  const held = lanes.ready + lanes.building + lanes.reserve
  if (type === 'credit_card' && card)
    return Math.max(0, Math.min(card.owed, target ?? card.owed) - held)
  if (target === null) return 0
  if (type !== 'goal' && anchor === null) return Math.max(0, target - held)
  if (type !== 'goal' && (intervalMonths !== null || intervalDays)) {
    return Math.max(0, target - lanes.building - lanes.prepaid)
  }
  return Math.max(0, target - held - Math.max(0, lanes.spent))
}

/** Sets money aside (`amount` > 0) or takes it back (`amount` < 0). */
export function moveByHand(
  model: Model,
  moveId: string,
  { id, amount }: { readonly id: string; readonly amount: number },
): void {
  const holding = holdingOf(model, id)
  const { terms, lanes: before, cycle } = holding
  const after = amount > 0 ? deposit(terms, before, amount) : withdraw(terms, before, -amount)
  model.moves.set(moveId, { id, cycle, free: freeOf(model), before, after })
  keep(model, { assigned: { ...holding, lanes: after }, card: null })
}

/** Undoes a move by hand as far as its money is there; returns the amount, or null if the undo is refused. */
export function undoByHand(model: Model, moveId: string): number | null {
  const { id, cycle, free, before, after } = model.moves.get(moveId)!
  const holding = holdingOf(model, id)
  if (model.archived.has(id) || holding.cycle !== cycle) return null
  const { terms, lanes } = holding
  const held = balanceOf(lanes)
  const names = ['ready', 'building', 'reserve'] as const
  const gone = { ...lanes, ready: 0, building: 0, reserve: 0 }
  for (const name of names) gone[name] = Math.abs(after[name] - before[name])
  const isFund = balanceOf(after) > balanceOf(before)
  const parts = isFund ? fit(terms, gone) : gone
  const now = { ...lanes }
  let left = isFund ? Infinity : Math.max(0, freeOf(model) - Math.min(0, free))
  for (const name of names) {
    const part = Math.min(left, isFund ? Math.min(parts[name], lanes[name]) : parts[name])
    now[name] += isFund ? -part : part
    left -= part
  }
  const undone = isFund ? now : fit(terms, now)
  const amount = Math.abs(balanceOf(undone) - held)
  if (amount === 0) return null
  model.moves.delete(moveId)
  keep(model, { assigned: { ...holding, lanes: undone }, card: null })
  return amount
}

/** New terms; what the Expense holds is fitted to them. */
export function changeTerms(model: Model, id: string, terms: Partial<Terms>): void {
  const before = holdingOf(model, id)
  const after = adopt(before, { ...before.terms, ...terms }, model.state.processedThrough)
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
  const back = adopt(holding, holding.terms, processedThrough)
  archived.delete(id)
  model.state = { ...state, holdings: [...state.holdings, back] }
}

/** Works off the days up to `today`. */
export function advance(model: Model, today: Day): void {
  const { state } = model
  const { holdings, ran, given } = liveThrough({ ...state, freeToSpend: freeOf(model) }, today)
  model.given.push(...given)
  const processedThrough = today > state.processedThrough ? today : state.processedThrough
  model.state = {
    ...state,
    holdings,
    ran: ran as NonNullable<EngineState['ran']>,
    processedThrough,
  }
}

/** The first due date after the last day worked off is the upcoming one, and the lanes fit the terms. */
function adopt({ id, lanes }: Holding, terms: Terms, workedOff: Day): Holding {
  return { id, terms, lanes: fit(terms, lanes), cycle: upcoming(terms, workedOff) }
}

function partiesOf(model: Model, { to, onCard }: Entry): Parties {
  return {
    assigned: to === null ? null : holdingOf(model, to),
    card: onCard ? holdingOf(model, model.cardId) : null,
  }
}

function keep(model: Model, { assigned, card }: Parties): void {
  // Money that comes back to an archived Expense goes on to free-to-spend.
  if (assigned && model.archived.has(assigned.id)) {
    model.archived.set(assigned.id, { ...assigned, lanes: release(assigned.lanes) })
  }
  const holdings = model.state.holdings.map((holding) => {
    if (holding.id === assigned?.id) return assigned
    return holding.id === card?.id ? card : holding
  })
  model.state = { ...model.state, holdings }
}

/** Moves the account's balance. */
function book(model: Model, { amount, onCard }: Entry, sign: 1 | -1): void {
  if (onCard) model.debt -= sign * amount
  else model.cash += sign * amount
}

/** The card owes its debt less what is on its way to it, from the words of the manual and not from the product's query. */
function owe(model: Model): void {
  const { cardId, debt, entries, heard } = model
  const all = [...entries.values()]
  const onItsWay = all.filter(({ to, onCard, amount, booked }) => {
    if (to !== cardId || onCard || amount >= 0 || addDays(booked, 7) < heard) return false
    return !all.some((side) => {
      const days = Math.abs(daysBetween(side.booked, booked))
      return side.onCard && side.amount === -amount && days <= 4
    })
  })
  const left = onItsWay.reduce((sum, { amount }) => sum + amount, debt)
  const card = holdingOf(model, cardId)
  const terms = { ...card.terms, card: { owed: Math.max(0, left) } }
  keep(model, { assigned: null, card: { ...card, terms } })
}

const dayOf = (moment: Temporal.Instant) => moment.toString().slice(0, 10)
