import { useState } from 'react'

/**
 * Finds a record by its id. Once somebody else has removed it, returns it as it was seen last: its form stays open with what was
 * typed, and saving says what has happened.
 */
export function useLastSeen<T extends { readonly id: string }>(
  all: readonly T[] | undefined,
  id: string | null | undefined,
): T | undefined {
  const [seen, setSeen] = useState<T>()
  const now = all?.find((one) => one.id === id)
  if (now !== undefined && now !== seen) setSeen(now)
  return now ?? (seen?.id === id ? seen : undefined)
}
