import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Measures the width of an element in pixels, and again whenever it changes. Until then it is the window's. */
export function useWidth(): { ref: RefObject<HTMLElement | null>; width: number } {
  const ref = useRef<HTMLElement>(null)
  const [width, setWidth] = useState(window.innerWidth)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width: Math.max(1, width) }
}
