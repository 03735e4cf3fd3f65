/**
 * Formats a moment for every text that we write: `2026-01-05T12:00:00.000Z`. Uses Date, which is ten times as fast as
 * Temporal and gives the same text. `epochMilliseconds` must be an integer.
 */
export function writeMoment(epochMilliseconds: number): string {
  if (epochMilliseconds !== last.epochMilliseconds) {
    last = { epochMilliseconds, text: new Date(epochMilliseconds).toISOString() }
  }
  return last.text
}

/** Caches the latest text, because under load many moments share one millisecond. */
let last = { epochMilliseconds: 0, text: '1970-01-01T00:00:00.000Z' }
