import { useEffect, useRef, useState } from 'react'

/** How long a number counts from before to after, in milliseconds. */
const COUNT_MS = 250

/** Checks whether the person asked for a screen that does not move. */
export function prefersStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Counts to an amount of cents when it changes, so that people see the change. */
export function useCounted(cents: number): number {
  const [shown, setShown] = useState(cents)
  const now = useRef(cents)
  useEffect(() => {
    const before = now.current
    if (before === cents) return
    const show = (next: number) => {
      now.current = next
      setShown(next)
    }
    if (prefersStill() || document.hidden) return show(cents)
    const begun = performance.now()
    let frame = requestAnimationFrame(function count(at) {
      const share = Math.min(1, Math.max(0, (at - begun) / COUNT_MS))
      const eased = 1 - (1 - share) ** 3
      show(Math.round(before + (cents - before) * eased))
      if (share < 1) frame = requestAnimationFrame(count)
    })
    return () => cancelAnimationFrame(frame)
  }, [cents])
  return shown
}
