import type { Output } from '#web/calls/operations.ts'

/** A transaction as its details show it; the rows of lists have further fields. */
export type Whole = Output<'GET /transactions/{id}'>

/** A part as it is typed. `size` in cents, without sign; null while its field holds no amount. */
export type Draft = {
  readonly key: number
  readonly size: number | null
  readonly category_id: string | null
  readonly expense_goal_id: string | null
  readonly note: string
}

/** Begins with the parts that there are, or with two, of which the last is filed as the whole is now. */
export function partsOf({ splits, category_id, expense_goal_id }: Whole): readonly Draft[] {
  if (splits.length > 0) {
    return splits.map(({ amount, note, ...part }, key) => ({
      key,
      size: Math.abs(amount),
      category_id: part.category_id,
      expense_goal_id: part.expense_goal_id,
      note: note ?? '',
    }))
  }
  return [empty(0), { ...empty(1), category_id, expense_goal_id }]
}

function empty(key: number): Draft {
  return { key, size: null, category_id: null, expense_goal_id: null, note: '' }
}

/** Adds an empty part before the last one, which stays the rest. */
export function withAnother(parts: readonly Draft[]): readonly Draft[] {
  const key = Math.max(...parts.map((part) => part.key)) + 1
  return [...parts.slice(0, -1), empty(key), ...parts.slice(-1)]
}

/** Returns what is left for the last part, in cents: 0 or less if the others take the whole. */
export function restOf(row: Whole, parts: readonly Draft[]): number {
  return parts.slice(0, -1).reduce((rest, { size }) => rest - (size ?? 0), Math.abs(row.amount))
}

/** Returns the parts to send; null unless they make up the whole. */
export function toSend(row: Whole, parts: readonly Draft[]) {
  const rest = restOf(row, parts)
  const sizes = parts.map(({ size }, index) => (index === parts.length - 1 ? rest : (size ?? 0)))
  if (sizes.some((size) => size <= 0)) return null
  return parts.map(({ category_id, expense_goal_id, note }, index) => {
    const amount = Math.sign(row.amount) * sizes[index]!
    return { amount, category_id, expense_goal_id, note: note.trim() || null }
  })
}
