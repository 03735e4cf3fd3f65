import type { Schedule } from '#/core/calendar/paydays.ts'
import type { Holding, Lanes, Terms } from '#/budget/expenses/rules/holding.ts'
import type { EngineState } from '#/budget/funding/rules/process-days.ts'

// Computes a second time how days change a household: by the platform's calendar, one day after the other, from the
// written rules alone. It imports only types of the product, none of its rules, so that a fault in the rules cannot also be
// in the truth that tests compare them with.

/** Which of the five ways an Expense is computed (docs/engine.md). */
function wayOf({ type, card, anchor, intervalMonths, intervalDays }: Terms) {
  if (type === 'goal') return 'goal'
  if (type === 'credit_card' && card !== null) return 'card'
  if (anchor === null) return 'envelope'
  return intervalMonths === null && !intervalDays ? 'once' : 'bill'
}

/** If a due date follows another. */
function returns({ type, anchor, intervalMonths, intervalDays }: Terms): boolean {
  return type !== 'goal' && anchor !== null && (intervalMonths !== null || Boolean(intervalDays))
}

const on = (day: string) => Temporal.PlainDate.from(day)
const text = (date: Temporal.PlainDate) => date.toString()
const after = (day: string, days: number) => text(on(day).add({ days }))
const held = ({ ready, building, reserve }: Lanes) => ready + building + reserve
/** Shared evenly and rounded up to the cent. */
const share = (amount: number, among: number) => Math.ceil(amount / Math.max(1, among))

/** Due date `index`: months are added to the anchor, and cut to the month's last day. */
function dueDate({ anchor, intervalMonths, intervalDays }: Terms, index: number): string {
  if (intervalDays) return text(on(anchor!).add({ weeks: (index * intervalDays) / 7 }))
  return text(on(anchor!).add({ months: index * intervalMonths! }))
}

/** The index of the first due date after a day; 0 for what does not recur. */
export function upcoming(terms: Terms, day: string): number {
  const { type, anchor, intervalMonths, intervalDays } = terms
  if (type === 'goal' || anchor === null || (intervalMonths === null && !intervalDays)) return 0
  let index = 0
  while (dueDate(terms, index) <= day) index += 1
  return index
}

/** New terms fit the lanes to what they may hold: what is too much counts for later payments. */
export function fit(terms: Terms, lanes: Lanes): Lanes {
  const isBill = wayOf(terms) === 'bill'
  const target = isBill ? (terms.target ?? 0) : 0
  const ready = Math.min(lanes.ready, target)
  const reserve = Math.min(lanes.reserve, target * (terms.payments - 1))
  const prepaid = Math.min(lanes.prepaid, target)
  return { ...lanes, ready, reserve, prepaid, building: held(lanes) - ready - reserve }
}

/** An opening balance: the next payment first, then the payments to be held ahead, the rest for later ones. */
export function opening(terms: Terms, balance: number): Lanes {
  const target = terms.target ?? 0
  const ahead = wayOf(terms) === 'bill' ? target * (terms.payments - 1) : 0
  const reserve = Math.max(0, Math.min(ahead, balance - target))
  return { ready: 0, building: balance - reserve, reserve, prepaid: 0, spent: 0 }
}

const FROM = '2025-06-01'
const YEARS = 7

/** The days on which a schedule pays, each with its nominal dates; found by looking at every day of some years. */
const calendars = new Map<string, ReadonlyMap<string, readonly string[]>>()

function calendarOf(schedule: Schedule): ReadonlyMap<string, readonly string[]> {
  const { frequency, days, anchor, weekend, extra = [] } = schedule
  const key = JSON.stringify([frequency, days, anchor, weekend, extra])
  const known = calendars.get(key)
  if (known) return known
  const found = new Map<string, string[]>()
  const end = on(FROM).add({ years: YEARS })
  for (
    let date = on(FROM);
    Temporal.PlainDate.compare(date, end) < 0;
    date = date.add({ days: 1 })
  ) {
    const nominal = text(date)
    const isAdded = extra.some((day) => day === nominal)
    const weeks = { weekly: 7, biweekly: 14, semimonthly: 0, monthly: 0 }[frequency]
    const isRegular =
      weeks > 0
        ? on(anchor).until(date).days % weeks === 0
        : days.some((day) => date.day === Math.min(day, date.daysInMonth))
    if (!isAdded && !(isRegular && nominal >= anchor)) continue
    let pays = date
    const step = { none: 0, before: -1, after: 1 }[weekend]
    while (!isAdded && step !== 0 && pays.dayOfWeek > 5) pays = pays.add({ days: step })
    found.set(text(pays), [...(found.get(text(pays)) ?? []), nominal])
  }
  calendars.set(key, found)
  return found
}

const unions = new WeakMap<Terms['paydays'], readonly string[]>()

/** All days on which an Expense is paid for, in order. */
function paydaysOf({ paydays }: Terms): readonly string[] {
  const known = unions.get(paydays)
  if (known) return known
  const days = paydays.schedules.flatMap((schedule) => [...calendarOf(schedule).keys()])
  const sorted = [...new Set(days)].toSorted()
  unions.set(paydays, sorted)
  return sorted
}

type Asked = { holding: Holding; ordinary: number; ahead: number; due: string | null }

/** The amounts that a payday asks for an Expense. */
function ask(holding: Holding, payday: string): Asked {
  const { terms, lanes, cycle } = holding
  const way = wayOf(terms)
  const recurs = returns(terms)
  const due = recurs ? dueDate(terms, cycle) : terms.anchor
  if (terms.paused) return { holding, ordinary: 0, ahead: 0, due }
  const days = paydaysOf(terms)
  const until = (last: string) => days.filter((day) => day >= payday && day <= last).length
  const target = terms.target ?? 0
  const [has, done] = [held(lanes), Math.max(0, lanes.spent)]
  let [ordinary, ahead] = [0, 0]
  if (way === 'bill') {
    const next = days.find((day) => day > due!)!
    let payments = 1
    while (dueDate(terms, cycle + payments) < next) payments += 1
    ordinary = share(Math.max(0, payments * target - lanes.building - lanes.prepaid), until(due!))
    const missing = (terms.payments - 1) * target - lanes.reserve
    if (missing > 0) {
      const intervals = Math.ceil(missing / target)
      const wanted = terms.buildBy !== null && terms.buildBy >= payday
      ahead = share(missing, until(wanted ? terms.buildBy! : dueDate(terms, cycle + intervals - 1)))
    }
  } else if (way === 'envelope') {
    ordinary = Math.max(0, target - has)
  } else if (way === 'card') {
    const payment = terms.target === null ? terms.card!.owed : Math.min(terms.card!.owed, target)
    ordinary = share(Math.max(0, payment - has), due === null ? 1 : until(due))
  } else if (due !== null) {
    ordinary = share(Math.max(0, target - has - done), until(due))
  }
  return { holding, ordinary, ahead, due }
}

const tiers = { high: 0, normal: 1, low: 2 }
const LAST = '9999-12-31'

/** The order of Expenses: the tier; dated ones and debts, envelopes, goals; then the earlier day, then the id. */
function turnOf({ terms, id }: Holding, day: string | null): string {
  const rank = { bill: 0, once: 0, card: 0, envelope: 1, goal: 2 }[wayOf(terms)]
  return `${tiers[terms.priority]}${rank} ${day ?? LAST} ${id}`
}

function inTurn(asking: readonly Asked[], dayOf: (one: Asked) => string | null): Asked[] {
  const turn = (one: Asked) => turnOf(one.holding, dayOf(one))
  return asking.toSorted((a, b) => (turn(a) < turn(b) ? -1 : 1))
}

type Paid = {
  readonly holdings: Holding[]
  /** The ordinary request of each Expense. */
  readonly asked: ReadonlyMap<string, number>
  /** The payday could not give everybody all. */
  readonly isShort: boolean
}

/** A payday gives what exists: every ordinary need in turn, and then the reserves. */
function pay(holdings: readonly Holding[], payday: string, available: number): Paid {
  const asking = holdings
    .filter(({ terms }) => paydaysOf(terms).includes(payday))
    .map((holding) => ask(holding, payday))
  const given = new Map<string, { ordinary: number; ahead: number }>()
  let left = Math.max(0, available)
  const take = (amount: number) => {
    const taken = Math.min(amount, left)
    left -= taken
    return taken
  }
  for (const one of inTurn(asking, ({ due }) => due)) {
    given.set(one.holding.id, { ordinary: take(one.ordinary), ahead: 0 })
  }
  for (const one of inTurn(asking, ({ holding }) => holding.terms.buildBy)) {
    given.get(one.holding.id)!.ahead = take(one.ahead)
  }
  const after = holdings.map((holding) => {
    const { ordinary, ahead } = given.get(holding.id) ?? { ordinary: 0, ahead: 0 }
    const { building, reserve } = holding.lanes
    const lanes = { ...holding.lanes, building: building + ordinary, reserve: reserve + ahead }
    return { ...holding, lanes }
  })
  return {
    holdings: after,
    asked: new Map(asking.map(({ holding, ordinary }) => [holding.id, ordinary])),
    isShort: asking.some(({ holding, ordinary, ahead }) => {
      const got = given.get(holding.id)!
      return got.ordinary < ordinary || got.ahead < ahead
    }),
  }
}

/** On its due date a bill's money becomes ready for it; what is more than one payment counts for the next. */
function fallDue(holding: Holding, day: string): Holding {
  const { terms, lanes, cycle } = holding
  const recurs = returns(terms)
  if (!recurs || dueDate(terms, cycle) !== day) return holding
  if (wayOf(terms) === 'card') return { ...holding, cycle: cycle + 1 }
  const all = lanes.ready + lanes.building
  const ready = Math.min(all, Math.max(0, (terms.target ?? 0) - lanes.prepaid))
  return {
    ...holding,
    cycle: cycle + 1,
    lanes: { ...lanes, ready, building: all - ready, prepaid: 0 },
  }
}

/**
 * Lists the gifts to an Expense that are meant for a later payment than the one made on a day: those of paydays
 * since that day and since the last due date. It was made at the latest on the day on which it was first seen, even if it is
 * booked later. Nothing for the coming payment, which is made ten days early at most
 * (a weekly one three, a fortnightly one six).
 */
export function meantForLater(
  { id, terms, cycle }: Holding,
  { booked, seen }: { readonly booked: string; readonly seen: string },
  given: readonly Given[],
): readonly Given[] {
  if (wayOf(terms) !== 'bill') return []
  const due = dueDate(terms, cycle)
  const early = ({ 7: 3, 14: 6 } as Record<number, number>)[terms.intervalDays ?? 0] ?? 10
  if (booked <= due && after(booked, early) >= due) return []
  const last = dueDate(terms, cycle - 1)
  const since = [last, booked < seen ? booked : seen].toSorted()[1]!
  return given.filter((one) => one.id === id && one.day > since)
}

/**
 * Says what an Expense would hold for its next payment if a payment had taken its money (`gone`) before the paydays that have
 * given since. A payday is lived through again only if it gave everybody all, and asks for the same again otherwise.
 */
export function livedWithout(holding: Holding, gone: number, given: readonly Given[]): number {
  const since = given.reduce((sum, { amount }) => sum + amount, 0)
  let was = holding.lanes.building - since
  let would = was - gone
  for (const { day, amount, asked, isShort } of given) {
    const askWith = (building: number) =>
      ask({ ...holding, lanes: { ...holding.lanes, building } }, day).ordinary
    const isSame = paydaysOf(holding.terms).includes(day) && askWith(was) === asked
    would += isSame && !isShort ? askWith(would) : amount
    was += amount
  }
  return would
}

export type Lived = {
  readonly holdings: readonly Holding[]
  /** The nominal dates that have run, by schedule. */
  readonly ran: readonly { readonly id: string; readonly nominal: string }[]
  /** Contributions of paydays to the next payment of each Expense, in cents. */
  readonly given: readonly Given[]
}

export type Given = {
  readonly id: string
  readonly day: string
  readonly amount: number
  /** Null: the payday is not one of this Expense. */
  readonly asked: number | null
  /** The payday could not give everybody all. */
  readonly isShort: boolean
}

/** Lives through every day after the last one worked off, up to `today`: paydays come first, then due dates. */
export function liveThrough(state: EngineState, today: string): Lived {
  let { holdings } = state
  const [before, floor] = [holdings, Math.max(0, state.floor)]
  const ran: { id: string; nominal: string }[] = [...(state.ran ?? [])]
  const given: Given[] = []
  const cash = before.reduce((sum, { lanes }) => sum + held(lanes), state.freeToSpend)
  for (let day = after(state.processedThrough, 1); day <= today; day = after(day, 1)) {
    const paying = state.schedules.flatMap((schedule) =>
      (calendarOf(schedule).get(day) ?? [])
        .filter((nominal) => !ran.some((one) => one.id === schedule.id && one.nominal === nominal))
        .map((nominal) => ({ id: schedule.id, nominal })),
    )
    ran.push(...paying)
    if (paying.length > 0) {
      const free = holdings.reduce((left, { lanes }) => left - held(lanes), cash)
      const paid = pay(holdings, day, free - floor)
      given.push(
        ...paid.holdings.map(({ id, lanes }, index) => {
          const amount = lanes.building - holdings[index]!.lanes.building
          return { id, day, amount, asked: paid.asked.get(id) ?? null, isShort: paid.isShort }
        }),
      )
      holdings = paid.holdings
    }
    holdings = holdings.map((holding) => fallDue(holding, day))
  }
  return { holdings, ran, given }
}
