/** A short message about an action that was just done, and perhaps actions to follow. */
export type Toast = {
  readonly id: number
  readonly words: string
  readonly actions: readonly ToastAction[]
}

export type ToastAction = { readonly name: string; readonly run: () => void }

/** How long a toast, and so its undo, is available, in milliseconds. */
export const SHOWN_MS = 10_000
const SHOWN_MAX = 3

let toasts: readonly Toast[] = []
let made = 0
const listeners = new Set<() => void>()

/** Shows a message for ten seconds. */
export function toast(words: string, ...actions: readonly ToastAction[]): void {
  made += 1
  change([...toasts, { id: made, words, actions }].slice(-SHOWN_MAX))
}

export function dismiss(id: number): void {
  change(toasts.filter((one) => one.id !== id))
}

export function dismissAll(): void {
  change([])
}

export function listToasts(): readonly Toast[] {
  return toasts
}

export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(changed: readonly Toast[]): void {
  toasts = changed
  for (const listener of listeners) listener()
}
