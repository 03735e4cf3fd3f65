import { useRef, useState } from 'react'
import { useText } from '#web/text/text.tsx'
import { type Expense, type Group, inGroups } from './expense.ts'
import {
  count,
  isSame,
  type List,
  listsFor,
  type Place,
  placeOf,
  positionAt,
  stepFrom,
  type Thing,
} from './order.ts'
import { usePlacing } from './use-placing.ts'

/** What is lifted, by a pointer or by keys, and where it would be put down. */
export type Lifted = { readonly thing: Thing; readonly place: Place; readonly byKeys: boolean }

export type Plan = { readonly expenses: readonly Expense[]; readonly groups: readonly Group[] }

/** One thing of the plan at a time is lifted, held over a place, and put down there or left where it was. */
export function useLift(plan: Plan) {
  const words = useText().plan.order
  const put = usePut(plan)
  const tell = useTelling(plan)
  const [lifted, setLifted] = useState<Lifted | null>(null)
  // What a pointer does comes faster than the screen is drawn.
  const now = useRef<Lifted | null>(null)
  const [said, say] = useState('')
  const change = (to: Lifted | null) => {
    now.current = to
    setLifted(to)
  }
  return {
    lifted,
    /** The same, for who cannot wait until it is drawn. */
    now,
    /** What is read out as it happens. */
    said,
    lift: (thing: Thing, byKeys: boolean) => {
      const place = placeOf(thing.id, listsOf(plan, thing))
      if (place === null) return
      change({ thing, place, byKeys })
      say(byKeys ? `${words.lifted(nameOf(plan, thing))} ${tell(thing, place)}` : '')
    },
    /** Holds it over another place. */
    aim: (place: Place) => {
      if (now.current && !isSame(now.current.place, place)) change({ ...now.current, place })
    },
    /** Holds it over the next place, or the one before. */
    step: (by: 1 | -1) => {
      if (now.current === null) return
      const { thing, place } = now.current
      const lists = listsOf(plan, thing)
      const next = stepFrom(place, { id: thing.id, lists, step: by })
      if (next === null) return
      change({ ...now.current, place: next })
      say(tell(thing, next))
    },
    cancel: () => {
      if (now.current) say(words.stays(nameOf(plan, now.current.thing)))
      change(null)
    },
    drop: () => {
      if (now.current === null) return
      const { thing, place } = now.current
      change(null)
      // The toast says it.
      say('')
      put(thing, place)
    },
    put,
  }
}

/** The lists of the plan that a thing can be put into, the one of what has no group included. */
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

/** A place in words. */
function useTelling(plan: Plan) {
  const { order: words, groups: groupWords } = useText().plan
  return (thing: Thing, place: Place): string => {
    const { at, of } = count(place, { id: thing.id, lists: listsOf(plan, thing) })
    if (thing.kind === 'group' || plan.groups.length === 0) return words.place(at, of)
    const group = plan.groups.find(({ id }) => id === place.group)
    return words.placeIn(group?.name ?? groupWords.none, at, of)
  }
}

/** Puts a thing into a place; where it is already nothing happens. */
function usePut(plan: Plan) {
  const words = useText().plan.order
  const { placeExpense, placeGroup } = usePlacing()
  return (thing: Thing, place: Place): void => {
    const { id } = thing
    const lists = listsOf(plan, thing)
    const was = placeOf(id, lists)
    if (was === null || isSame(was, place)) return
    const name = nameOf(plan, thing)
    if (thing.kind === 'group') return placeGroup(id, place.before, words.moved(name))
    const all = plan.expenses.map((one) => one.id)
    const group = plan.groups.find((one) => one.id === place.group)
    const elsewhere = group ? words.movedTo(name, group.name) : words.movedOut(name)
    const said = was.group === place.group ? words.moved(name) : elsewhere
    placeExpense(id, positionAt(place, { id, all, lists }), said)
  }
}
