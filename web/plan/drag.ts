/** What happens to something that is held. Heights are those of the window, in pixels. */
export type Held = {
  readonly onLift: () => void
  readonly onMove: (y: number) => void
  readonly onDrop: () => void
  readonly onCancel: () => void
}

/** How long a finger rests before what lies under it is lifted rather than scrolled, in milliseconds. */
const LONG_PRESS_MS = 400
/** How far a mouse moves before a press is no click, and how far a resting finger may stray, in pixels. */
const SLACK = 6
/** Within this distance of the window's edges it scrolls, in pixels, and by how much of that in a frame. */
const EDGE = 88
const SCROLL_SHARE = 0.16

/** Whether something is held just now: then a finger does not scroll. */
let lifted = false

/** Keeps a finger that holds something from scrolling. It must listen before the finger comes; returns how to stop. */
export function keepFromScrolling(place: HTMLElement): () => void {
  const keep = (event: TouchEvent) => {
    if (lifted && event.cancelable) event.preventDefault()
  }
  place.addEventListener('touchmove', keep, { passive: false })
  return () => place.removeEventListener('touchmove', keep)
}

/**
 * Takes hold of `thing` with the pointer that has just gone down on it: a mouse lifts it by moving, a finger or a pen by
 * resting. It follows the pointer up and down until that is released, or Escape is pressed.
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
    // The screen was left, or the row is another now.
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
  // The menu of a link, the browser's own dragging and selecting would all take the pointer away.
  for (const own of ['contextmenu', 'dragstart', 'selectstart'] as const) {
    listen(own, (event) => {
      if (lifted || !byMouse || own !== 'contextmenu') event.preventDefault()
    })
  }
}

/** How far to scroll in a frame while something is held at this height, in pixels. */
function scrollAt(y: number): number {
  const above = Math.max(0, EDGE - y)
  const below = Math.max(0, y - (window.innerHeight - EDGE))
  return (below - above) * SCROLL_SHARE
}

/** Letting go is no click on what lies there. The click, if there is one, comes before the next task. */
function ignoreClick(): void {
  const ignore = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', ignore, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', ignore, { capture: true }))
}
