import type { Cents } from '#/core/values/cents.ts'
import type { Holding } from './holding.ts'

/** The lanes that hold money. `prepaid` and `spent` are counters and not part of the ledger. */
export type MoneyLane = 'ready' | 'building' | 'reserve'

/** A place for money: a lane of an Expense, or free-to-spend. */
export type MoneyPlace = { readonly expenseId: string; readonly lane: MoneyLane } | 'free'

/** One ledger entry: `amount` cents (> 0) leave `from` and arrive at `to`. */
export type Posting = { readonly from: MoneyPlace; readonly to: MoneyPlace; readonly amount: Cents }

type State = Pick<Holding, 'id' | 'lanes'>

type Change = { readonly expenseId: string; readonly lane: MoneyLane; left: Cents }

const moneyLanes: readonly MoneyLane[] = ['ready', 'building', 'reserve']

/**
 * Computes the postings that turn the lanes `before` into those `after` (the same Expenses in the same order). Lanes that
 * change by the same amount are paired first, then any falling lane with any rising one, an Expense's own lanes before
 * those of others; only the remainder comes from or goes to free-to-spend. At most one posting per changed lane.
 * Throws a RangeError if the two lists hold different Expenses.
 */
export function postingsBetween(
  before: readonly State[],
  after: readonly State[],
): readonly Posting[] {
  const changes = changesBetween(before, after)
  const postings: Posting[] = []
  match(changes, postings, ({ expenseId, left }) => `${expenseId} ${Math.abs(left)}`)
  match(changes, postings, ({ left }) => `${Math.abs(left)}`)
  match(changes, postings, ({ expenseId }) => expenseId)
  match(changes, postings, () => 'any')
  for (const { expenseId, lane, left } of changes) {
    if (left < 0) postings.push({ from: { expenseId, lane }, to: 'free', amount: -left })
    if (left > 0) postings.push({ from: 'free', to: { expenseId, lane }, amount: left })
  }
  return postings
}

function changesBetween(before: readonly State[], after: readonly State[]): Change[] {
  if (before.length !== after.length) throw new RangeError('not the same Expenses')
  return before.flatMap((was, index) => {
    const is = after[index]
    if (is?.id !== was.id) throw new RangeError('not the same Expenses')
    return moneyLanes
      .map((lane) => ({ expenseId: was.id, lane, left: is.lanes[lane] - was.lanes[lane] }))
      .filter(({ left }) => left !== 0)
  })
}

/**
 * Moves money from falling lanes (`left` < 0) to rising ones (`left` > 0) that have the same key, both in their order.
 * Takes time in proportion to the changes, because thousands of Expenses may come due on one day.
 */
function match(
  changes: readonly Change[],
  postings: Posting[],
  keyOf: (change: Change) => string,
): void {
  const sinks = Map.groupBy(
    changes.filter(({ left }) => left > 0),
    keyOf,
  )
  const open = new Map([...sinks].map(([key, some]) => [key, some.values()]))
  const first = new Map<string, Change | undefined>()
  for (const source of changes.filter(({ left }) => left < 0)) {
    const key = keyOf(source)
    const rest = open.get(key)
    if (!rest) continue
    while (source.left < 0) {
      const known = first.get(key)
      const sink = known && known.left > 0 ? known : rest.next().value
      if (!sink) break
      first.set(key, sink)
      const amount = Math.min(-source.left, sink.left)
      postings.push({ from: placeOf(source), to: placeOf(sink), amount })
      source.left += amount
      sink.left -= amount
    }
  }
}

function placeOf({ expenseId, lane }: Change): MoneyPlace {
  return { expenseId, lane }
}
