import {
  type Entry,
  type FollowedEntry,
  loadCatalog,
  storeCatalog,
} from '#/sources/provider/catalog.ts'
import { type Database, inTransaction } from '#/platform/database/database.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import { beginWrite } from '#/access/households/begin-write.ts'
import { announceStoredIncome } from '#/budget/funding/announce-income.ts'
import { accountKey, type Batch, type Rows } from '#/sources/provider/provider.ts'
import { eachInTurns } from '#/sources/provider/take-turns.ts'
import { pairTransfers } from '#/budget/transactions/writing/pair-transfers.ts'
import { assignPayments } from '#/budget/assignments/assign-payments.ts'
import { addDays, dayAt } from '#/core/values/day.ts'
import { announceTransactions } from '#/webhooks/delivering/announce.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { importBatch, type Receiving } from '#/sources/intake/import-batch.ts'
import type { Leased } from './lease.ts'
import { LATE_DAYS, type Mirror } from '#/sources/intake/mirror.ts'
import { removeAbsent } from '#/sources/intake/remove-absent.ts'
import { renameRows } from '#/sources/intake/store-mirrors.ts'
import { removeRows } from '#/sources/intake/remove-rows.ts'

/** Rows that a run has stored so far. */
export type Counts = { added: number; updated: number; removed: number; dropped: number }

/** Thrown when another run holds the connection: this one must stop and store nothing. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

export type Unit = {
  readonly batch: Batch
  /** Since when rows of an account are news; null while they are its history. */
  readonly liveSince: (entry: FollowedEntry) => Temporal.Instant | null
  /** Stores the progress of the import, in the transaction of the rows. */
  readonly keep: (writer: WriteContext) => Promise<void>
}

/**
 * Stores one unit of an answer in one transaction: catalog, balances, rows and progress. After a crash either all of it
 * is stored or the unit is asked for again; storing it twice changes nothing. Throws LeaseLost.
 */
export async function applyBatch(runtime: Runtime, lease: Leased, unit: Unit): Promise<Counts> {
  const { batch } = unit
  return inTransaction(runtime.db, async (tx) => {
    const begun = await beginWrite({ ...runtime, db: tx }, lease.household_id)
    await requireLease(tx, lease)
    await storeCatalog(
      { db: tx, newId: runtime.newId, now: runtime.now },
      {
        householdId: lease.household_id,
        connectionId: lease.id,
        accounts: batch.accounts,
        // SimpleFIN lists only the accounts that were asked for, Plaid all accounts of a login.
        complete: batch.mode === 'delta' && batch.dropped.every(({ what }) => what !== 'account'),
      },
    )
    const writer = {
      ...runtime,
      db: tx,
      ...begun,
      caller: { householdId: lease.household_id, zone: lease.zone },
    }
    const counts: Counts = { added: 0, updated: 0, removed: 0, dropped: batch.dropped.length }
    const catalog = await loadCatalog(tx, lease.household_id, lease.id)
    const receiving = catalog.flatMap((entry) => receivingOf(entry, unit))
    for (const { entry } of receiving) await renameRows(writer, entry, batch)
    const received = await importBatch(writer, batch.upserts, { accounts: receiving })
    const listed = batch.mode === 'window' ? await idsOf(batch.upserts) : null
    const news: string[] = []
    for (const [index, { entry, live }] of receiving.entries()) {
      const { added, updated, reused, observed } = received[index]!
      if (reused > 0) {
        runtime.log('warn', 'sync.ids_reused', { connection_id: lease.id, count: reused })
      }
      counts.added += added
      counts.updated += updated
      counts.removed += await removeGone(writer, entry, { batch, provider: lease.provider, listed })
      const oldest = live && addDays(dayAt(live, lease.zone), -LATE_DAYS)
      const seen = observed.filter(({ bookedOn }) => oldest !== null && bookedOn >= oldest)
      news.push(...seen.map(({ id }) => id))
    }
    if (counts.added + counts.updated + counts.removed > 0) {
      await pairTransfers(writer)
      await assignPayments(writer)
      await announceStoredIncome(writer)
    }
    await announceTransactions(writer, news)
    await unit.keep(writer)
    return counts
  })
}

/** Prepares a followed entry to receive rows, as news or as history. */
function receivingOf(
  entry: Entry,
  { batch, liveSince }: Unit,
): (Receiving & { readonly live: Temporal.Instant | null })[] {
  const { accountId } = entry
  if (!entry.selected || accountId === null) return []
  const followed = { ...entry, accountId }
  const live = liveSince(followed)
  const gone = new Set(removedOf(batch, followed))
  const mayHaveGone = ({ externalId }: Mirror) => gone.has(externalId)
  const isHistory = live === null
  return [{ entry: followed, live, isHistory, ...(batch.mode === 'delta' && { mayHaveGone }) }]
}

/** Collects the ids of rows by account. */
async function idsOf(rows: Rows): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const ids = new Map<string, Set<string>>()
  for await (const { account, externalId } of eachInTurns(rows)) {
    const others = ids.get(accountKey(account)) ?? new Set()
    ids.set(accountKey(account), others.add(externalId))
  }
  return ids
}

type Gone = {
  readonly batch: Batch
  readonly provider: Leased['provider']
  /** Listed ids by account; null when the batch is a delta, in which absence means nothing. */
  readonly listed: ReadonlyMap<string, ReadonlySet<string>> | null
}

/** Removes rows that the bank no longer has. Returns how many transactions were removed. */
async function removeGone(
  writer: WriteContext & Pick<Runtime, 'log'>,
  entry: FollowedEntry,
  { batch, provider, listed }: Gone,
): Promise<number> {
  const key = accountKey(entry.ref)
  const coverage = batch.coverage.find(({ account }) => accountKey(account) === key)
  const absent =
    listed && coverage
      ? await removeAbsent(writer, entry, {
          provider,
          coverage,
          listed: listed.get(key) ?? new Set(),
        })
      : 0
  const externalIds = removedOf(batch, entry)
  const named = await removeRows(writer, { entryId: entry.id, provider, externalIds })
  if (named > 0)
    writer.log('info', 'sync.taken_back', { account_id: entry.accountId, count: named })
  return absent + named
}

function removedOf({ removed }: Batch, { ref }: FollowedEntry): string[] {
  return removed
    .filter(({ account }) => account === null || accountKey(account) === accountKey(ref))
    .map(({ externalId }) => externalId)
}

/** Throws LeaseLost when another run has taken the connection over. */
export async function requireLease(tx: Database, lease: Leased): Promise<void> {
  const row = await tx
    .selectFrom('connections')
    .select('lease_owner')
    .where('household_id', '=', lease.household_id)
    .where('id', '=', lease.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row?.lease_owner !== lease.owner) throw new LeaseLost()
}
