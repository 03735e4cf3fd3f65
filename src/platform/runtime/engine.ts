import type { Day } from '#/core/values/day.ts'
import type { Runtime } from './runtime.ts'

/** The part of a write that the engine needs. The write holds its household's lock. */
export type Working = Pick<Runtime, 'db' | 'now' | 'newId'> & {
  readonly householdId: string
  /** Stored on the rows that paydays and due dates change. */
  readonly revision: number
}

/**
 * Processes a household's days. The runtime carries this function, because every write begins in `access/households` but
 * the rules of paydays and due dates are in districts below it.
 */
export type Engine = {
  /** Processes every day through today in the given transaction. Returns the last processed day. */
  readonly workOff: (working: Working) => Promise<Day>
}
