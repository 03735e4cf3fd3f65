import type { StatementRow } from '#/sources/statements/statement.ts'

/** A row of a file, as a preview tells it. */
export function tellRow({ line, bookedOn, amount, description, merchant, status }: StatementRow) {
  return { line, booked_at: bookedOn, amount, concept: merchant ?? description, status }
}
