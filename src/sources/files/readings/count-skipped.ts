import type { SkippedRows, SkipReason } from '#/sources/statements/statement.ts'

/** Lines that are listed for each reason. */
const LINES_MAX = 5

/** Counts the rows that a reader leaves out, by reason. */
export function createSkippedCounter() {
  const found = new Map<SkipReason, { count: number; readonly lines: number[] }>()
  return {
    add: ({ reason, line }: { readonly reason: SkipReason; readonly line: number }): void => {
      const seen = found.get(reason) ?? { count: 0, lines: [] }
      if (seen.count === 0) found.set(reason, seen)
      seen.count += 1
      if (seen.lines.length < LINES_MAX) seen.lines.push(line)
    },
    /** Returns the reasons, the most frequent first. */
    end: (): SkippedRows =>
      [...found]
        .map(([reason, { count, lines }]) => ({ reason, count, lines }))
        .toSorted((a, b) => b.count - a.count),
  }
}
