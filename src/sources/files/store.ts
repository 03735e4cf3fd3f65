import type { Runtime } from '#/platform/runtime/runtime.ts'
import { inTransaction } from '#/platform/database/database.ts'
import type { Writer } from '#/budget/expenses/move-money.ts'
import { beginWrite } from '#/access/households/begin-write.ts'
import { type Mapping } from '#/sources/statements/csv-layout.ts'
import { readRows, type Source } from '#/sources/statements/read.ts'
import type { Cents } from '#/core/values/cents.ts'
import { type Different, readApart } from '#/sources/files/matching/separate-duplicates.ts'
import { type Kept, restateBalance, takeApart, type Told } from './balance.ts'
import { type Destination, openEntry, rememberMapping, requireAccount } from './entry.ts'
import { createIdentifier, type Identified, kindOf } from '#/sources/files/matching/identify.ts'
import { headerKey, type Surveyed } from './scan-file.ts'
import { type Counts, takeIn } from './store-rows.ts'
import { pairTransfers } from '#/budget/transactions/writing/pair-transfers.ts'

type Storing = {
  readonly importId: string
  readonly source: Source
  readonly destination: Destination
  /** Who brings the file; null: the operator. */
  readonly memberId: string | null
  readonly surveyed: Surveyed
  /** What a person says that the account holds after the last row; null: what the file says of it. */
  readonly saidBalance: Cents | null
  readonly different: Different
  /** Called now and then with the rows that are in; what it throws undoes all of them. */
  readonly progress: (processed: number) => Promise<void>
  /** Notes the result, in the transaction of the rows. */
  readonly finish: (
    writer: Writer,
    done: Counts & Kept & { readonly account_id: string },
  ) => Promise<void>
}

/** Rows that are taken in at once; fewer in the beginning, so that whoever watches soon sees some. */
const ROWS_AT_ONCE = 2000
const FIRST_ROWS = 500

/** Stores a surveyed file in one transaction: after a crash all of it is there, or nothing. */
export async function storeFile(runtime: Runtime, storing: Storing): Promise<Counts> {
  const { importId, source, surveyed } = storing
  const { householdId, currency, zone } = storing.destination
  const { understood, account } = surveyed
  const told = toldOf(surveyed, storing.saidBalance)
  const kind = kindOf(understood.format, understood.layout)
  // Reads the file: not while the household's other writes wait.
  const apart = await readApart(source, kind, storing.different)
  return inTransaction(runtime.db, async (db) => {
    const begun = await beginWrite({ ...runtime, db }, householdId)
    const writer = { ...runtime, db, ...begun, caller: { householdId, zone } }
    const destination = await requireAccount(writer, storing.destination, storing.memberId)
    const entry = await openEntry(writer, destination)
    const before = await takeApart(db, destination)
    const identify = createIdentifier(kind)
    const target = { entry, currency, kind, apart, importId }
    let counts: Counts = { added: 0, duplicates: 0, settled: 0 }
    let waiting: Identified[] = []
    const work = async () => {
      const done = await takeIn(writer, target, waiting)
      waiting = []
      counts = {
        added: counts.added + done.added,
        duplicates: counts.duplicates + done.duplicates,
        settled: counts.settled + done.settled,
      }
      await storing.progress(counts.added + counts.duplicates)
    }
    for await (const rows of readRows(source, understood, { currency })) {
      for (const row of rows) {
        if (row.account !== account) continue
        waiting.push(identify(row))
        const enough = counts.added + counts.duplicates === 0 ? FIRST_ROWS : ROWS_AT_ONCE
        if (waiting.length >= enough) await work()
      }
    }
    if (waiting.length > 0) await work()
    if (understood.layout && isSaid(surveyed.mapping)) {
      const remembered = {
        ...destination.remembered,
        [headerKey(understood.layout)]: surveyed.mapping,
      }
      await rememberMapping(writer, entry, remembered)
    }
    if (counts.added + counts.settled > 0) await pairTransfers(writer)
    const kept = await restateBalance(writer, destination, { before, told })
    await storing.finish(writer, { account_id: destination.accountId, ...counts, ...kept })
    return counts
  })
}

/** What an account holds after a file's last row: as a person says, else as the file says. */
export function toldOf({ told, lastDay }: Surveyed, said: Cents | null): Told | null {
  return said === null || lastDay === null ? told : { amount: said, day: lastDay }
}

function isSaid(mapping: Mapping): boolean {
  return Object.values(mapping).some((value) => value !== undefined)
}
