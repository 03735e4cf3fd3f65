import type { FollowedEntry } from '#/sources/provider/catalog.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import { accountKey, type ProviderTransaction, type Rows } from '#/sources/provider/provider.ts'
import { eachInTurns } from '#/sources/provider/take-turns.ts'
import { importRows, type Imported } from './import-rows.ts'
import { judgeApart } from './separate-payments.ts'
import type { Mirror } from './mirror.ts'

/** An account that a batch may have rows of. */
export type Receiving = {
  readonly entry: FollowedEntry
  /** Its first import is not whole yet: its rows move no money and announce nothing. */
  readonly isHistory: boolean
  /** Whether a pending payment that is not listed may be the one that a new booking settles. */
  readonly mayHaveGone?: (mirror: Mirror) => boolean
}

type Receivers = { readonly accounts: readonly Receiving[]; readonly sliceRows?: number }

/** Rows of a history that are taken in at once: the most that one statement has. */
const SLICE = 2000

/**
 * Stores the rows of a batch, each with its account, in the order of `accounts`. News of an account are judged together,
 * for a row may be what another one was; of a history, which may be half a million rows, only what does not stand apart is,
 * and the rest is taken in slice by slice, as it comes.
 */
export async function importBatch(
  writer: WriteContext,
  rows: Rows,
  { accounts, sliceRows = SLICE }: Receivers,
): Promise<Imported[]> {
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
  const isApart = account.isHistory ? await judgeApart(writer, account.entry) : () => false
  const together: ProviderTransaction[] = []
  const parts: Imported[] = []
  let slice: ProviderTransaction[] = []
  const importSlice = async () => {
    parts.push(await importRows(writer, { ...account, rows: slice, standApart: true }))
    slice = []
  }
  return {
    async take(row) {
      const waiting = isApart(row) ? slice : together
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
