import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AccountCoverage } from '#/sources/provider/provider.ts'
import { toDay } from '#/core/values/day.ts'
import {
  coveredDays,
  freshProgress,
  planFirstImport,
  planRegular,
  progressAfter,
  type AccountProgress,
  type Ask,
} from './windows.ts'

const now = Temporal.Instant.from('2026-06-15T17:30:00Z')
const ref = (externalId: string) => ({ institutionId: 'CON-1', externalId })
const fresh = freshProgress(ref('A'))

function coverage(listed: number, complete = true): AccountCoverage {
  const days = { from: toDay('2026-01-01'), to: toDay('2026-01-02') }
  return { account: ref('A'), ...days, complete, includesPending: false, snapshotAt: null, listed }
}

function days(ask: Ask): number {
  const end = ask.end ?? now
  return (end.epochMilliseconds - ask.start.epochMilliseconds) / 86_400_000
}

/** Runs a first import to its end; `listed` returns the rows of each window. */
function run(
  listed: (window: number) => number,
  depth?: number,
): { asks: Ask[]; progress: AccountProgress } {
  let progress = fresh
  const asks: Ask[] = []
  while (asks.length < 20) {
    const [ask] = planFirstImport([progress], now)
    if (!ask) break
    asks.push(ask)
    const answered = { ask, coverage: coverage(listed(asks.length)), at: now }
    progress = progressAfter(progress, answered, depth)
  }
  return { asks, progress }
}

test('a first import reads adjacent windows backwards, at most 44 days each', () => {
  const { asks, progress } = run(() => 5, 8)
  assert.equal(asks.length, 8)
  assert.deepEqual(asks[0]?.end, null)
  for (const [index, ask] of asks.entries()) {
    assert.ok(days(ask) <= 44 && days(ask) > 42, String(days(ask)))
    assert.equal(ask.pending, index === 0)
    assert.equal(ask.start.epochMilliseconds % 86_400_000, 0)
    if (index > 0) assert.equal(ask.end?.toString(), asks[index - 1]?.start.toString())
  }
  assert.equal(progress.firstImport, 'finished')
  assert.equal(progress.watermark?.toString(), now.toString())
  assert.equal(run(() => 5, 99).asks.length, 8)
})

test('a first import ends at the default depth, or after two empty windows', () => {
  assert.equal(run(() => 5).asks.length, 2)
  assert.equal(run(() => 0, 8).asks.length, 2)
  assert.equal(run((window) => (window === 2 ? 0 : 3), 6).asks.length, 6)
  assert.equal(run((window) => (window >= 3 ? 0 : 3), 8).asks.length, 4)
})

test('an incomplete answer changes no progress', () => {
  const [ask] = planFirstImport([fresh], now)
  assert.ok(ask)
  assert.deepEqual(progressAfter(fresh, { ask, coverage: coverage(3, false), at: now }), fresh)
  assert.deepEqual(progressAfter(fresh, { ask, coverage: null, at: now }), fresh)
  const begun = progressAfter(fresh, { ask, coverage: coverage(3), at: now })
  const [regular] = planRegular([begun], now)
  assert.ok(regular)
  const later = now.add({ hours: 12 })
  assert.equal(
    progressAfter(begun, { ask: regular, coverage: coverage(1, false), at: later }).watermark,
    begun.watermark,
  )
  assert.equal(
    progressAfter(begun, { ask: regular, coverage: coverage(0), at: later }).watermark,
    later,
  )
})

test('accounts with equal progress share a request', () => {
  const [ask] = planFirstImport([fresh], now)
  assert.ok(ask)
  const begun = progressAfter(
    { ...fresh, account: ref('B') },
    { ask, coverage: coverage(3), at: now },
  )
  const asks = planFirstImport([fresh, { ...fresh, account: ref('C') }, begun], now)
  assert.deepEqual(
    asks.map((one) => one.accounts.map((account) => account.externalId)),
    [['A', 'C'], ['B']],
  )
  assert.deepEqual(planFirstImport([], now), [])
})

test('a regular sync overlaps by ten days and needs one request', () => {
  const live: AccountProgress = {
    ...fresh,
    watermark: now.subtract({ hours: 12 }),
    since: now,
    firstImport: 'finished',
  }
  const asks = planRegular([live], now)
  assert.equal(asks.length, 1)
  assert.equal(asks[0]?.start.toString(), '2026-06-05T00:00:00Z')
  assert.deepEqual([asks[0]?.end, asks[0]?.pending], [null, true])
  assert.deepEqual(planRegular([fresh], now), [], 'a first window comes first')
  assert.deepEqual(planRegular([], now), [])
})

test('after a long pause the gap is planned as several windows, oldest first', () => {
  const late: AccountProgress = {
    ...fresh,
    watermark: now.subtract({ hours: 100 * 24 }),
    since: now,
  }
  const asks = planRegular([late, { ...late, watermark: now }], now)
  assert.equal(asks.length, 3)
  assert.equal(asks[0]?.start.toString(), '2026-02-25T00:00:00Z')
  assert.deepEqual(
    asks.map((ask) => ask.pending),
    [false, false, true],
  )
  for (const [index, ask] of asks.entries()) {
    assert.ok(days(ask) <= 44)
    if (index > 0) assert.equal(ask.start.toString(), asks[index - 1]?.end?.toString())
  }
  const ancient = planRegular([{ ...late, watermark: now.subtract({ hours: 3000 * 24 }) }], now)
  assert.equal(ancient.length, 8)
})

test("a day is covered only if the window contains it in UTC and in the household's zone", () => {
  const start = Temporal.Instant.from('2026-06-05T00:00:00Z')
  const end = Temporal.Instant.from('2026-06-10T00:00:00Z')
  const cover = (zone: string, until: Temporal.Instant | null = end) =>
    coveredDays({ start, end: until }, { now, zone })
  assert.deepEqual(cover('UTC'), { from: '2026-06-05', to: '2026-06-09' })
  assert.deepEqual(cover('Pacific/Honolulu'), { from: '2026-06-05', to: '2026-06-08' })
  assert.deepEqual(cover('Pacific/Auckland'), { from: '2026-06-06', to: '2026-06-09' })
  assert.equal(cover('Pacific/Auckland', null).to, '2026-06-16')
})
