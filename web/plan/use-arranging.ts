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
import { findHandle, findSlot, markOf } from './marks.ts'
import { isSame, slotOf, stepFrom, type Thing } from './order.ts'
import { listsOf, nameOf, type Plan, useLift } from './use-lift.ts'

export type Arranging = ReturnType<typeof useArranging>

type Lift = ReturnType<typeof useLift>
type Container = RefObject<HTMLDivElement | null>

/**
 * Changes the order of the plan by mouse, touch, keyboard or menu. A lifted thing stays in its place until it is dropped; a
 * line marks the target.
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
    /** The id of the keyboard instructions. */
    help,
    /** Where the line is drawn; null if nothing would move. */
    target: lifted && !isAt(plan, lifted.thing, lifted.slot) ? lifted : null,
    /** Props of the element that moves. */
    thingOf: (thing: Thing) => ({
      'data-thing': markOf(thing),
      'data-lifted': isLifted(thing) || undefined,
    }),
    /** Props of the element that a pointer grabs: the moving element or a part of it. */
    holdOf: (thing: Thing) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) =>
        hold(event, thing, { lift, container: container.current }),
    }),
    /** Props of the button that lifts by keyboard. */
    handleOf: (thing: Thing) => ({
      'data-handle': markOf(thing),
      'aria-label': handle(nameOf(plan, thing)),
      'aria-describedby': help,
      'aria-pressed': lifted?.byKeys === true && isLifted(thing),
      ...keys(thing),
    }),
    /** Moves a thing by one slot in its list, for menus; null at the end. */
    stepOf: (thing: Thing, by: 1 | -1) => {
      const lists = listsOf(plan, thing).filter(({ ids }) => ids.includes(thing.id))
      const slot = slotOf(thing.id, lists)
      const next = slot && stepFrom(slot, { id: thing.id, lists, step: by })
      return next && (() => put(thing, next))
    },
    /** Moves an Expense to the end of another group, for menus. */
    putIn: (thing: Thing, group: string | null) => put(thing, { group, before: null }),
  }
}

function isAt(plan: Plan, thing: Thing, slot: Parameters<typeof isSame>[0]): boolean {
  const was = slotOf(thing.id, listsOf(plan, thing))
  return was === null || isSame(was, slot)
}

type Hold = { readonly lift: Lift; readonly container: HTMLElement | null }

/** Starts a drag when a pointer goes down on a movable element. */
function hold(event: PointerEvent<HTMLElement>, thing: Thing, { lift, container }: Hold): void {
  const { currentTarget: held, target, button, nativeEvent } = event
  // Portals bubble through React, not through the page: ignore pointers in dialogs. Of two fingers, only the first counts.
  if (button !== 0 || !nativeEvent.isPrimary) return
  if (!(target instanceof Element) || !held.contains(target)) return
  const moving = held.closest<HTMLElement>('[data-thing]')
  // A press on a menu's button opens the menu.
  if (!container || !moving || lift.now.current || target.closest('[aria-haspopup]')) return
  takeHold(nativeEvent, moving, {
    onLift: () => lift.lift(thing, false),
    onMove: (y) => lift.aim(findSlot(container, thing, y)),
    onDrop: lift.drop,
    onCancel: lift.cancel,
  })
}

/** Handles the keys on a handle. After a move the handle gets the focus again. */
function useKeys(plan: Plan, container: Container, { lifted, now, ...lift }: Lift) {
  const { expenses, groups } = plan
  const moved = useRef<Thing | null>(null)
  // The move may have created a new element.
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
      if (!isAt(plan, thing, now.current.slot)) moved.current = thing
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
