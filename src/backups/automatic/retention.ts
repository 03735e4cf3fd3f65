/** How many backups of each kind stay. The newest of a day, a week (from Monday) and a month counts for it. */
export const kept = {
  nightly: { days: 7, weeks: 4, months: 6 },
  by_hand: 5,
  before_migration: 3,
} as const

/** The kinds of backups that Earmark removes by itself. */
export type AutomaticKind = keyof typeof kept

type Taken = { readonly kind: AutomaticKind; readonly at: Temporal.Instant }

/**
 * Returns the backups that are no longer needed. A day without a backup uses up nothing: the last seven days that have one
 * count, so that an instance that rested for months keeps what it had. The newest of each kind always stays.
 */
export function chooseRemovable<T extends Taken>(taken: readonly T[], zone: string): readonly T[] {
  const of = (kind: AutomaticKind) =>
    taken
      .filter((one) => one.kind === kind)
      .toSorted((a, b) => Temporal.Instant.compare(b.at, a.at))
  return [
    ...of('nightly').filter(isBeyondPeriods(zone)),
    ...of('by_hand').slice(kept.by_hand),
    ...of('before_migration').slice(kept.before_migration),
  ]
}

/** Makes a test for backups in turn, the newest first: true for one that no day, week or month needs. */
function isBeyondPeriods(zone: string): (one: Taken) => boolean {
  const { days, weeks, months } = kept.nightly
  const periods = [
    { nameOf: (day: Temporal.PlainDate) => day.toString(), count: days },
    { nameOf: (day: Temporal.PlainDate) => `${day.yearOfWeek}-${day.weekOfYear}`, count: weeks },
    { nameOf: (day: Temporal.PlainDate) => day.toPlainYearMonth().toString(), count: months },
  ].map((period) => ({ ...period, seen: new Set<string>() }))
  return ({ at }) => {
    const day = at.toZonedDateTimeISO(zone).toPlainDate()
    let isNeeded = false
    for (const { nameOf, count, seen } of periods) {
      const name = nameOf(day)
      if (seen.has(name) || seen.size >= count) continue
      seen.add(name)
      isNeeded = true
    }
    return !isNeeded
  }
}
