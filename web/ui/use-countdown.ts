import { useEffect, useState } from 'react'

/** The seconds that are left of so many, by the clock of the page; counted anew whenever `since` is another. */
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
