import { type RefObject, useEffect } from 'react'
import { prefersStill } from '../use-counted.ts'

/** How long a tile flies from the place where a bill was taken to its day, in milliseconds. */
const FLIGHT_MS = 450

/** Where each new bill was taken, by its Expense, until its tile has landed. */
const launched = new Map<string, DOMRect>()

/** Lets the tile of an Expense come from an element of the screen. */
export function launch(expenseId: string, from: Element | null): void {
  if (from && !prefersStill()) launched.set(expenseId, from.getBoundingClientRect())
}

/** Moves tiles that have just appeared in the list from where their bills were taken. */
export function useLanding(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    for (const [id, from] of launched) {
      const tile = list.current?.querySelector(`[data-expense="${id}"]`)
      if (!tile) continue
      launched.delete(id)
      const to = tile.getBoundingClientRect()
      const [x, y] = [from.left - to.left, from.top - to.top]
      tile.animate(
        [
          { transform: `translate(${x}px, ${y}px) scale(1.4)`, opacity: 0.2 },
          { transform: 'none', opacity: 1 },
        ],
        { duration: FLIGHT_MS, easing: 'cubic-bezier(0.2, 0.7, 0.1, 1)' },
      )
    }
  })
}
