import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'
import { CORRECTION, SOMEWHERE } from '#/sources/moving-in/applications/moved.ts'
import { matchTransfers } from '#/budget/transactions/naming/match-transfers.ts'

/** A side of a transfer. */
export type Leg = {
  readonly id: string
  readonly accountId: string
  readonly amount: Cents
  readonly currency: string
  readonly booked: Day
  /** False if an earlier move stored it. */
  readonly isNew: boolean
  readonly concept: string
}

export type Pair = { readonly outId: string; readonly inId: string }

/** Equal amounts to match at most: more could not be separated anyway. */
const ALIKE_MAX = 2000

/**
 * Pairs the sides of transfers: those that the application names as a pair, and equal amounts within a few days where it
 * names none. Keeps in memory only sides that wait for their other one.
 */
export function createPairing() {
  const open = new Map<string, Leg>()
  const somewhere: Leg[] = []
  const alone: Leg[] = []
  const pairs: Pair[] = []
  const join = (one: Leg, other: Leg) => {
    const [out, into] = one.amount < 0 ? [one, other] : [other, one]
    if (one.isNew || other.isNew) pairs.push({ outId: out.id, inId: into.id })
  }
  return {
    add: (pair: string, leg: Leg) => {
      if (pair === CORRECTION) return
      if (pair === SOMEWHERE) {
        somewhere.push(leg)
        return
      }
      const other = open.get(pair)
      if (!other) open.set(pair, leg)
      else {
        open.delete(pair)
        // Amounts of two currencies differ: each side stays a transfer of its own.
        const isOne = other.amount === -leg.amount && other.currency === leg.currency
        if (isOne && other.accountId !== leg.accountId) join(leg, other)
        else alone.push(leg, other)
      }
    },
    /** Returns all pairs, and the new sides without another side. */
    end: (): { readonly pairs: readonly Pair[]; readonly alone: readonly Leg[] } => {
      const matched = new Set<string>()
      const alike = Map.groupBy(
        somewhere,
        ({ amount, currency }) => `${currency} ${Math.abs(amount)}`,
      )
      for (const legs of alike.values()) {
        if (legs.length > ALIKE_MAX) continue
        for (const { out, into } of matchTransfers(legs)) {
          matched.add(out.id).add(into.id)
          join(out, into)
        }
      }
      const rest = [...alone, ...open.values(), ...somewhere]
      return { pairs, alone: rest.filter(({ id, isNew }) => isNew && !matched.has(id)) }
    },
  }
}
