import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { useText } from '#web/text/text.tsx'
import { keepFromScrolling, takeHold } from './drag.ts'
import { findHandle, findPlace, markOf } from './marks.ts'
import { isSame, placeOf, stepFrom, type Thing } from './order.ts'
import { listsOf, nameOf, type Plan, useLift } from './use-lift.ts'

export type Arranging = ReturnType<typeof useArranging>

type Lift = ReturnType<typeof useLift>
type Container = RefObject<HTMLDivElement | null>

/**
 * The order of the plan, changed by mouse, finger, keys or from a menu. Whatever is lifted stays where it is in the page until
 * it is put down; a line shows where that would be.
 */
export function useArranging(plan: Plan) {
  const { handle } = useText().plan.order
  const container = useRef<HTMLDivElement>(null)
  const help = useId()
  const lift = useLift(plan)
  const { lifted, said, put } = lift
  const isLifted = ({ kind, id }: Thing) => lifted?.thing.kind === kind && lifted.thing.id === id
  const keys = useKeys(plan, container, lift)

  useEffect(() => (container.current ? keepFromScrolling(container.current) : undefined), [])

  return {
    container,
    lifted,
    said,
    /** The id that the words on how to use the keys have. */
    help,
    /** Where a line shows the place; null where nothing would move. */
    target: lifted && !isAt(plan, lifted.thing, lifted.place) ? lifted : null,
    /** For the element that moves. */
    thingOf: (thing: Thing) => ({
      'data-thing': markOf(thing),
      'data-lifted': isLifted(thing) || undefined,
    }),
    /** For the element that a pointer takes hold of: what moves itself, or a part of it. */
    holdOf: (thing: Thing) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) =>
        hold(event, thing, { lift, container: container.current }),
    }),
    /** For the button that lifts by keys. */
    handleOf: (thing: Thing) => ({
      'data-handle': markOf(thing),
      'aria-label': handle(nameOf(plan, thing)),
      'aria-describedby': help,
      'aria-pressed': lifted?.byKeys === true && isLifted(thing),
      ...keys(thing),
    }),
    /** Moves it by one place in its own list, for menus; null at the end. */
    stepOf: (thing: Thing, by: 1 | -1) => {
      const lists = listsOf(plan, thing).filter(({ ids }) => ids.includes(thing.id))
      const place = placeOf(thing.id, lists)
      const next = place && stepFrom(place, { id: thing.id, lists, step: by })
      return next && (() => put(thing, next))
    },
    /** Puts an Expense last in another group, for menus. */
    putIn: (thing: Thing, group: string | null) => put(thing, { group, before: null }),
  }
}

function isAt(plan: Plan, thing: Thing, place: Parameters<typeof isSame>[0]): boolean {
  const was = placeOf(thing.id, listsOf(plan, thing))
  return was === null || isSame(was, place)
}

type Hold = { readonly lift: Lift; readonly container: HTMLElement | null }

/** A pointer has gone down on something that can be moved. */
function hold(event: PointerEvent<HTMLElement>, thing: Thing, { lift, container }: Hold): void {
  const { currentTarget: held, target, button, nativeEvent } = event
  // What is opened from a row is in it for React, not for the page.
  // Of two fingers the first one moves.
  if (button !== 0 || !nativeEvent.isPrimary) return
  if (!(target instanceof Element) || !held.contains(target)) return
  const moving = held.closest<HTMLElement>('[data-thing]')
  // A menu's button is pressed for its menu.
  if (!container || !moving || lift.now.current || target.closest('[aria-haspopup]')) return
  takeHold(nativeEvent, moving, {
    onLift: () => lift.lift(thing, false),
    onMove: (y) => lift.aim(findPlace(container, thing, y)),
    onDrop: lift.drop,
    onCancel: lift.cancel,
  })
}

/** What the keys do on a handle. Where it stands afterwards, its handle has the focus again. */
function useKeys(plan: Plan, container: Container, { lifted, now, ...lift }: Lift) {
  const { expenses, groups } = plan
  const moved = useRef<Thing | null>(null)
  // Its element may have been made anew.
  useLayoutEffect(() => {
    if (moved.current && container.current) findHandle(container.current, moved.current)?.focus()
    moved.current = null
  }, [container, expenses, groups])
  useEffect(() => {
    if (!lifted?.byKeys) return
    container.current?.querySelector('[data-drop]')?.scrollIntoView({ block: 'nearest' })
  }, [container, lifted])
  return (thing: Thing) => ({
    onClick: () => {
      if (now.current === null) return lift.lift(thing, true)
      if (!isAt(plan, thing, now.current.place)) moved.current = thing
      lift.drop()
    },
    onBlur: () => {
      if (now.current?.byKeys) lift.cancel()
    },
    onKeyDown: (event: KeyboardEvent) => {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null
      if (!now.current?.byKeys || (step === null && event.key !== 'Escape')) return
      event.preventDefault()
      event.stopPropagation()
      if (step) lift.step(step)
      else lift.cancel()
    },
  })
}
