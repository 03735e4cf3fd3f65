import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Measures the width of an element in pixels, and again whenever it changes. Until then it is the window's. */
export function useWidth(): { ref: RefObject<HTMLElement | null>; width: number } {
  const ref = useRef<HTMLElement>(null)
  const [width, setWidth] = useState(window.innerWidth)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    // Observers are called after the layout of a frame and before its paint. To read the width here would lay out the whole
    // screen within React's own task, which a phone waits for.
    const observer = new ResizeObserver(() => flushSync(() => setWidth(element.clientWidth)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width: Math.max(1, width) }
}
