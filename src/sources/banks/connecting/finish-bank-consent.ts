import { beginWrite } from '#/access/households/begin-write.ts'
import { invalidParameter } from '#/platform/contract/refusal.ts'
import { inTransaction } from '#/platform/database/database.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { consentsApp } from '#/sources/banks/connections/consents-contract.ts'
import { spendRequest } from '#/sources/banks/connections/quota-gate.ts'
import { storeSecret } from '#/sources/banks/connections/store-secret.ts'
import { requireEnableBanking } from '#/sources/enable-banking/client.ts'
import type { Present } from '#/sources/enable-banking/presence.ts'
import { exchangeCode } from '#/sources/enable-banking/consent.ts'
import { beginVisit, listAccounts } from '#/sources/enable-banking/connector.ts'
import { type Login, writeLogin } from '#/sources/enable-banking/login.ts'
import { ENABLE_BANKING } from '#/sources/provider/bank-provider.ts'
import { storeCatalog } from '#/sources/provider/catalog.ts'
import { type BegunConsent, type ConsentOwner, useConsent } from './bank-consents.ts'
import { followAll } from './follow-all.ts'
import { ownerOf, requireBanksOffered } from './open-bank-consent.ts'
import { presentOf } from '#/sources/banks/connections/present-of.ts'
import { consentRefusals } from './refusals-about.ts'

/** `POST /connections/enable-banking/consents/finish`. */
export const finishBankConsent: Handle<typeof consentsApp.finishBankConsent> = async (
  call,
  { body },
) => {
  requireBanksOffered(call)
  const owner = ownerOf(call)
  const begun = await useConsent(call, owner, body.state)
  if (body.code === undefined) {
    return { state: 'declined', connection_id: begun.connectionId, renewed: false }
  }
  const { code } = body
  const present = await presentOf(call)
  const { zone } = call.caller
  const done = await consentRefusals('code', () =>
    connectWithCode(call, owner, { begun, code, zone, present, selectAll: false }),
  )
  return { state: 'connected', connection_id: done.connectionId, renewed: done.isRenewed }
}

type Grant = {
  readonly begun: BegunConsent
  readonly code: string
  readonly zone: string
  readonly present: Present | null
  /** Follow every account that is found. */
  readonly selectAll: boolean
}

/**
 * Connects a bank with the code that it sent back, or renews a connection: the same accounts keep their ids, history and
 * selection. The consent is stored before anything else, because the code works only once. Throws ProviderFailure.
 */
export async function connectWithCode(
  runtime: Runtime,
  owner: ConsentOwner,
  { begun, code, zone, present, selectAll }: Grant,
): Promise<{ connectionId: string; isRenewed: boolean }> {
  const access = requireEnableBanking(runtime.enableBanking)
  const { householdId, memberId, sessionId } = owner
  const { login, ends } = await exchangeCode(access, runtime, { code, bank: begun.bank })
  const renewed = begun.connectionId ?? (await findConnected(runtime, owner, login))
  const connectionId = renewed ?? runtime.newId()
  const secret = writeLogin(login)
  await storeSecret(runtime, {
    householdId,
    memberId,
    connectionId,
    provider: ENABLE_BANKING,
    externalItemId: null,
    secret,
    isNew: renewed === null,
  })
  const io = {
    outbound: runtime.outbound,
    now: runtime.now,
    zone,
    spend: async () => {
      const purpose = present === null ? 'connect' : 'present'
      await spendRequest(runtime, { householdId, connectionId, purpose })
    },
  }
  const { accounts } = await listAccounts(beginVisit(access, io, { secret, present }))
  await inTransaction(runtime.db, async (tx) => {
    await beginWrite({ ...runtime, db: tx }, householdId)
    const writer = { db: tx, newId: runtime.newId, now: runtime.now }
    await storeCatalog(writer, { householdId, connectionId, accounts, complete: true })
    const now = runtime.now()
    await tx
      .updateTable('connections')
      .set({
        consent_expires_at: ends,
        // The person is still there when the next import begins.
        ...(renewed !== null && { sync_requested_at: now, asked_session_id: sessionId }),
      })
      .where('household_id', '=', householdId)
      .where('id', '=', connectionId)
      .execute()
    if (renewed !== null) await markHealthy(tx, { householdId, connectionId })
  })
  if (selectAll) await followAll(runtime, householdId, connectionId)
  runtime.bell.ring('import')
  return { connectionId, isRenewed: renewed !== null }
}

/** Finds the member's own connection that has an account of this consent: it is renewed, so that no account is doubled. */
async function findConnected(
  { db }: Runtime,
  { householdId, memberId }: ConsentOwner,
  { accounts }: Login,
): Promise<string | null> {
  if (accounts.length === 0) throw noAccounts()
  const row = await db
    .selectFrom('connections as c')
    .innerJoin('provider_accounts as p', (join) =>
      join.on('p.household_id', '=', householdId).onRef('p.connection_id', '=', 'c.id'),
    )
    .select('c.id')
    .where('c.household_id', '=', householdId)
    .where('c.member_id', '=', memberId)
    .where('c.provider', '=', ENABLE_BANKING)
    .where(
      'p.external_id',
      'in',
      accounts.map(({ id }) => id),
    )
    .orderBy('c.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

function noAccounts(): Error {
  return invalidParameter(
    'code',
    'The bank gave access to no account. Begin again and choose one.',
    {
      name: 'consent_without_accounts',
    },
  )
}

async function markHealthy(
  tx: Runtime['db'],
  { householdId, connectionId }: { readonly householdId: string; readonly connectionId: string },
): Promise<void> {
  await tx
    .updateTable('connection_institutions')
    .set({ status: 'healthy', message: null })
    .where('household_id', '=', householdId)
    .where('connection_id', '=', connectionId)
    .execute()
}
