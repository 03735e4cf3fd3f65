import type { Cents } from '#/core/values/cents.ts'
import type { MovePlan } from './plan.ts'
import { createPairing, type Pair } from './pair-rows.ts'
import type { PreparedRow } from './prepare-rows.ts'
import { preparedRows } from './summarize-files.ts'

/** An account that takes payments. */
export type ReceivingAccount = {
  readonly key: string
  readonly id: string
  readonly entryId: string
  readonly currency: string
}

export type NewRow = PreparedRow & { readonly id: string; readonly to: ReceivingAccount }

/** The storage of a move, or of its preview, which stores nothing. */
export type RowStorage = {
  readonly accounts: ReadonlyMap<string, ReceivingAccount>
  /** Finds the payments that earlier moves stored: their ids by name. */
  readonly findKnown: (
    to: ReceivingAccount,
    names: readonly string[],
  ) => Promise<ReadonlyMap<string, string>>
  readonly newId: () => string
  readonly store: (rows: readonly NewRow[]) => Promise<void>
}

export type StoredRows = {
  readonly added: ReadonlyMap<string, { readonly count: number; readonly sum: Cents }>
  readonly counts: {
    readonly rows: number
    readonly added: number
    readonly known: number
    readonly splits: number
    readonly pending: number
    readonly tagged: number
  }
  readonly pairs: readonly Pair[]
  readonly alone: readonly string[]
  /** Payments of accounts that are left out. */
  readonly leftOut: number
}

/** Payments per batch. */
const ROWS_AT_ONCE = 2000

/** Reads the payments of the files again, and stores those that no earlier move stored. */
export async function takeRows({ reading }: MovePlan, storage: RowStorage): Promise<StoredRows> {
  const added = new Map<string, { count: number; sum: Cents }>()
  const counts = { rows: 0, added: 0, known: 0, splits: 0, pending: 0, tagged: 0 }
  const pairing = createPairing()
  let leftOut = 0
  let waiting: PreparedRow[] = []
  const takeBatch = async () => {
    const fresh: NewRow[] = []
    for (const [key, rows] of Map.groupBy(waiting, ({ account }) => account)) {
      const to = storage.accounts.get(key)
      if (!to) {
        leftOut += rows.length
        continue
      }
      const known = await storage.findKnown(
        to,
        rows.map(({ name }) => name),
      )
      const seen = new Map(known)
      for (const row of rows) {
        const before = seen.get(row.name)
        const id = before ?? storage.newId()
        const isNew = before === undefined
        seen.set(row.name, id)
        if (row.pair !== undefined) pairing.add(row.pair, legOf(row, { id, to, isNew }))
        counts.rows += 1
        if (isNew) fresh.push({ ...row, id, to })
        else counts.known += 1
      }
    }
    waiting = []
    for (const row of fresh) {
      const one = added.get(row.account) ?? { count: 0, sum: 0 }
      added.set(row.account, { count: one.count + 1, sum: one.sum + row.amount })
      counts.added += 1
      if (row.parts !== null) counts.splits += 1
      if (row.isPending) counts.pending += 1
      if (row.isTagged) counts.tagged += 1
    }
    if (fresh.length > 0) await storage.store(fresh)
  }
  for await (const rows of preparedRows(reading)) {
    for (const row of rows) waiting.push(row)
    if (waiting.length >= ROWS_AT_ONCE) await takeBatch()
  }
  if (waiting.length > 0) await takeBatch()
  const { pairs, alone } = pairing.end()
  return { added, counts, pairs, alone: alone.map(({ concept }) => concept), leftOut }
}

function legOf(
  { amount, day, concept }: PreparedRow,
  {
    id,
    to,
    isNew,
  }: { readonly id: string; readonly to: ReceivingAccount; readonly isNew: boolean },
) {
  return { id, accountId: to.id, amount, currency: to.currency, booked: day, isNew, concept }
}
