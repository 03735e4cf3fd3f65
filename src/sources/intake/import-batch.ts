import type { FollowedEntry } from '#/sources/provider/catalog.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import { accountKey, type ProviderTransaction, type Rows } from '#/sources/provider/provider.ts'
import { eachInTurns } from '#/sources/provider/take-turns.ts'
import { importRows, type Imported } from './import-rows.ts'
import { renewNames } from '#/sources/renaming/renew-names.ts'
import { findSeparatePayments } from './separate-payments.ts'
import type { Mirror } from './mirror.ts'

/** An account that a batch may contain rows of. */
export type Receiving = {
  readonly entry: FollowedEntry
  /** The account's first import is not complete: its rows move no money and are not announced. */
  readonly isHistory: boolean
  /** Returns true if a new booking may settle this pending payment, which is not listed. */
  readonly mayHaveGone?: (mirror: Mirror) => boolean
}

type Receivers = { readonly accounts: readonly Receiving[]; readonly sliceRows?: number }

/** History rows that are stored at once: the most in one statement. */
const SLICE = 2000

/**
 * Stores the rows of a batch, account by account, in the order of `accounts`. New rows of an account are matched
 * together, because one row may replace another. A history may have half a million rows, so its separate payments
 * (`separate-payments.ts`) are stored slice by slice.
 */
export async function importBatch(
  writer: WriteContext,
  rows: Rows,
  { accounts, sliceRows = SLICE }: Receivers,
): Promise<Imported[]> {
  await renewNames(writer)
  const receivers = new Map<string, Receiver>()
  for (const account of accounts) {
    receivers.set(accountKey(account.entry.ref), await createReceiver(writer, account, sliceRows))
  }
  for await (const row of eachInTurns(rows)) {
    await receivers.get(accountKey(row.account))?.take(row)
  }
  const received: Imported[] = []
  for (const receiver of receivers.values()) received.push(await receiver.end())
  return received
}

type Receiver = {
  readonly take: (row: ProviderTransaction) => Promise<void>
  readonly end: () => Promise<Imported>
}

async function createReceiver(
  writer: WriteContext,
  account: Receiving,
  sliceRows: number,
): Promise<Receiver> {
  const isSeparate = account.isHistory
    ? await findSeparatePayments(writer, account.entry)
    : () => false
  const together: ProviderTransaction[] = []
  const parts: Imported[] = []
  let slice: ProviderTransaction[] = []
  const importSlice = async () => {
    parts.push(await importRows(writer, { ...account, rows: slice, areSeparate: true }))
    slice = []
  }
  return {
    async take(row) {
      const waiting = isSeparate(row) ? slice : together
      waiting.push(row)
      if (slice.length >= sliceRows) await importSlice()
    },
    async end() {
      await importSlice()
      parts.push(await importRows(writer, { ...account, rows: together }))
      return {
        added: sum(parts.map(({ added }) => added)),
        updated: sum(parts.map(({ updated }) => updated)),
        reused: sum(parts.map(({ reused }) => reused)),
        observed: parts.flatMap(({ observed }) => observed),
      }
    },
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
