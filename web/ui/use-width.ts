import {
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'

/**
 * Reads something from the width of an element in pixels, and again whenever that changes. Until it is measured, its width is
 * the window's. The component renders again only if what it reads has changed.
 */
export function useWidth<T extends number | boolean>(
  read: (width: number) => T,
): { readonly ref: RefObject<HTMLElement | null>; readonly value: T } {
  const ref = useRef<HTMLElement>(null)
  const [measured] = useState(() => ({ width: window.innerWidth }))
  const [, draw] = useReducer((count: number) => count + 1, 0)
  const measure = useEffectEvent((width: number) => {
    const before = read(measured.width)
    measured.width = Math.max(1, width)
    // Flushing also runs the effects of everything that was drawn just now, so it waits until there is something to draw.
    if (read(measured.width) !== before) flushSync(draw)
  })
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    // Observers are called after the layout of a frame and before its paint. To read the width here would lay out the whole
    // screen within React's own task, which a phone waits for.
    const observer = new ResizeObserver(() => measure(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, value: read(measured.width) }
}
