import { loadCatalog, storeCatalog } from '#/connections/catalog.ts'
import { type Database, inTransaction } from '#/database/database.ts'
import { beginWrite } from '#/households/begin-write.ts'
import { accountKey, type Batch } from '#/providers/provider.ts'
import type { World } from '#/world/world.ts'
import { importRows, type Imported } from './import-rows.ts'
import type { Leased } from './lease.ts'
import { withdrawAbsent } from './withdraw-absent.ts'
import { keepProgress, type StoredProgress } from './progress.ts'

/** What a run has done so far. */
export type Counts = { added: number; updated: number; removed: number; dropped: number }

/** Another run has taken the connection over; this one must stop without a trace. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/**
 * Stores one unit of a provider's answer in one transaction: catalog, balances, rows, and how far the import has
 * come. After a crash either all of it is there or the same unit is asked for again; stored twice it changes nothing.
 */
export async function applyBatch(
  world: World,
  lease: Leased,
  { batch, progress }: { batch: Batch; progress: readonly StoredProgress[] },
): Promise<Counts> {
  return inTransaction(world.db, async (tx) => {
    const begun = await beginWrite(tx, lease.household_id)
    await requireLease(tx, lease)
    await storeCatalog(
      { db: tx, newId: world.newId, now: world.now },
      {
        householdId: lease.household_id,
        connectionId: lease.id,
        accounts: batch.accounts,
        complete: false,
      },
    )
    const writer = {
      ...world,
      db: tx,
      ...begun,
      caller: { householdId: lease.household_id, zone: lease.zone },
    }
    const counts: Counts = { added: 0, updated: 0, removed: 0, dropped: batch.dropped.length }
    const catalog = await loadCatalog(tx, lease.household_id, lease.id)
    for (const entry of catalog) {
      const { accountId, ref } = entry
      if (!entry.selected || accountId === null) continue
      const key = accountKey(ref)
      const rows = batch.upserts.filter(({ account }) => accountKey(account) === key)
      const before = progress.find(({ id }) => id === entry.id)
      const isHistory = before?.history !== 'live'
      const followed = { ...entry, accountId }
      add(counts, await importRows(writer, { entry: followed, rows, isHistory }))
      const coverage = batch.coverage.find(({ account }) => accountKey(account) === key)
      if (batch.mode !== 'window' || !coverage) continue
      const listed = rows.map(({ externalId }) => externalId)
      const { provider } = lease
      counts.removed += await withdrawAbsent(writer, followed, { provider, coverage, listed })
    }
    await keepProgress(writer, progress)
    return counts
  })
}

function add(counts: Counts, imported: Imported): void {
  counts.added += imported.added
  counts.updated += imported.updated
}

async function requireLease(tx: Database, lease: Leased): Promise<void> {
  const row = await tx
    .selectFrom('connections')
    .select('lease_owner')
    .where('household_id', '=', lease.household_id)
    .where('id', '=', lease.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row?.lease_owner !== lease.owner) throw new LeaseLost()
}
