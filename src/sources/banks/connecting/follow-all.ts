import { beginWrite } from '#/access/households/begin-write.ts'
import { inTransaction } from '#/platform/database/database.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { followAccounts } from '#/sources/banks/connections/follow.ts'
import { loadCatalog } from '#/sources/provider/catalog.ts'

/** Follows every account that a connection offers. */
export async function followAll(
  runtime: Runtime,
  householdId: string,
  connectionId: string,
): Promise<void> {
  await inTransaction(runtime.db, async (tx) => {
    const { revision } = await beginWrite({ ...runtime, db: tx }, householdId)
    const writer = {
      db: tx,
      newId: runtime.newId,
      now: runtime.now,
      revision,
      caller: { householdId },
    }
    const catalog = await loadCatalog(tx, householdId, connectionId)
    const added = catalog.filter(({ selected }) => !selected)
    await followAccounts(
      writer,
      connectionId,
      added.map(({ id }) => ({ id, selected: true })),
    )
  })
}
