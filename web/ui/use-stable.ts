import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Returns a function that keeps its identity and calls the latest version of `act`, so that memoised children are not rendered
 * again. For event handlers only, not to be called while rendering.
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
