import type { AccountCoverage, AccountRef } from '#/sources/provider/provider.ts'
import { addDays, dayAt, type Day } from '#/core/values/day.ts'

/**
 * One request for transactions of these accounts, posted from `start` (inclusive) to `end` (exclusive; null: until
 * now).
 */
export type Ask = {
  purpose: 'regular' | 'first_import'
  accounts: readonly AccountRef[]
  start: Temporal.Instant
  end: Temporal.Instant | null
  /** Include pending transactions: only in the window that reaches now. */
  pending: boolean
}

/** Progress of the import of one account. It is stored per account, because accounts join and fail one by one. */
export type AccountProgress = {
  account: AccountRef
  /** Everything before this was read. Null before the first window. */
  watermark: Temporal.Instant | null
  /** Everything from here to the watermark was read. Null before the first window. */
  since: Temporal.Instant | null
  /** Windows of the first import that were read; `emptyWindows` counts the empty ones at the end. */
  windows: number
  emptyWindows: number
  firstImport: 'unfinished' | 'finished'
}

/** Days of the largest window that no server caps or warns about. */
const WINDOW_DAYS = 44
const WINDOWS_MAX = 8
const WINDOWS_DEFAULT = 2
const OVERLAP_HOURS = 10 * 24
/** The newest window ends within a day, so it begins one day later. */
const NEWEST_WINDOW_DAYS = WINDOW_DAYS - 1

/** Progress of an account that has just been selected, for the first time or again. */
export function freshProgress(account: AccountRef): AccountProgress {
  const nothing = { watermark: null, since: null, windows: 0, emptyWindows: 0 }
  return { account, ...nothing, firstImport: 'unfinished' }
}

/**
 * Plans the asks for new transactions, oldest window first, each sync overlapping the last by 10 days: usually one
 * request. Skips accounts whose first window was not read.
 */
export function planRegular(accounts: readonly AccountProgress[], now: Temporal.Instant): Ask[] {
  const begun = accounts.filter((progress) => progress.watermark !== null)
  const watermarks = begun.flatMap((progress) => progress.watermark ?? [])
  const oldest = watermarks.toSorted((a, b) => Temporal.Instant.compare(a, b))[0]
  if (oldest === undefined) return []
  const start = midnight(oldest.subtract({ hours: OVERLAP_HOURS }))
  const refs = begun.map((progress) => progress.account)
  const asks: Ask[] = []
  let end: Temporal.Instant | null = null
  while (asks.length < WINDOWS_MAX && (end === null || isBefore(start, end))) {
    const reach: Temporal.Instant = end === null ? newestStart(now) : daysBefore(end, WINDOW_DAYS)
    const from: Temporal.Instant = isBefore(start, reach) ? reach : start
    asks.unshift({ purpose: 'regular', accounts: refs, start: from, end, pending: end === null })
    end = from
  }
  return asks
}

/**
 * Plans the next window of every unfinished first import, one request for all accounts with equal progress. Call it
 * again after each answer, until it returns nothing or nothing advances.
 */
export function planFirstImport(
  accounts: readonly AccountProgress[],
  now: Temporal.Instant,
): Ask[] {
  const groups = new Map<string, Ask>()
  for (const { account, since, firstImport } of accounts) {
    if (firstImport === 'finished') continue
    const key = since?.toString() ?? 'newest'
    const start = since === null ? newestStart(now) : daysBefore(since, WINDOW_DAYS)
    const same = groups.get(key)?.accounts ?? []
    groups.set(key, {
      purpose: 'first_import',
      accounts: [...same, account],
      start,
      end: since,
      pending: since === null,
    })
  }
  return [...groups.values()]
}

/**
 * Returns the progress of an account after an answer. Without complete coverage it stays the same, so the window is
 * asked for again. `windows` is the configured depth of the first import; two empty windows in a row end it earlier.
 */
export function progressAfter(
  progress: AccountProgress,
  answered: { ask: Ask; coverage: AccountCoverage | null; at: Temporal.Instant },
  windows: number = WINDOWS_DEFAULT,
): AccountProgress {
  const { ask, coverage, at } = answered
  if (coverage === null || !coverage.complete) return progress
  const watermark = ask.end === null ? at : progress.watermark
  if (ask.purpose === 'regular') return { ...progress, watermark }
  const done = progress.windows + 1
  const emptyWindows = coverage.listed === 0 ? progress.emptyWindows + 1 : 0
  const enough = done >= Math.min(Math.max(windows, 1), WINDOWS_MAX) || emptyWindows >= 2
  return {
    account: progress.account,
    watermark,
    since: ask.start,
    windows: done,
    emptyWindows,
    firstImport: enough ? 'finished' : 'unfinished',
  }
}

/**
 * Returns the days that a window covers entirely. Bank dates are noon or midnight UTC, real times are in the
 * household's zone, so a day counts only when the window contains it in both.
 */
export function coveredDays(
  window: { start: Temporal.Instant; end: Temporal.Instant | null },
  at: { now: Temporal.Instant; zone: string },
): { from: Day; to: Day } {
  const zones = [at.zone, 'UTC']
  const from = zones.map((zone) => {
    const day = dayAt(window.start, zone)
    const opening = window.start.toZonedDateTimeISO(zone).startOfDay().toInstant()
    return isBefore(opening, window.start) ? addDays(day, 1) : day
  })
  const { end } = window
  const to =
    end === null ? [dayAt(at.now, at.zone)] : zones.map((zone) => addDays(dayAt(end, zone), -1))
  return {
    from: from.reduce((a, b) => (a > b ? a : b)),
    to: to.reduce((a, b) => (a < b ? a : b)),
  }
}

function newestStart(now: Temporal.Instant): Temporal.Instant {
  return daysBefore(midnight(now), NEWEST_WINDOW_DAYS)
}

function daysBefore(moment: Temporal.Instant, days: number): Temporal.Instant {
  return moment.subtract({ hours: days * 24 })
}

/** Returns the last midnight UTC. Bank dates lie there, so a window that begins there splits no day. */
function midnight(moment: Temporal.Instant): Temporal.Instant {
  return moment.toZonedDateTimeISO('UTC').startOfDay().toInstant()
}

function isBefore(a: Temporal.Instant, b: Temporal.Instant): boolean {
  return Temporal.Instant.compare(a, b) < 0
}
