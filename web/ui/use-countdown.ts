import { useEffect, useState } from 'react'

/** Counts down from `seconds` by the clock of the page; restarts when `since` changes. */
export function useCountdown(seconds: number, since: unknown): number {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const end = performance.now() + seconds * 1000
    const tick = () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000)))
    tick()
    if (seconds <= 0) return undefined
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [seconds, since])
  return left
}
