let touched = false

/** How somebody came to a screen: by something that they pressed in the page, or by the browser's own buttons. */
export function noteArrival(how: 'pressed' | 'travelled'): void {
  touched = how === 'pressed'
}

/** False as well for the first screen of a visit, which is waited for, and where history is gone through: there the place is restored that was left. */
export function isTouched(): boolean {
  return touched
}
