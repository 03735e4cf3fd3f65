import type { World } from '#/world/world.ts'
import { inTransaction } from '#/database/database.ts'
import type { Writer } from '#/expenses/move-money.ts'
import { beginWrite } from '#/households/begin-write.ts'
import { type Mapping } from '#/statements/csv-layout.ts'
import { readRows, type Source } from '#/statements/read.ts'
import { type Destination, openEntry, rememberMapping } from './entry.ts'
import { createIdentifier, type Identified, kindOf } from './identify.ts'
import { headerKey, type Surveyed } from './survey.ts'
import { type Counts, takeIn } from './take-in.ts'
import { pairTransfers } from '#/transactions/pair-transfers.ts'

type Storing = {
  readonly importId: string
  readonly source: Source
  readonly destination: Destination
  readonly surveyed: Surveyed
  /** Called now and then with the rows that are in; what it throws undoes all of them. */
  readonly progress: (processed: number) => Promise<void>
  /** Notes the result, in the transaction of the rows. */
  readonly finish: (writer: Writer, counts: Counts) => Promise<void>
}

/** Rows that are taken in at once. */
const ROWS_AT_ONCE = 2000

/** Stores a surveyed file in one transaction: after a crash all of it is there, or nothing. */
export async function storeFile(world: World, storing: Storing): Promise<Counts> {
  const { importId, source, destination, surveyed } = storing
  const { householdId, currency, zone } = destination
  const { understood, account } = surveyed
  return inTransaction(world.db, async (db) => {
    const begun = await beginWrite(db, householdId)
    const writer = { ...world, db, ...begun, caller: { householdId, zone } }
    const entry = await openEntry(writer, destination)
    const kind = kindOf(understood.format, understood.layout)
    const identify = createIdentifier(kind)
    const target = { entry, currency, kind, importId }
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
        if (waiting.length >= ROWS_AT_ONCE) await work()
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
    await storing.finish(writer, counts)
    return counts
  })
}

function isSaid(mapping: Mapping): boolean {
  return Object.values(mapping).some((value) => value !== undefined)
}
