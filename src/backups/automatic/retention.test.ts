import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forSeeds } from '../../../test/simulations/seeds.ts'
import { chooseRemovable, kept, type AutomaticKind } from './retention.ts'

const ZONE = 'Europe/Madrid'
const NIGHT = Temporal.Instant.from('2026-01-05T02:00:00Z')

type Taken = { readonly kind: AutomaticKind; readonly at: Temporal.Instant }

/** The day in Madrid as a number, by another way than the rule's. */
function dayNumberOf(at: Temporal.Instant): number {
  const known = dayNumbers.get(at.epochMilliseconds)
  if (known !== undefined) return known
  const day = Date.parse(`${calendar.format(at.epochMilliseconds)}T00:00:00Z`) / 86_400_000
  dayNumbers.set(at.epochMilliseconds, day)
  return day
}
const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE })
const dayNumbers = new Map<number, number>()

/** The month of a day as a number. */
function monthOf(day: number): number {
  const date = new Date(day * 86_400_000)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

/** The definition, compared pair by pair: needed as the newest of a period with few newer periods that have backups. */
function isNeeded(one: Taken, taken: readonly Taken[]): boolean {
  const same = taken.filter(({ kind }) => kind === one.kind)
  const newer = same.filter(({ at }) => Temporal.Instant.compare(at, one.at) > 0)
  if (one.kind !== 'nightly') return newer.length < kept[one.kind]
  const { days, weeks, months } = kept.nightly
  const periods: [(day: number) => number, number][] = [
    [(day) => day, days],
    // The first day of the epoch was a Thursday.
    [(day) => Math.floor((day + 3) / 7), weeks],
    [monthOf, months],
  ]
  return periods.some(([periodOf, count]) => {
    const own = periodOf(dayNumberOf(one.at))
    const later = newer.map(({ at }) => periodOf(dayNumberOf(at)))
    return !later.includes(own) && new Set(later).size < count
  })
}

test('the rule keeps what a comparison of all pairs keeps, for random times', () => {
  forSeeds(60, (chance) => {
    const hours = new Set(Array.from({ length: chance.below(60) }, () => chance.below(24 * 300)))
    const taken = [...hours].map((hour) => ({
      kind: chance.pick(['nightly', 'nightly', 'nightly', 'by_hand', 'before_migration']),
      at: NIGHT.add({ hours: hour }),
    }))
    const removable = chooseRemovable(taken, ZONE)
    assert.deepEqual(new Set(removable), new Set(taken.filter((one) => !isNeeded(one, taken))))
  })
})

test('the newest of each kind stays, however old', () => {
  const taken: Taken[] = (['nightly', 'by_hand', 'before_migration'] as const).map((kind) => ({
    kind,
    at: NIGHT,
  }))
  assert.deepEqual(chooseRemovable(taken, ZONE), [])
})

test('a year of nights leaves seven days, four weeks and six months', () => {
  let files: readonly Taken[] = []
  for (let night = 0; night < 365; night += 1) {
    files = [...files, { kind: 'nightly', at: NIGHT.add({ hours: 24 * night }) }]
    const removable = chooseRemovable(files, ZONE)
    files = files.filter((file) => !removable.includes(file))
    assert.ok(files.length <= 17)
  }
  assert.deepEqual(
    files.map(({ at }) => at.toString().slice(0, 10)),
    `2026-08-31 2026-09-30 2026-10-31 2026-11-30 2026-12-20 2026-12-27 2026-12-29 2026-12-30 2026-12-31
    2027-01-01 2027-01-02 2027-01-03 2027-01-04`.split(/\s+/),
  )
})

test('an instance that rested for months loses nothing when it wakes', () => {
  const nights = [0, 1, 2, 3, 200].map((day) => NIGHT.add({ hours: 24 * day }))
  const taken = nights.map((at) => ({ kind: 'nightly' as const, at }))
  assert.deepEqual(chooseRemovable(taken, ZONE), [])
})
