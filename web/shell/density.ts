import { useSyncExternalStore } from 'react'
import { readPreference, writePreference } from './preference.ts'

export type Density = 'compact' | 'comfortable'

/** Returns how high rows are; `boot.js` has applied it before the first paint. */
export function readDensity(): Density {
  return readPreference('rows') === 'comfortable' ? 'comfortable' : 'compact'
}

export function setDensity(density: Density): void {
  writePreference('rows', density === 'compact' ? null : density)
  if (density === 'compact') delete document.documentElement.dataset['rows']
  else document.documentElement.dataset['rows'] = density
  for (const listener of listeners) listener()
}

const listeners = new Set<() => void>()

/** Returns the height of a row in pixels, for lists that place their rows themselves. */
export function useRowPx(): number {
  return useSyncExternalStore(follow, rowPx)
}

function follow(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const rowPx = () =>
  Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue('--row'), 10)

/** Under a finger rows are always high (`ui/tokens.css`), so there is no choice. */
export const hasDensity = () => !matchMedia('(pointer: coarse)').matches
