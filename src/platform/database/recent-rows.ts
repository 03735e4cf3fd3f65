/** Rows of lists as the wire has them, and what searches have found, of households that ask again. */
export type RecentRows = {
  /** Notes that the household asks for a list. Returns true if it did before, so that its rows are worth keeping. */
  readonly asksAgain: (householdId: string) => boolean
  /** JSON by the household and the version of a row. */
  readonly lines: Recent<string>
  /** JSON of pages by the household and the versions of their rows. */
  readonly pages: Recent<string>
  /** By the household's state, the filter and the order. */
  readonly matches: Recent<Matches>
}

/** The transactions that a search has found. */
export type Matches = {
  readonly total: number
  /** Versions of the first of them, joined by commas. */
  readonly first: string
}

/** A map that forgets what was not asked for lately. */
export type Recent<Value> = {
  readonly find: (key: string) => Value | undefined
  readonly keep: (key: string, value: Value) => void
}

/** Letters of lines. Most have one byte a letter. */
const LINES_MAX = 6 * 1024 * 1024
/** Letters of pages, which are put together of the same lines. */
const PAGES_MAX = 2 * 1024 * 1024
/** Letters of versions: a search has at most 25,000. */
const MATCHES_MAX = 2 * 1024 * 1024
const HOUSEHOLDS_MAX = 2000

export function keepRecentRows(linesMax = LINES_MAX): RecentRows {
  const asked = createRecent<true>(HOUSEHOLDS_MAX, () => 1)
  return {
    asksAgain: (householdId) => {
      if (asked.find(householdId)) return true
      asked.keep(householdId, true)
      return false
    },
    lines: createRecent(linesMax, (line) => line.length),
    pages: createRecent(PAGES_MAX, (page) => page.length),
    matches: createRecent(MATCHES_MAX, ({ first }) => first.length),
  }
}

/**
 * Keeps two generations. When the young one is half of what is allowed, it becomes the old one, and the old one is dropped. A
 * value that is found again is young again. Forgetting costs nothing for a single value.
 */
function createRecent<Value>(sizeMax: number, sizeOf: (value: Value) => number): Recent<Value> {
  let old = new Map<string, Value>()
  let young = new Map<string, Value>()
  let size = 0
  const keep = (key: string, value: Value) => {
    const added = sizeOf(value)
    if (size + added > sizeMax / 2) {
      old = young
      young = new Map()
      size = 0
    }
    young.set(key, value)
    size += added
  }
  return {
    keep,
    find: (key) => {
      const value = young.get(key)
      if (value !== undefined) return value
      const older = old.get(key)
      if (older !== undefined) keep(key, older)
      return older
    },
  }
}
