import type { Expense } from './expense.ts'

/** What can be put elsewhere. */
export type Thing = { readonly kind: 'expense' | 'group'; readonly id: string }

/** One of the lists that a thing can stand in: the Expenses of a group (null: of none), or the groups themselves. */
export type List = { readonly group: string | null; readonly ids: readonly string[] }

/** A place in such a list, before another of it; null: the last. */
export type Place = { readonly group: string | null; readonly before: string | null }

/** The lists that a thing can be put into, in the order of the screen. It stands in one of them itself. */
export function listsFor(thing: Thing, parts: readonly List[]): readonly List[] {
  if (thing.kind === 'expense') return parts
  const ids = parts.flatMap(({ group }) => (group === null ? [] : [group]))
  return [{ group: null, ids }]
}

/** Where a thing stands; null where it is gone. */
export function placeOf(id: string, lists: readonly List[]): Place | null {
  const list = lists.find(({ ids }) => ids.includes(id))
  if (list === undefined) return null
  return { group: list.group, before: list.ids[list.ids.indexOf(id) + 1] ?? null }
}

/** The next place (`step` 1) or the one before (−1), beyond the end of a list in the list next to it; null at the very end. */
export function stepFrom(
  place: Place,
  { id, lists, step }: { readonly id: string; readonly lists: readonly List[]; step: 1 | -1 },
): Place | null {
  const places = lists.flatMap(({ group, ids }) =>
    [...ids.filter((one) => one !== id), null].map((before) => ({ group, before })),
  )
  return places[places.findIndex((one) => isSame(one, place)) + step] ?? null
}

export function isSame(a: Place, b: Place): boolean {
  return a.group === b.group && a.before === b.before
}

/** A place as people count: the how manieth of how many it would be there. */
export function count(
  place: Place,
  { id, lists }: { readonly id: string; readonly lists: readonly List[] },
): { readonly at: number; readonly of: number } {
  const list = lists.find(({ group }) => group === place.group)
  const others = list?.ids.filter((one) => one !== id) ?? []
  const at = place.before === null ? others.length : others.indexOf(place.before)
  return { at: at + 1, of: others.length + 1 }
}

/** Something on the screen, from edge to edge in pixels, and where it lies as seen from what is dragged. */
export type Box = {
  readonly id: string
  readonly top: number
  readonly bottom: number
  readonly side: 'above' | 'below' | 'apart'
}

/**
 * Before which of them a thing is dropped at the height `y`; null: behind all. What stands in the same list gives way as soon
 * as it is touched, and what stands in another from its middle on.
 */
export function dropBefore(y: number, boxes: readonly Box[]): string | null {
  const isPassed = ({ side, top, bottom }: Box) =>
    y > (side === 'above' ? bottom : side === 'below' ? top : (top + bottom) / 2)
  return boxes.find((box) => !isPassed(box))?.id ?? null
}

/** The order once one has been put before another, or last. */
export function putBefore<T>(
  all: readonly T[],
  one: T,
  isNext: (other: T) => boolean,
): readonly T[] {
  const others = all.filter((other) => other !== one)
  const at = others.findIndex(isNext)
  return others.toSpliced(at === -1 ? others.length : at, 0, one)
}

/** What the server is told: the Expense's group, and its neighbour in the order of all. */
export type Position = { readonly group_id: string | null; readonly before_id: string | null }

/** Last of a group is right behind its last one, wherever that stands in the order of all. */
export function positionAt(
  place: Place,
  { id, all, lists }: { readonly id: string; all: readonly string[]; lists: readonly List[] },
): Position {
  const others = all.filter((one) => one !== id)
  const list = lists.find(({ group }) => group === place.group)
  const last = list?.ids.findLast((one) => one !== id)
  const behind = last === undefined ? undefined : others[others.indexOf(last) + 1]
  return { group_id: place.group, before_id: place.before ?? behind ?? null }
}

/** Where an Expense stands among all: what brings it back there. */
export function positionOf(id: string, expenses: readonly Expense[]): Position | null {
  const at = expenses.findIndex((one) => one.id === id)
  const expense = expenses[at]
  if (expense === undefined) return null
  return { group_id: expense.group_id, before_id: expenses[at + 1]?.id ?? null }
}

/** The Expenses as the server will tell them. */
export function reposition(
  expenses: readonly Expense[],
  id: string,
  { group_id, before_id }: Position,
): readonly Expense[] {
  const found = expenses.find((one) => one.id === id)
  if (found === undefined) return expenses
  const moved = { ...found, group_id }
  const all = expenses.map((one) => (one === found ? moved : one))
  return putBefore(all, moved, (other) => other.id === before_id)
}
