/** One line of the result: what was measured against what, and the ratio or number that it is to reach. */
export type Line = {
  readonly what: string
  /** The numbers behind the ratio, for the reader. */
  readonly measured: string
  readonly value: number
  /** The unit of `value`; a ratio has none. */
  readonly unit?: string
  /** Absent: only reported. */
  readonly goal?: { readonly least: number } | { readonly most: number }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export function isReached({ value, goal }: Line): boolean {
  if (!goal) return true
  return 'least' in goal ? value >= goal.least : value <= goal.most
}

/** The lines as a Markdown table. */
export function toTable(lines: readonly Line[]): string {
  const rows = lines.map((line) => {
    const { what, measured, goal } = line
    const bound = goal ? ('least' in goal ? `≥ ${goal.least}` : `≤ ${goal.most}`) : '–'
    const reached = goal ? (isReached(line) ? 'yes' : '**no**') : ''
    return `| ${what} | ${measured} | ${valueOf(line)} | ${bound} | ${reached} |`
  })
  return ['| What | Measured | Value | Goal | Reached |', '| - | - | - | - | - |', ...rows].join(
    '\n',
  )
}

function valueOf({ value, unit }: Line): string {
  if (unit === undefined) return value.toFixed(2)
  return `${value.toFixed(unit === 'MB' || value >= 100 ? 0 : 2)} ${unit}`
}
