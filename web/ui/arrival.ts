let touched = false

/** Records how the person reached a screen: by a control in the page, or by the browser's back and forward buttons. */
export function noteArrival(how: 'pressed' | 'travelled'): void {
  touched = how === 'pressed'
}

/**
 * True if a control in the page led here. False for the first screen of a visit, and for back and forward, where the scroll
 * position has to be restored.
 */
export function cameByControl(): boolean {
  return touched
}
