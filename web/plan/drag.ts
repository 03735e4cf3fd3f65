/** The events of a drag. Heights are those of the window, in pixels. */
export type Held = {
  readonly onLift: () => void
  readonly onMove: (y: number) => void
  readonly onDrop: () => void
  readonly onCancel: () => void
}

/** How long a finger must rest to lift a row instead of scrolling, in milliseconds. */
const LONG_PRESS_MS = 400
/** How far a mouse must move to drag instead of click, and how far a resting finger may stray, in pixels. */
const SLACK = 6
/**
 * Distance from the window's edges at which dragging scrolls, in pixels, and the share of it that is scrolled in each frame.
 */
const EDGE = 88
const SCROLL_SHARE = 0.16

/** True while something is lifted: then a finger does not scroll. */
let lifted = false

/**
 * Prevents scrolling while a finger holds something. Must be registered before the touch begins; returns a function that
 * removes it.
 */
export function keepFromScrolling(element: HTMLElement): () => void {
  const keep = (event: TouchEvent) => {
    if (lifted && event.cancelable) event.preventDefault()
  }
  element.addEventListener('touchmove', keep, { passive: false })
  return () => element.removeEventListener('touchmove', keep)
}

/**
 * Starts a drag of `thing` with the pointer that just went down on it: a mouse lifts it by moving, a finger or pen by resting.
 * The drag follows the pointer vertically until it is released or Escape is pressed.
 */
export function takeHold(
  down: Pick<PointerEvent, 'pointerId' | 'pointerType' | 'clientX' | 'clientY'>,
  thing: HTMLElement,
  { onLift, onMove, onDrop, onCancel }: Held,
): void {
  if (lifted) return
  const byMouse = down.pointerType === 'mouse'
  const origin = down.clientY + window.scrollY
  const ended = new AbortController()
  let y = down.clientY
  let frame = 0

  const lift = () => {
    lifted = true
    window.getSelection()?.removeAllRanges()
    onLift()
    follow()
  }
  const follow = () => {
    // The screen was left, or the row was replaced.
    if (!thing.isConnected) return end(onCancel)
    window.scrollBy(0, scrollAt(y))
    thing.style.translate = `0 ${y + window.scrollY - origin}px`
    onMove(y)
    frame = requestAnimationFrame(follow)
  }
  const timer = byMouse ? undefined : setTimeout(lift, LONG_PRESS_MS)
  const end = (act?: () => void) => {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    ended.abort()
    if (!lifted) return
    lifted = false
    thing.style.translate = ''
    act?.()
  }
  const listen = <K extends keyof WindowEventMap>(
    type: K,
    hear: (event: WindowEventMap[K]) => void,
  ) => window.addEventListener(type, hear, { capture: true, signal: ended.signal })

  listen('pointermove', (event) => {
    if (event.pointerId !== down.pointerId) return
    y = event.clientY
    if (lifted) return
    if (Math.hypot(event.clientX - down.clientX, y - down.clientY) < SLACK) return
    if (byMouse) lift()
    else end()
  })
  listen('pointerup', (event) => {
    if (event.pointerId !== down.pointerId) return
    if (lifted) {
      y = event.clientY
      onMove(y)
      ignoreClick()
    }
    end(onDrop)
  })
  listen('pointercancel', () => end(onCancel))
  listen('blur', (event) => {
    if (event.target === window) end(onCancel)
  })
  listen('keydown', (event) => {
    if (!lifted || event.key !== 'Escape') return
    event.stopPropagation()
    end(onCancel)
  })
  // The context menu of a link, native dragging and text selection would each take over the pointer.
  for (const own of ['contextmenu', 'dragstart', 'selectstart'] as const) {
    listen(own, (event) => {
      if (lifted || !byMouse || own !== 'contextmenu') event.preventDefault()
    })
  }
}

/** Returns how far to scroll in a frame while something is held at this height, in pixels. */
function scrollAt(y: number): number {
  const above = Math.max(0, EDGE - y)
  const below = Math.max(0, y - (window.innerHeight - EDGE))
  return (below - above) * SCROLL_SHARE
}

/** Suppresses the click that a release may cause; it is dispatched before the next task. */
function ignoreClick(): void {
  const ignore = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', ignore, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', ignore, { capture: true }))
}
