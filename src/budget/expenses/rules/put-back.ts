import type { Holding, Lanes } from './holding.ts'
import { canonicalise } from './lanes.ts'

/** The change of an Expense's lanes by one deed, in cents; `cycle` and `archived` as they were then. */
export type LaneChange = Lanes & {
  readonly id: string
  readonly cycle: number
  readonly archived: boolean
}

const names = ['ready', 'building', 'reserve', 'prepaid', 'spent'] as const

/** Computes how a deed has changed the lanes of an Expense; null if it has not. */
export function changeOfLanes(
  before: Holding & { readonly archived: boolean },
  after: Holding,
): LaneChange | null {
  const { id, cycle, archived } = before
  const lanes = mapLanes((name) => after.lanes[name] - before.lanes[name])
  return names.every((name) => lanes[name] === 0) ? null : { id, cycle, archived, ...lanes }
}

/**
 * Takes a change of lanes back, lane by lane, also after other changes. Null if that is impossible: another due date is
 * upcoming, the Expense was archived or restored, or a lane holds too little or would hold too much.
 */
export function putBack(
  { terms, lanes, cycle, archived }: Holding & { readonly archived: boolean },
  change: LaneChange,
): Lanes | null {
  if (cycle !== change.cycle || archived !== change.archived) return null
  const back = mapLanes((name) => lanes[name] - change[name])
  const fits = canonicalise(terms, back)
  // `spent` is a counter that may be below zero, when a purchase was deleted and its refund was not.
  const isWhole = names.every(
    (name) => (name === 'spent' || back[name] >= 0) && fits[name] === back[name],
  )
  return isWhole ? back : null
}

function mapLanes(value: (name: (typeof names)[number]) => number): Lanes {
  return {
    ready: value('ready'),
    building: value('building'),
    reserve: value('reserve'),
    prepaid: value('prepaid'),
    spent: value('spent'),
  }
}
