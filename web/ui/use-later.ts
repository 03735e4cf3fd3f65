import { startTransition, useEffect, useState } from 'react'

/**
 * Returns false in a component's first render and true soon after, in a render that yields to the next press: for what may
 * follow the first paint. (`useDeferredValue` with a first value does the same, but below a screen part that is still
 * loading it renders in circles until that has come.)
 */
export function useLater(atOnce = false): boolean {
  const [isLater, setLater] = useState(atOnce)
  useEffect(() => startTransition(() => setLater(true)), [])
  return isLater
}
