import type { BalanceGap, SkippedRows, StatementRow } from '#/sources/statements/statement.ts'

/** Converts a row of a file for a preview. */
export function viewRow(row: StatementRow) {
  const { line, bookedOn, amount, description, merchant, category, status } = row
  return { line, booked_at: bookedOn, amount, concept: merchant ?? description, category, status }
}

/** Converts the gaps in a running balance for a preview. */
export function viewGaps({
  gaps: { total, first },
}: {
  readonly gaps: { readonly first: readonly BalanceGap[]; readonly total: number }
}) {
  return { total, first: first.map(({ actual, ...gap }) => ({ ...gap, stated: actual })) }
}

/** Converts the rows that are left out for a preview. */
export function viewSkipped({ skipped }: { readonly skipped: SkippedRows }) {
  return skipped.map(({ lines, ...rows }) => ({ ...rows, lines: [...lines] }))
}
