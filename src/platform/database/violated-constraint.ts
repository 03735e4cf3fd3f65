import pg from 'pg'

/**
 * Returns the name of the constraint that a statement violated, or ''. Citus says it in the text alone, and appends the number
 * of the table's part on that machine.
 */
export function violatedConstraint(error: unknown): string {
  if (!(error instanceof pg.DatabaseError)) return ''
  return error.constraint ?? /constraint "([^"]+)"/.exec(error.message)?.[1] ?? ''
}
