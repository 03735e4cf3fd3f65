import { type Day, daysBetween } from '#/core/values/day.ts'

/** An event that the feed has shown. */
export type Shown = {
  readonly number: number
  readonly series: string
  readonly day: Day
  readonly digest: Buffer
  readonly sequence: number
  readonly modifiedAt: Temporal.Instant
  /** Since when it is not shown; null: it is shown. */
  readonly goneAt: Temporal.Instant | null
}

type Event = Pick<Shown, 'series' | 'day' | 'digest'>

export type Numbered<E> = {
  /** The events in their order, each with its number. */
  readonly events: readonly (E & Pick<Shown, 'number' | 'sequence' | 'modifiedAt'>)[]
  /** New and changed rows, also of events that are gone now. */
  readonly changed: readonly Shown[]
}

/** Days by which an event may move and remain the same one. */
const REACH_DAYS = 15

/**
 * Recognises the events that the feed has shown before, so that one whose amount or day changed keeps its number and counts
 * its changes. Within a series an event of the same day is the same one; of the rest, the nearest is, if it is near. A bill
 * that is paid some days late is thus the event that said it was due.
 */
export function numberEvents<E extends Event>(
  shown: readonly Shown[],
  events: readonly E[],
  now: Temporal.Instant,
): Numbered<E> {
  const known = Map.groupBy(shown, ({ series }) => series)
  const found = new Map<Event, Shown>()
  for (const [series, some] of Map.groupBy(events, (event) => event.series)) {
    for (const [event, match] of pair(known.get(series) ?? [], some)) found.set(event, match)
  }
  let last = shown.reduce((most, { number }) => Math.max(most, number), 0)
  const rows = events.map((event) => {
    const { series, day, digest } = event
    const match = found.get(event)
    if (!match) {
      last += 1
      const row = { number: last, series, day, digest, sequence: 0, modifiedAt: now, goneAt: null }
      return { event, row, isChanged: true }
    }
    if (match.goneAt === null && match.digest.equals(digest)) {
      return { event, row: match, isChanged: false }
    }
    const sequence = match.sequence + 1
    return {
      event,
      row: { ...match, day, digest, sequence, modifiedAt: now, goneAt: null },
      isChanged: true,
    }
  })
  const kept = new Set(rows.map(({ row }) => row.number))
  const gone = shown.filter(({ number, goneAt }) => goneAt === null && !kept.has(number))
  return {
    events: rows.map(({ event, row: { number, sequence, modifiedAt } }) => {
      return { ...event, number, sequence, modifiedAt }
    }),
    changed: [
      ...rows.filter(({ isChanged }) => isChanged).map(({ row }) => row),
      ...gone.map((row) => ({ ...row, goneAt: now })),
    ],
  }
}

function pair<E extends Event>(
  shown: readonly Shown[],
  events: readonly E[],
): readonly (readonly [E, Shown])[] {
  const pairs: [E, Shown][] = []
  const free = new Set(shown.toSorted(shownFirst))
  const open = new Set(events)
  const take = (event: E, match: Shown) => {
    pairs.push([event, match])
    open.delete(event)
    free.delete(match)
  }
  const byDay = Map.groupBy(free, ({ day }) => day)
  for (const event of events) {
    const match = byDay.get(event.day)?.find((one) => free.has(one))
    if (match) take(event, match)
  }
  const near = [...open]
    .flatMap((event) => [...free].map((match) => ({ event, match, days: apart(event, match) })))
    .filter(({ days }) => days <= REACH_DAYS)
    .toSorted((a, b) => a.days - b.days)
  for (const { event, match } of near) {
    if (!open.has(event) || !free.has(match)) continue
    if (pairs.every((pair) => keepsOrder(pair, [event, match]))) take(event, match)
  }
  return pairs
}

/** Bills move together: none moves past another one. */
function keepsOrder(
  [event, match]: readonly [Event, Shown],
  [other, its]: readonly [Event, Shown],
): boolean {
  const isBefore = event.day < other.day && match.day > its.day
  return !isBefore && !(event.day > other.day && match.day < its.day)
}

/** An event that is shown is more likely the same one than an event that is gone. */
function shownFirst(a: Shown, b: Shown): number {
  return Number(a.goneAt !== null) - Number(b.goneAt !== null) || a.number - b.number
}

function apart(a: Event, b: Event): number {
  return Math.abs(daysBetween(a.day, b.day))
}
