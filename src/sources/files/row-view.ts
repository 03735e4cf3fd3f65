import type { StatementRow } from '#/sources/statements/statement.ts'

/** Converts a row of a file for a preview. */
export function viewRow({ line, bookedOn, amount, description, merchant, status }: StatementRow) {
  return { line, booked_at: bookedOn, amount, concept: merchant ?? description, status }
}
