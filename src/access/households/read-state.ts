import { type RawBuilder, sql } from 'kysely'

/** Reads the household's state as `admit` does (`Caller.state`), in the snapshot of the statement that it is a part of. */
export function readState(householdId: string): RawBuilder<string> {
  return sql<string>`(select h.revision || ' ' || h.xmin || ' ' || h.processed_through
    from households h where h.household_id = ${householdId})`
}
