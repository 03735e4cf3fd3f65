/** Rows of lists as the wire has them, and what searches have found, of households that ask again. */
export type RecentRows = {
  /**
   * Notes that the household asks for a list. Returns true if it did before and its rows are kept, or there is room to keep them:
   * to name rows that must be read all the same costs more than to read them.
   */
  readonly isWorthNaming: (householdId: string) => boolean
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

/**
 * Milliseconds that a generation lasts at least. If more is asked for in turns than there is room for, each value would otherwise
 * push out one that is wanted before it is, and none would ever be found.
 */
const LASTS_MS = 10_000

/** `clock` returns epoch milliseconds. */
export function keepRecentRows(clock: () => number, linesMax = LINES_MAX): RecentRows {
  const asked = createRecent<true>(HOUSEHOLDS_MAX, { sizeOf: () => 1, clock })
  /** The generation in which the rows of a household have found room. */
  const holders = createRecent<number>(HOUSEHOLDS_MAX, { sizeOf: () => 1, clock })
  const lines = createRecent<string>(linesMax, { sizeOf: (line) => line.length, clock })
  const findsRoom = (householdId: string) => {
    const [generation, since] = [lines.generation(), holders.find(householdId)]
    const hasRoom = lines.hasRoom()
    if (hasRoom && since !== generation) holders.keep(householdId, generation)
    return hasRoom || (since !== undefined && since >= generation - 1)
  }
  return {
    isWorthNaming: (householdId) => {
      if (asked.find(householdId)) return findsRoom(householdId)
      asked.keep(householdId, true)
      return false
    },
    lines,
    pages: createRecent(PAGES_MAX, { sizeOf: (page) => page.length, clock }),
    matches: createRecent(MATCHES_MAX, { sizeOf: ({ first }) => first.length, clock }),
  }
}

type Keeping<Value> = {
  readonly sizeOf: (value: Value) => number
  readonly clock: () => number
}

type Generations = {
  readonly hasRoom: () => boolean
  /** The number of the young one. */
  readonly generation: () => number
}

/**
 * Keeps two generations. When the young one is half of what is allowed, it becomes the old one, and the old one is dropped; but
 * until it is old enough, nothing more is kept. A value that is found again is young again. Forgetting costs nothing for a
 * single value.
 */
function createRecent<Value>(
  sizeMax: number,
  { sizeOf, clock }: Keeping<Value>,
): Recent<Value> & Generations {
  let old = new Map<string, Value>()
  let young = new Map<string, Value>()
  let [size, begun, generation] = [0, clock(), 0]
  let isFull = false
  const hasRoom = () => !isFull || clock() - begun >= LASTS_MS
  const keep = (key: string, value: Value) => {
    const added = sizeOf(value)
    isFull ||= size + added > sizeMax / 2
    if (!hasRoom()) return
    if (isFull) {
      old = young
      young = new Map()
      size = 0
      isFull = false
      begun = clock()
      generation += 1
    }
    young.set(key, value)
    size += added
  }
  return {
    hasRoom,
    generation: () => generation,
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
