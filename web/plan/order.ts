import type { Expense } from './expense.ts'

/** Can be moved within the plan. */
export type Thing = { readonly kind: 'expense' | 'group'; readonly id: string }

/** A list that a thing can be in: the Expenses of a group (null: of no group), or the groups themselves. */
export type List = { readonly group: string | null; readonly ids: readonly string[] }

/** A position in such a list: before another thing; null: last. */
export type Slot = { readonly group: string | null; readonly before: string | null }

/** Returns the lists that a thing can be moved to, in screen order, including its own. */
export function listsFor(thing: Thing, parts: readonly List[]): readonly List[] {
  if (thing.kind === 'expense') return parts
  const ids = parts.flatMap(({ group }) => (group === null ? [] : [group]))
  return [{ group: null, ids }]
}

/** Returns the slot of a thing; null if it no longer exists. */
export function slotOf(id: string, lists: readonly List[]): Slot | null {
  const list = lists.find(({ ids }) => ids.includes(id))
  if (list === undefined) return null
  return { group: list.group, before: list.ids[list.ids.indexOf(id) + 1] ?? null }
}

/**
 * Returns the next slot (`step` 1) or the previous one (−1), continuing in the neighbouring list at the end of a list; null at
 * the very end.
 */
export function stepFrom(
  slot: Slot,
  { id, lists, step }: { readonly id: string; readonly lists: readonly List[]; step: 1 | -1 },
): Slot | null {
  const slots = lists.flatMap(({ group, ids }) =>
    [...ids.filter((one) => one !== id), null].map((before) => ({ group, before })),
  )
  return slots[slots.findIndex((one) => isSame(one, slot)) + step] ?? null
}

export function isSame(a: Slot, b: Slot): boolean {
  return a.group === b.group && a.before === b.before
}

/** Returns the position in the slot's list as people count it, and the length of the list. */
export function count(
  slot: Slot,
  { id, lists }: { readonly id: string; readonly lists: readonly List[] },
): { readonly at: number; readonly of: number } {
  const list = lists.find(({ group }) => group === slot.group)
  const others = list?.ids.filter((one) => one !== id) ?? []
  const at = slot.before === null ? others.length : others.indexOf(slot.before)
  return { at: at + 1, of: others.length + 1 }
}

/** Something on the screen: its vertical edges in pixels, and its side as seen from the dragged thing. */
export type Box = {
  readonly id: string
  readonly top: number
  readonly bottom: number
  readonly side: 'above' | 'below' | 'elsewhere'
}

/**
 * Returns the thing before which a drop at the height `y` inserts; null: after all. Things in the same list move aside as soon
 * as they are touched, those in another list from their middle on.
 */
export function dropBefore(y: number, boxes: readonly Box[]): string | null {
  const isPassed = ({ side, top, bottom }: Box) =>
    y > (side === 'above' ? bottom : side === 'below' ? top : (top + bottom) / 2)
  return boxes.find((box) => !isPassed(box))?.id ?? null
}

/** Moves one element before another, or to the end. */
export function putBefore<T>(
  all: readonly T[],
  one: T,
  isNext: (other: T) => boolean,
): readonly T[] {
  const others = all.filter((other) => other !== one)
  const at = others.findIndex(isNext)
  return others.toSpliced(at === -1 ? others.length : at, 0, one)
}

/** A position as the API expects it: the group of an Expense, and its successor in the order of all Expenses. */
export type Position = { readonly group_id: string | null; readonly before_id: string | null }

/** Converts a slot to a position. The last slot of a group comes right after the group's last Expense in the order of all. */
export function positionAt(
  slot: Slot,
  { id, all, lists }: { readonly id: string; all: readonly string[]; lists: readonly List[] },
): Position {
  const others = all.filter((one) => one !== id)
  const list = lists.find(({ group }) => group === slot.group)
  const last = list?.ids.findLast((one) => one !== id)
  const behind = last === undefined ? undefined : others[others.indexOf(last) + 1]
  return { group_id: slot.group, before_id: slot.before ?? behind ?? null }
}

/** Returns the current position of an Expense, for undoing a move. */
export function positionOf(id: string, expenses: readonly Expense[]): Position | null {
  const at = expenses.findIndex((one) => one.id === id)
  const expense = expenses[at]
  if (expense === undefined) return null
  return { group_id: expense.group_id, before_id: expenses[at + 1]?.id ?? null }
}

/** Predicts the order that the server will return. */
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
