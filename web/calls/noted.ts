// Apart from `reach.ts`, which asks the browser: what keeps answers runs in tests without one.

let old = false
const listeners = new Set<() => void>()

/** True while an answer of before is shown, because the server is slow or cannot be reached. */
export function isOldShown(): boolean {
  return old
}

export function noteOld(isShown: boolean): void {
  if (old === isShown) return
  old = isShown
  announce()
}

/** Calls the listener whenever something was noted. Returns a function that stops it. */
export function onNoted(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function announce(): void {
  for (const listener of listeners) listener()
}
