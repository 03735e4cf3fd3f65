import { useEffect, useRef, useState } from 'react'

/** Returns a value that changes at most once in `milliseconds`; the last change always arrives. */
export function useThrottled<T>(value: T, milliseconds: number, key: string): T {
  const [shown, setShown] = useState(value)
  const latest = useRef(value)
  const changedAt = useRef(0)
  latest.current = value
  useEffect(() => {
    const wait = Math.max(0, changedAt.current + milliseconds - performance.now())
    const timer = setTimeout(() => {
      changedAt.current = performance.now()
      setShown(latest.current)
    }, wait)
    return () => clearTimeout(timer)
  }, [key, milliseconds])
  return shown
}
