import type { Day } from '#/core/values/day.ts'
import type { Runtime } from './runtime.ts'

/** A write of a household that holds its lock, as far as working off its days is concerned. */
export type Working = Pick<Runtime, 'db' | 'now' | 'newId'> & {
  readonly householdId: string
  /** Stamped on what paydays and due dates change. */
  readonly revision: number
}

/**
 * What works off a household's days. Writes begin in `households`, and paydays and due dates are worked off by rules that
 * are made of it; so the runtime brings them along.
 */
export type Engine = {
  /** Works off every day through today, in the transaction given; the last day that is worked off then. */
  readonly workOff: (working: Working) => Promise<Day>
}
