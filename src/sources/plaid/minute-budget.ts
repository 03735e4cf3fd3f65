/** Names above this number share one budget in a minute, so that strangers cannot fill the memory. */
const NAMES_MAX = 10_000

export type MinuteBudget = {
  /** Takes one of `limit` in this minute; false when none is left. */
  readonly take: (name: string, limit: number) => boolean
  /** True when none of `limit` is left in this minute. */
  readonly isEmpty: (name: string, limit: number) => boolean
}

/** Creates counters by name in the memory of this process, for limits too cheap to ask the database about. */
export function createMinuteBudget(now: () => Temporal.Instant): MinuteBudget {
  let minute = -1
  const used = new Map<string, number>()
  const nameOf = (name: string) => {
    const current = Math.floor(now().epochMilliseconds / 60_000)
    if (current !== minute) used.clear()
    minute = current
    return used.has(name) || used.size < NAMES_MAX ? name : ''
  }
  const isEmpty = (name: string, limit: number) => (used.get(nameOf(name)) ?? 0) >= limit
  return {
    isEmpty,
    take: (name, limit) => {
      if (isEmpty(name, limit)) return false
      const counted = nameOf(name)
      used.set(counted, (used.get(counted) ?? 0) + 1)
      return true
    },
  }
}
