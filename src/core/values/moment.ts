/**
 * Formats a moment for every text that we write: `2026-01-05T12:00:00.000Z`. Uses Date, which is ten times as fast as
 * Temporal and gives the same text. `epochMilliseconds` must be an integer.
 */
export function writeMoment(epochMilliseconds: number): string {
  const slot = Math.abs(epochMilliseconds) % SLOTS
  const known = latest[slot]
  if (known?.epochMilliseconds === epochMilliseconds) return known.text
  const text = new Date(epochMilliseconds).toISOString()
  latest[slot] = { epochMilliseconds, text }
  return text
}

type Written = { readonly epochMilliseconds: number; readonly text: string }

/** Caches the latest texts, because under load many moments share one millisecond. One text alone would give way to each other moment. */
const SLOTS = 16
const latest: (Written | undefined)[] = Array.from({ length: SLOTS })
