import { type FollowedEntry, loadCatalog, storeCatalog } from '#/connections/catalog.ts'
import { type Database, inTransaction } from '#/database/database.ts'
import type { Writer } from '#/expenses/move-money.ts'
import { beginWrite } from '#/households/begin-write.ts'
import { accountKey, type Batch, type ProviderTransaction } from '#/providers/provider.ts'
import { pairTransfers } from '#/transactions/pair-transfers.ts'
import { addDays, dayAt } from '#/values/day.ts'
import { type Announcing, announceTransactions } from '#/webhooks/announce.ts'
import type { World } from '#/world/world.ts'
import { importRows, type Imported } from './import-rows.ts'
import type { Leased } from './lease.ts'
import { withdrawAbsent } from './withdraw-absent.ts'
import { withdraw } from './withdraw.ts'

/** What a run has done so far. */
export type Counts = { added: number; updated: number; removed: number; dropped: number }

/** Another run has taken the connection over; this one must stop without a trace. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

export type Applying = {
  readonly batch: Batch
  /** Since when an account's rows are news; null while they are its history. */
  readonly liveSince: (entry: FollowedEntry) => Temporal.Instant | null
  /** Stores how far the import has come, in the transaction of the rows. */
  readonly keep: (writer: Writer) => Promise<void>
}

/**
 * Stores one unit of a provider's answer in one transaction: catalog, balances, rows, and how far the import has
 * come. After a crash either all of it is there or the same unit is asked for again; stored twice it changes nothing.
 */
export async function applyBatch(world: World, lease: Leased, unit: Applying): Promise<Counts> {
  const { batch } = unit
  return inTransaction(world.db, async (tx) => {
    const begun = await beginWrite(tx, lease.household_id)
    await requireLease(tx, lease)
    await storeCatalog(
      { db: tx, newId: world.newId, now: world.now },
      {
        householdId: lease.household_id,
        connectionId: lease.id,
        accounts: batch.accounts,
        // SimpleFIN answers for the accounts that were asked for, Plaid for all of a login.
        complete: batch.mode === 'delta' && batch.dropped.every(({ what }) => what !== 'account'),
      },
    )
    const writer = {
      ...world,
      db: tx,
      ...begun,
      caller: { householdId: lease.household_id, zone: lease.zone },
    }
    const counts: Counts = { added: 0, updated: 0, removed: 0, dropped: batch.dropped.length }
    const rows = Map.groupBy(batch.upserts, ({ account }) => accountKey(account))
    const catalog = await loadCatalog(tx, lease.household_id, lease.id)
    const news: string[] = []
    for (const entry of catalog) {
      const { accountId } = entry
      if (!entry.selected || accountId === null) continue
      const followed = { ...entry, accountId }
      const imported = await importAccount(writer, followed, {
        ...unit,
        provider: lease.provider,
        rows: rows.get(accountKey(entry.ref)) ?? [],
      })
      if (imported.reused > 0) {
        world.log('warn', 'sync.ids_reused', { connection_id: lease.id, count: imported.reused })
      }
      counts.added += imported.added
      counts.updated += imported.updated
      counts.removed += imported.removed
      news.push(...imported.news)
    }
    if (counts.added + counts.updated + counts.removed > 0) await pairTransfers(writer)
    await announceTransactions(writer, news)
    await unit.keep(writer)
    return counts
  })
}

/** Days before an account went live from which a booking is old, though nobody knew it: a bank that tells late. */
const LATE_DAYS = 14

async function importAccount(
  writer: Writer & Announcing & Pick<World, 'log'>,
  entry: FollowedEntry,
  {
    batch,
    provider,
    liveSince,
    rows,
  }: Applying & {
    readonly provider: Leased['provider']
    readonly rows: readonly ProviderTransaction[]
  },
): Promise<Imported & { readonly removed: number; readonly news: readonly string[] }> {
  const key = accountKey(entry.ref)
  const removed = batch.removed
    .filter(({ account }) => account === null || accountKey(account) === key)
    .map(({ externalId }) => externalId)
  const gone = new Set(removed)
  const live = liveSince(entry)
  const imported = await importRows(writer, {
    entry,
    rows,
    isHistory: live === null,
    ...(batch.mode === 'delta' && { mayHaveGone: ({ externalId }) => gone.has(externalId) }),
  })
  const oldest = live && addDays(dayAt(live, writer.caller.zone), -LATE_DAYS)
  const news = imported.observed.filter(({ bookedOn }) => oldest !== null && bookedOn >= oldest)
  const coverage = batch.coverage.find(({ account }) => accountKey(account) === key)
  const listed = rows.map(({ externalId }) => externalId)
  const absent =
    batch.mode === 'window' && coverage
      ? await withdrawAbsent(writer, entry, { provider, coverage, listed })
      : 0
  const told = await withdraw(writer, { entryId: entry.id, provider, externalIds: removed })
  if (told > 0) writer.log('info', 'sync.taken_back', { account_id: entry.accountId, count: told })
  return { ...imported, removed: absent + told, news: news.map(({ id }) => id) }
}

/** Throws LeaseLost where another run has taken the connection over. */
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
