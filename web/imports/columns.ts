/** The roles of a file's columns while a person assigns them: the date may still be missing. */
export type Columns = {
  readonly date: number | null
  readonly amount: number | null
  readonly debit: number | null
  readonly credit: number | null
  readonly direction: number | null
  readonly merchant: number | null
  readonly description: readonly number[]
  readonly currency: number | null
  readonly balance: number | null
  readonly payer?: number | null | undefined
  readonly status?: number | null | undefined
  readonly fee?: number | null | undefined
  readonly category?: number | null | undefined
  readonly mcc?: number | null | undefined
  readonly reference?: number | null | undefined
}

const single = [
  'date',
  'amount',
  'debit',
  'credit',
  'direction',
  'fee',
  'status',
  'merchant',
  'payer',
  'category',
  'mcc',
  'currency',
  'balance',
  'reference',
] as const

export const roles = ['none', ...single, 'description'] as const

export type Role = (typeof roles)[number]

export const noColumns: Columns = {
  date: null,
  amount: null,
  debit: null,
  credit: null,
  direction: null,
  merchant: null,
  description: [],
  currency: null,
  balance: null,
}

/** Returns the role of a column. */
export function roleOf(columns: Columns, place: number): Role {
  if (columns.description.includes(place)) return 'description'
  return single.find((role) => columns[role] === place) ?? 'none'
}

/**
 * Assigns a role to a column. There is either one amount or a pair of columns for money out and money in, never both. Only the
 * description may span several columns.
 */
export function withRole(columns: Columns, place: number, role: Role): Columns {
  const freed = single.reduce<Columns>(
    (kept, one) => (kept[one] === place ? { ...kept, [one]: null } : kept),
    { ...columns, description: columns.description.filter((at) => at !== place) },
  )
  if (role === 'none') return freed
  if (role === 'description') {
    return { ...freed, description: [...freed.description, place].toSorted((a, b) => a - b) }
  }
  const other: Partial<Columns> =
    role === 'amount'
      ? { debit: null, credit: null }
      : role === 'debit' || role === 'credit'
        ? { amount: null, direction: null }
        : {}
  return { ...freed, ...other, [role]: place }
}

/** True if the columns are sufficient to read a file: the date is assigned. */
export function isComplete(columns: Columns): columns is Columns & { readonly date: number } {
  const { date, amount, debit, credit } = columns
  return date !== null && (amount !== null || (debit !== null && credit !== null))
}
