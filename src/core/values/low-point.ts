type Level = { readonly date: string; readonly free: number | null }

/**
 * Finds the day of a month on which free-to-spend is lowest; null if it never changes. Of days with the same amount the last
 * one before it rises counts: purchases, which no forecast guesses, have used up most by then.
 */
export function lowPointOf<T extends Level>(
  days: readonly T[],
): { day: T['date']; free: number } | null {
  const known = days.flatMap(({ date, free }) => (free === null ? [] : [{ day: date, free }]))
  const lowest = known.reduce((least, { free }) => Math.min(least, free), Infinity)
  const first = known.findIndex(({ free }) => free === lowest)
  if (known.every(({ free }) => free === lowest)) return null
  const after = known.findIndex(({ free }, index) => index > first && free !== lowest)
  return known[after < 0 ? known.length - 1 : after - 1] ?? null
}
