/** A day of the list, newest first, and how many rows it has. */
export type ListedDay = { readonly day: string; readonly count: number }

type Heights = { readonly row: number; readonly heading: number }

/**
 * Places the rows of a list and the headings of its days, in pixels from the top. Every place is computed from the number of the
 * row and of its day, so a list of any length needs no measuring. Rows after the known days belong to the last one.
 */
export function layOut(days: readonly ListedDay[], total: number, { row, heading }: Heights) {
  const firsts: number[] = []
  let next = 0
  for (const { count } of days) {
    firsts.push(next)
    next += count
  }
  const holds = (at: number, index: number) => {
    return firsts[at]! <= index && (at + 1 >= firsts.length || index < firsts[at + 1]!)
  }
  let near = 0
  /** Finds the number of the day to which a row belongs; -1 while no day is known. */
  const dayOf = (index: number): number => {
    // Rows are mostly asked for one after another, all hundred thousand of them before the first is drawn.
    if (holds(near, index)) return near
    if (holds(near + 1, index)) return (near += 1)
    let [low, high] = [0, firsts.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (firsts[middle]! <= index) low = middle + 1
      else high = middle
    }
    near = Math.max(0, low - 1)
    return low - 1
  }
  const rowTop = (index: number) => index * row + (dayOf(index) + 1) * heading
  const dayTop = (at: number) => (at < 0 ? 0 : firsts[at]! * row + at * heading)
  return {
    dayOf,
    rowTop,
    dayTop,
    /** The height of a day with its heading. */
    dayHeight: (at: number) => {
      const end = at + 1 < firsts.length ? firsts[at + 1]! : Math.max(total, next)
      const first = at < 0 ? 0 : firsts[at]!
      return (end - first) * row + (at < 0 ? 0 : heading)
    },
    /** The height of a row, with the heading above it if it is the first of its day. */
    heightOf: (index: number) => row + (firsts[dayOf(index)] === index ? heading : 0),
  }
}

export type DayLayout = ReturnType<typeof layOut>

/** Counts the days of rows that follow one another. */
export function daysOf(rows: readonly { readonly booked_at: string }[]): readonly ListedDay[] {
  return [...Map.groupBy(rows, ({ booked_at }) => booked_at)].map(([day, some]) => ({
    day,
    count: some.length,
  }))
}
