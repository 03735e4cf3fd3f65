import type { Cents } from '#/core/values/cents.ts'

/** A part of a split transaction, as stored and as the API shows it. `amount` in cents, with the sign of the whole. */
export type Part = {
  readonly amount: Cents
  readonly category_id: string | null
  readonly expense_goal_id: string | null
  readonly note: string | null
}

/** The money of a transaction that one Expense pays; null: none, so that it comes from free-to-spend. */
export type Share = { readonly expenseId: string | null; readonly amount: Cents }

/**
 * Returns the shares of a transaction in the order in which they are settled: one for the whole, or one for each Expense of
 * its parts. Parts of one Expense are one share, so a split by category alone moves no money.
 */
export function sharesOf(whole: {
  readonly amount: Cents
  readonly expenseId: string | null
  readonly parts: readonly Part[] | null
}): Share[] {
  if (whole.parts === null) return [{ expenseId: whole.expenseId, amount: whole.amount }]
  const shares = new Map<string | null, Cents>()
  for (const { expense_goal_id: id, amount } of whole.parts) {
    shares.set(id, (shares.get(id) ?? 0) + amount)
  }
  return [...shares].map(([expenseId, amount]) => ({ expenseId, amount }))
}

/** Returns the value of a field that all parts have; null if they differ. */
export function commonOf(
  parts: readonly Part[],
  field: 'category_id' | 'expense_goal_id',
): string | null {
  const first = parts[0]?.[field] ?? null
  return parts.every((part) => part[field] === first) ? first : null
}

/** Returns the largest part, of equal ones the first: joined again, the whole is like it. */
export function largestOf(parts: readonly Part[]): Part {
  return parts.reduce((most, part) => {
    return Math.abs(part.amount) > Math.abs(most.amount) ? part : most
  })
}

/** Returns how a transaction is divided, without the amounts: an import may have corrected those. */
export function divisionOf(parts: readonly Part[]): readonly Omit<Part, 'amount'>[] {
  return parts.map(({ category_id, expense_goal_id, note }) => ({
    category_id,
    expense_goal_id,
    note,
  }))
}

export type PartsFault = 'parts_sum' | 'part_zero' | 'part_sign'

/** Returns the first fault of parts, and the position of the part at fault; null if they make up the whole. */
export function faultOf(
  parts: readonly { readonly amount: Cents }[],
  whole: Cents,
): { readonly name: PartsFault; readonly position: number | null } | null {
  const zero = parts.findIndex(({ amount }) => amount === 0)
  if (zero !== -1) return { name: 'part_zero', position: zero }
  const opposite = parts.findIndex(({ amount }) => amount > 0 !== whole > 0)
  if (opposite !== -1) return { name: 'part_sign', position: opposite }
  const sum = parts.reduce((total, { amount }) => total + amount, 0)
  return sum === whole ? null : { name: 'parts_sum', position: null }
}
