import type { Cents } from '#/core/values/cents.ts'
import { type Day, daysBetween } from '#/core/values/day.ts'

/** A row of an account that may explain why its balance differs from the bank's. Amounts in cents. */
export type Candidate = {
  readonly id: string
  readonly amount: Cents
  /** Its share in the balance that Earmark has for the day. */
  readonly counted: Cents
  readonly merchant: string
  readonly booked: Day
  /** `deleted`: by a person, so that it can be restored. */
  readonly state: 'booked' | 'pending' | 'deleted'
  /** An earlier correction of the balance. */
  readonly isCorrection: boolean
}

export type Kind =
  | 'pending'
  | 'doubled'
  | 'deleted'
  | 'later'
  | 'missing'
  | 'correction'
  | 'sign'
  | 'digits'

/** An explanation of the whole difference, and the rows that it is about. */
export type Likely = { readonly kind: Kind; readonly ids: readonly string[] }

/** The most explanations that are of use. */
const MOST = 6
/** The farthest apart that two rows of one payment are recorded. */
const DOUBLED_DAYS = 4

/** How many days ago a payment came that comes every month. */
const MONTH = { from: 26, to: 40 }

type Given = { readonly difference: Cents; readonly day: Day }

/**
 * Finds the rows that explain a difference: the bank's balance of a day less Earmark's, in cents. Each explanation is exact
 * and suffices alone. Explanations that need no correction come first: payments that the bank has not booked, or books on
 * another day. Of one kind, rows close to the day come first.
 */
export function findLikely(
  candidates: readonly Candidate[],
  { difference, day }: Given,
): readonly Likely[] {
  if (difference === 0) return []
  const near = candidates
    .map((row) => ({ row, distance: Math.abs(daysBetween(row.booked, day)) }))
    .sort((a, b) => a.distance - b.distance)
    .map(({ row }) => row)
  const known = near.filter(({ state }) => state !== 'deleted')
  const present = known.filter(({ booked }) => booked <= day)
  return [
    ...findPending(present, difference),
    ...only('later', known, (row) => row.booked > day && row.amount === difference),
    ...findDoubled(present, difference),
    ...only('deleted', near, (row) => row.state === 'deleted' && row.amount === difference),
    ...only('correction', present, (row) => row.isCorrection && row.amount === -difference),
    ...only('sign', present, (row) => row.counted === row.amount && -2 * row.amount === difference),
    ...only('digits', present, (row) => swapsDigits(row, difference)),
    ...findMissing(known, { difference, day }),
  ].slice(0, MOST)
}

function only(kind: Kind, rows: readonly Candidate[], fits: (row: Candidate) => boolean): Likely[] {
  return rows.filter(fits).map(({ id }) => ({ kind, ids: [id] }))
}

/** A pending row counts here and not yet at the bank; or the bank has booked one that does not count here yet. */
function findPending(rows: readonly Candidate[], difference: Cents): Likely[] {
  const pending = rows.filter(({ state }) => state === 'pending')
  const explains = ({ amount, counted }: Candidate) =>
    (counted === 0 ? amount : -counted) === difference
  const single = only('pending', pending, explains)
  const counted = pending.filter((row) => row.counted !== 0)
  const sum = counted.reduce((total, row) => total + row.counted, 0)
  const isAll = single.length === 0 && counted.length > 1 && -sum === difference
  return isAll ? [{ kind: 'pending', ids: counted.map(({ id }) => id) }] : single
}

/** Of two equal rows of one merchant a few days apart, one may be too many. */
function findDoubled(rows: readonly Candidate[], difference: Cents): Likely[] {
  const equal = rows.filter(({ counted, amount }) => counted === amount && -amount === difference)
  return [...Map.groupBy(equal, ({ merchant }) => merchant).values()].flatMap(
    ([row, ...others]) => {
      const twin = others.find(({ booked }) => {
        return Math.abs(daysBetween(row!.booked, booked)) <= DOUBLED_DAYS
      })
      return row && twin ? [{ kind: 'doubled' as const, ids: [row.id, twin.id] }] : []
    },
  )
}

/** A payment of the month before that has not come again yet. */
function findMissing(rows: readonly Candidate[], { difference, day }: Given): Likely[] {
  const equal = rows.filter(({ amount, isCorrection }) => amount === difference && !isCorrection)
  return [...Map.groupBy(equal, ({ merchant }) => merchant).values()].flatMap((some) => {
    const [latest] = some.toSorted((a, b) => (a.booked < b.booked ? 1 : -1))
    const age = latest ? daysBetween(latest.booked, day) : 0
    return latest && age >= MONTH.from && age <= MONTH.to
      ? [{ kind: 'missing' as const, ids: [latest.id] }]
      : []
  })
}

/** True if swapping two neighbouring digits of the amount makes up for the difference. */
function swapsDigits({ amount, counted }: Candidate, difference: Cents): boolean {
  if (counted !== amount) return false
  const digits = String(Math.abs(amount)).padStart(3, '0').split('')
  return digits.some((digit, index) => {
    const next = digits[index + 1]
    if (next === undefined || next === digit) return false
    const swapped = digits.with(index, next).with(index + 1, digit)
    return Math.sign(amount) * Number(swapped.join('')) - amount === difference
  })
}
