import { type PointerEvent, useRef } from 'react'
import type { Payment } from './shape.ts'

/** A payment that somebody drags to another day, or has dropped there. */
export type Moving = {
  readonly payment: Payment
  /** The day below the pointer, as an index. */
  readonly index: number
  readonly isDropped: boolean
}

type Options = {
  readonly payment: Payment
  /** The payment's own day, as an index. */
  readonly index: number
  readonly dayAt: (clientX: number) => number
  readonly onMoving: (moving: Moving | null) => void
}

/** A press becomes a drag after so many pixels, so that a click still opens the payment. */
const SLACK = 6

/** Lets a tile be dragged along the days by mouse, pen or finger. Returns the handlers of the tile. */
export function useMoving({ payment, index, dayAt, onMoving }: Options) {
  const from = useRef<number | null>(null)
  /** The day of the drag that was reported last; null before a press has become a drag. */
  const reported = useRef<number | null>(null)
  const end = (at: number | null) => {
    from.current = null
    if (reported.current === null) return
    // Today and the payment's own day change nothing.
    const isMoved = at !== null && at !== index && at > 0
    onMoving(isMoved ? { payment, index: at, isDropped: true } : null)
  }
  return {
    draggable: false,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      reported.current = null
      if (event.button !== 0) return
      from.current = event.clientX
      // A fast pointer leaves the tile before its first move is reported.
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (from.current === null) return
      if (reported.current === null && Math.abs(event.clientX - from.current) < SLACK) return
      const at = dayAt(event.clientX)
      if (at === reported.current) return
      reported.current = at
      onMoving({ payment, index: at, isDropped: false })
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => end(dayAt(event.clientX)),
    onPointerCancel: () => end(null),
    onClick: (event: { preventDefault: () => void }) => {
      if (reported.current !== null) event.preventDefault()
    },
  }
}
