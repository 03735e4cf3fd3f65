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
}

/** Under a finger rows are always high (`ui/tokens.css`), so there is no choice. */
export const hasDensity = () => !matchMedia('(pointer: coarse)').matches
