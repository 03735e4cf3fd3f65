import { Refusal } from '#/platform/contract/refusal.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import type { Call, Handle } from '#/platform/runtime/call.ts'
import type { EnableBanking, Runtime } from '#/platform/runtime/runtime.ts'
import type { consentsApp } from '#/sources/banks/connections/consents-contract.ts'
import { requireEnableBanking } from '#/sources/enable-banking/client.ts'
import type { Present } from '#/sources/enable-banking/presence.ts'
import { type Bank, listBanks, openConsent } from '#/sources/enable-banking/consent.ts'
import { readLogin } from '#/sources/enable-banking/login.ts'
import { ENABLE_BANKING } from '#/sources/provider/bank-provider.ts'
import { ProviderFailure } from '#/sources/provider/provider.ts'
import { beginConsent, type ConsentOwner } from './bank-consents.ts'
import { presentOf } from '#/sources/banks/connections/present-of.ts'
import { consentRefusals } from './refusals-about.ts'
import { memberOf, requireOwned } from './require-owned.ts'

/** `GET /connections/enable-banking/banks`. */
export const listBankNames: Handle<typeof consentsApp.listBankNames> = async (call, { query }) => {
  const access = requireBanksOffered(call)
  const banks = await consentRefusals('country', () => listBanks(access, call, query.country))
  return banks.map(({ name }) => ({ name }))
}

/** `POST /connections/enable-banking/consents`. */
export const openBankConsent: Handle<typeof consentsApp.openBankConsent> = async (
  call,
  { body },
) => {
  requireBanksOffered(call)
  const connectionId = body.connection_id ?? null
  if (connectionId !== null) await requireOwned(call, connectionId, 'connection_id')
  const opened = await consentRefusals(connectionId === null ? 'bank' : 'connection_id', async () =>
    startConsent(call, ownerOf(call), {
      connectionId,
      bank: { name: body.bank ?? '', country: body.country ?? '' },
      language: body.language,
      present: await presentOf(call),
    }),
  )
  return { url: opened.url, expires_at: writeInstant(opened.expiresAt) }
}

type Start = {
  /** The connection whose consent is renewed, at its own bank; null: a new one, at `bank`. */
  readonly connectionId: string | null
  readonly bank: { readonly name: string; readonly country: string }
  readonly language: string
  readonly present: Present | null
}

/** Begins a consent. Returns the page of the bank. Throws ProviderFailure; `refused` if Enable Banking has no such bank. */
export async function startConsent(
  runtime: Runtime,
  owner: ConsentOwner,
  { connectionId, language, present, ...asked }: Start,
): Promise<{ url: string; state: string; expiresAt: Temporal.Instant }> {
  const access = requireEnableBanking(runtime.enableBanking)
  const bank = await findBank(
    runtime,
    access,
    connectionId === null
      ? asked.bank
      : await bankOf(runtime, { householdId: owner.householdId, connectionId }),
  )
  const { state, expiresAt } = await beginConsent(runtime, owner, { connectionId, bank })
  const { url } = await openConsent(access, runtime, { bank, state, language, present })
  return { url, state, expiresAt }
}

async function findBank(
  runtime: Runtime,
  access: EnableBanking,
  { name, country }: { readonly name: string; readonly country: string },
): Promise<Bank> {
  const banks = await listBanks(access, runtime, country)
  const bank = banks.find((one) => one.name === name)
  if (!bank) throw new ProviderFailure('refused', 'Enable Banking has no bank of this name there.')
  return bank
}

/** Reads the bank of a connection. Throws ProviderFailure `refused` unless it has a consent. */
async function bankOf(
  { db, seal }: Runtime,
  { householdId, connectionId }: { readonly householdId: string; readonly connectionId: string },
) {
  const row = await db
    .selectFrom('connections')
    .select('secret')
    .where('household_id', '=', householdId)
    .where('id', '=', connectionId)
    .where('provider', '=', ENABLE_BANKING)
    .executeTakeFirst()
  if (!row?.secret) {
    throw new ProviderFailure('refused', 'This connection has no consent at Enable Banking.')
  }
  return readLogin(seal.open(row.secret, `connections.secret:${connectionId}`)).bank
}

/** The caller in their session. */
export function ownerOf({ caller }: Call): ConsentOwner {
  const { householdId, memberId, signedIn } = caller
  return { householdId, memberId: memberOf(memberId), sessionId: signedIn?.sessionId ?? null }
}

/** Throws `resource_not_found` unless the operator has set Enable Banking up. */
export function requireBanksOffered({ enableBanking }: Call): EnableBanking {
  if (enableBanking !== null) return enableBanking
  throw new Refusal('resource_not_found', {
    message: 'Enable Banking is not set up on this Earmark.',
    detail: { name: 'enable_banking_off' },
  })
}
