import { followAccounts } from '#/sources/banks/connections/follow.ts'
import { loadCatalog } from '#/sources/provider/catalog.ts'
import { inTransaction } from '#/platform/database/database.ts'
import { beginWrite } from '#/access/households/begin-write.ts'
import { removeItem } from '#/sources/plaid/connector.ts'
import { type Author, recordChange } from '#/platform/audited/record-change.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { requirePlaid } from '#/sources/plaid/client.ts'
import { requireEnableBanking } from '#/sources/enable-banking/client.ts'
import { endConsent } from '#/sources/enable-banking/connector.ts'
import { ENABLE_BANKING, PLAID } from '#/sources/provider/bank-provider.ts'

type Ending = {
  readonly householdId: string
  readonly connectionId: string
  readonly author: Author
}

/**
 * Ends a connection: removes the login at Plaid, because nothing else ends its monthly price, ends the consent at Enable
 * Banking, destroys the stored
 * secret and stops all requests. Accounts, transactions and their Expenses stay as after unsubscribing. Does nothing
 * when the connection has already ended. Throws ProviderFailure when the provider cannot be reached; then nothing has changed.
 */
export async function disconnect(
  runtime: Runtime,
  { householdId, connectionId, author }: Ending,
): Promise<void> {
  const connection = await runtime.db
    .selectFrom('connections')
    .select(['provider', 'secret', 'status'])
    .where('household_id', '=', householdId)
    .where('id', '=', connectionId)
    .executeTakeFirstOrThrow()
  if (connection.secret === null) return
  const secret = () => runtime.seal.open(connection.secret!, `connections.secret:${connectionId}`)
  if (connection.provider === PLAID) {
    await removeItem(requirePlaid(runtime.plaid), runtime, secret())
  }
  if (connection.provider === ENABLE_BANKING) {
    await endConsent(requireEnableBanking(runtime.enableBanking), runtime, secret())
  }
  await inTransaction(runtime.db, async (tx) => {
    const { revision } = await beginWrite({ ...runtime, db: tx }, householdId)
    const caller = { householdId, ...author }
    const writer = { ...runtime, db: tx, revision, caller }
    const followed = (await loadCatalog(tx, householdId, connectionId)).filter(
      ({ selected }) => selected,
    )
    await followAccounts(
      writer,
      connectionId,
      followed.map(({ id }) => ({ id, selected: false })),
    )
    await tx
      .updateTable('connections')
      .set({
        secret: null,
        status: 'disconnected',
        status_message: null,
        next_sync_at: null,
        sync_requested_at: null,
        cursor: null,
        updated_at: runtime.now(),
      })
      .where('household_id', '=', householdId)
      .where('id', '=', connectionId)
      .execute()
    await recordChange(writer, {
      action: 'connection.remove',
      subject: { type: 'connection', id: connectionId },
      before: { status: connection.status },
      after: { status: 'disconnected' },
    })
  })
}
