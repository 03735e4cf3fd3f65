import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'
import type { Part } from '#/budget/transactions/parts.ts'
import type { Chart } from './chart.ts'

/** A posting of a journal. The postings of an entry add up to zero. */
export type Posting = {
  readonly account: string
  readonly amount: Cents
  readonly currency: string
  /** Set if the money arrives on another day than it leaves. */
  readonly day?: Day
  readonly tags: readonly Tag[]
}

type Tag = readonly [name: string, value: string]

export type Entry = {
  readonly day: Day
  readonly isPending: boolean
  readonly id: string
  readonly payee: string
  readonly notes: string | null
  readonly postings: readonly Posting[]
}

/** A transaction with the other side of its transfer, if the journal has that too. */
export type JournalRow = {
  readonly id: string
  readonly account_id: string
  readonly booked_at: Day
  readonly concept: string
  readonly notes: string | null
  readonly amount: Cents
  readonly currency: string
  readonly type: string
  readonly status: string
  readonly category_id: string | null
  readonly expense_goal_id: string | null
  readonly splits: readonly Part[] | null
  readonly other: {
    readonly id: string
    readonly account_id: string
    readonly booked_at: Day
    readonly amount: Cents
    readonly currency: string
  } | null
}

type Naming = { readonly chart: Chart; readonly setAsides: ReadonlyMap<string, string> }

/** Makes the entry of a transaction; of a transfer between two accounts of the journal, one entry for both sides. */
export function entryOf(row: JournalRow, { chart, setAsides }: Naming): Entry {
  const { amount, currency, other } = row
  const tagsOf = (expenseId: string | null, note: string | null): readonly Tag[] => {
    const name = expenseId === null ? undefined : setAsides.get(expenseId)
    return [
      ...(name === undefined ? [] : [['set-aside', name] as const]),
      ...(note === null ? [] : [['note', note] as const]),
    ]
  }
  const own: Posting = { account: chart.account(row.account_id), amount, currency, tags: [] }
  const entry = {
    day: row.booked_at,
    isPending: row.status === 'pending',
    id: row.id,
    payee: row.concept,
    notes: row.notes,
  }
  if (other) {
    const arrival: Posting = {
      account: chart.account(other.account_id),
      amount: other.amount,
      currency: other.currency,
      ...(other.booked_at !== row.booked_at && { day: other.booked_at }),
      tags: [['other-id', other.id], ...tagsOf(row.expense_goal_id, null)],
    }
    return { ...entry, postings: [own, arrival] }
  }
  const parts = row.splits ?? [{ ...row, note: null }]
  const others = parts.map((part): Posting => {
    const account =
      row.type === 'transfer' ? chart.transfers : chart.category(part.category_id, row.type)
    const tags = tagsOf(part.expense_goal_id, part.note)
    return { account, amount: 0 - part.amount, currency, tags }
  })
  return { ...entry, postings: [own, ...others] }
}
