import { addCents, type Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'

/** The contribution of an account to cash at both ends of a period. */
export type AccountSpan = {
  readonly account_id: string
  readonly name: string | null
  readonly before: Cents
  readonly after: Cents
  readonly counted_before: boolean
  readonly counted_after: boolean
  /** It began to count within the period, and still did at its end. */
  readonly began: boolean
  /** The sum of its payments within the period, in cents: all of them, not only those that are listed. */
  readonly paid: Cents
}

export type Part = { readonly expense_id: string; readonly name: string; readonly amount: Cents }

/** A payment within a period: what it moved in cash, and what Expenses gave for it. */
export type PaymentChange = {
  readonly cash: Cents
  readonly released: Cents
  readonly change: 'recorded' | 'edited' | 'deleted' | 'assigned'
  readonly transfer: boolean
  readonly transaction: {
    readonly id: string
    readonly concept: string
    readonly booked_at: Day
    readonly amount: Cents
    readonly account_name: string
    readonly deleted: boolean
  }
  readonly parts: readonly Part[]
}

export type PaydayChange = {
  readonly day: Day
  readonly amount: Cents
  readonly count: number
  readonly parts: readonly Part[]
}

export type ExpenseChange = Part & { readonly reason: string }

/** Records of a kind: the largest, and the number and sums of all. */
export type Largest<T> = {
  readonly largest: readonly T[]
  readonly count: number
  readonly sum: Cents
}

/** Everything that moved free-to-spend within a period. */
export type Moves = {
  readonly accounts: readonly AccountSpan[]
  readonly payments: Largest<PaymentChange>
  readonly paydays: readonly PaydayChange[]
  readonly expenses: Largest<ExpenseChange>
}

export type Line =
  | ({ readonly kind: 'payment'; readonly amount: Cents } & PaymentChange)
  | ({ readonly kind: 'payday' } & PaydayChange)
  | ({ readonly kind: 'expense' } & ExpenseChange)
  | {
      readonly kind: 'account'
      readonly amount: Cents
      readonly change: 'counted' | 'uncounted' | 'corrected'
      readonly account_id: string
      readonly name: string | null
    }
  | {
      readonly kind: 'others'
      readonly of: 'payments' | 'expenses'
      readonly amount: Cents
      readonly count: number
    }

/**
 * Explains a change of free-to-spend line by line, the largest first; lines of a kind that are not listed follow as one
 * sum. The lines always add up to the change: what the payments of an account do not explain is a line of its own, named
 * after the account.
 */
export function explainChange({ accounts, payments, paydays, expenses }: Moves): Line[] {
  const lines: Line[] = [
    ...payments.largest.map((payment) => ({
      kind: 'payment' as const,
      amount: payment.cash + payment.released,
      ...payment,
    })),
    ...paydays.map((payday) => ({ kind: 'payday' as const, ...payday })),
    ...expenses.largest.map((expense) => ({ kind: 'expense' as const, ...expense })),
    ...accounts.flatMap((account) => accountLine(account)),
  ]
  return [
    ...lines.toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount)),
    ...others('payments', payments, ({ cash, released }) => cash + released),
    ...others('expenses', expenses, ({ amount }) => amount),
  ]
}

function accountLine({ account_id, name, ...span }: AccountSpan): Line[] {
  const amount = addCents(span.after, -span.before, -span.paid)
  if (amount === 0) return []
  const change =
    span.counted_before && !span.counted_after
      ? 'uncounted'
      : span.began && !span.counted_before
        ? 'counted'
        : 'corrected'
  return [{ kind: 'account', amount, change, account_id, name }]
}

function others<T>(
  of: 'payments' | 'expenses',
  { largest, count, sum }: Largest<T>,
  amountOf: (one: T) => Cents,
): Line[] {
  if (count <= largest.length) return []
  const listed = addCents(...largest.map(amountOf))
  return [{ kind: 'others', of, amount: sum - listed, count: count - largest.length }]
}
