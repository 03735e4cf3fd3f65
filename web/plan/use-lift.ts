import { useRef, useState } from 'react'
import { useText } from '#web/text/text.tsx'
import { type Expense, type Group, inGroups } from './expense.ts'
import {
  count,
  isSame,
  type List,
  listsFor,
  type Slot,
  slotOf,
  positionAt,
  stepFrom,
  type Thing,
} from './order.ts'
import { usePlacing } from './use-placing.ts'

/** A lifted thing, the slot it would be dropped into, and if the keyboard lifted it. */
export type Lifted = { readonly thing: Thing; readonly slot: Slot; readonly byKeys: boolean }

export type Plan = { readonly expenses: readonly Expense[]; readonly groups: readonly Group[] }

/** Lifts one thing of the plan at a time, aims it at a slot, and drops it there or cancels. */
export function useLift(plan: Plan) {
  const words = useText().plan.order
  const put = usePut(plan)
  const describe = useDescribing(plan)
  const [lifted, setLifted] = useState<Lifted | null>(null)
  // A ref, because pointer events arrive faster than React renders.
  const now = useRef<Lifted | null>(null)
  const [said, say] = useState('')
  const change = (to: Lifted | null) => {
    now.current = to
    setLifted(to)
  }
  return {
    lifted,
    /** The current value, for handlers that cannot wait for a render. */
    now,
    /** The text for screen readers. */
    said,
    lift: (thing: Thing, byKeys: boolean) => {
      const slot = slotOf(thing.id, listsOf(plan, thing))
      if (slot === null) return
      change({ thing, slot, byKeys })
      say(byKeys ? `${words.lifted(nameOf(plan, thing))} ${describe(thing, slot)}` : '')
    },
    /** Aims at another slot. */
    aim: (slot: Slot) => {
      if (now.current && !isSame(now.current.slot, slot)) change({ ...now.current, slot })
    },
    /** Aims at the next slot, or the previous one. */
    step: (by: 1 | -1) => {
      if (now.current === null) return
      const { thing, slot } = now.current
      const lists = listsOf(plan, thing)
      const next = stepFrom(slot, { id: thing.id, lists, step: by })
      if (next === null) return
      change({ ...now.current, slot: next })
      say(describe(thing, next))
    },
    cancel: () => {
      if (now.current) say(words.stays(nameOf(plan, now.current.thing)))
      change(null)
    },
    drop: () => {
      if (now.current === null) return
      const { thing, slot } = now.current
      change(null)
      // The toast announces the move.
      say('')
      put(thing, slot)
    },
    put,
  }
}

/** Returns the lists of the plan that a thing can be moved to, including the one without a group. */
export function listsOf({ expenses, groups }: Plan, thing: Thing): readonly List[] {
  const parts = inGroups(expenses, groups, { withLoose: groups.length > 0 }).map((part) => {
    return { group: part.group?.id ?? null, ids: part.expenses.map(({ id }) => id) }
  })
  return listsFor(thing, parts)
}

export function nameOf({ expenses, groups }: Plan, { kind, id }: Thing): string {
  const all = kind === 'expense' ? expenses : groups
  return all.find((one) => one.id === id)?.name ?? ''
}

/** Describes a slot in words. */
function useDescribing(plan: Plan) {
  const { order: words, groups: groupWords } = useText().plan
  return (thing: Thing, slot: Slot): string => {
    const { at, of } = count(slot, { id: thing.id, lists: listsOf(plan, thing) })
    if (thing.kind === 'group' || plan.groups.length === 0) return words.place(at, of)
    const group = plan.groups.find(({ id }) => id === slot.group)
    return words.placeIn(group?.name ?? groupWords.none, at, of)
  }
}

/** Moves a thing to a slot; does nothing if it is there already. */
function usePut(plan: Plan) {
  const words = useText().plan.order
  const { placeExpense, placeGroup } = usePlacing()
  return (thing: Thing, slot: Slot): void => {
    const { id } = thing
    const lists = listsOf(plan, thing)
    const was = slotOf(id, lists)
    if (was === null || isSame(was, slot)) return
    const name = nameOf(plan, thing)
    if (thing.kind === 'group') return placeGroup(id, slot.before, words.moved(name))
    const all = plan.expenses.map((one) => one.id)
    const group = plan.groups.find((one) => one.id === slot.group)
    const elsewhere = group ? words.movedTo(name, group.name) : words.movedOut(name)
    const said = was.group === slot.group ? words.moved(name) : elsewhere
    placeExpense(id, positionAt(slot, { id, all, lists }), said)
  }
}
