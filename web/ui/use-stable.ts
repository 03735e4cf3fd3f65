import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * A function that stays the same from one drawing to the next and does what the latest one would: for parts that are drawn again
 * only where what they are given has changed. For events, not to be called while drawing.
 */
export function useStable<A extends readonly unknown[]>(
  act: (...given: A) => void,
): (...given: A) => void {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback((...given) => latest.current(...given), [])
}
