import type { Call, Handle } from '#/platform/runtime/call.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { connectionsApp } from '#/sources/banks/connections/app-contract.ts'
import { requirePlaid } from '#/sources/plaid/client.ts'
import { createLinkToken, type LinkToken } from '#/sources/plaid/connector.ts'
import { PLAID } from '#/sources/provider/bank-provider.ts'
import { ProviderFailure } from '#/sources/provider/provider.ts'
import { bindLink, type LinkOwner } from './bound-link.ts'
import { refusalsAbout } from './refusals-about.ts'
import { memberOf, requireOwned } from './require-owned.ts'
import { requireOffered } from './show-providers.ts'

/** `POST /connections/plaid/link`. */
export const openPlaidLink: Handle<typeof connectionsApp.openPlaidLink> = async (
  call,
  { body },
) => {
  requireOffered(call)
  const owner = await linkOwner(call, body.connection_id)
  const { token, page, expires } = await refusalsAbout('connection_id', () =>
    openLink(call, { ...owner, countries: body.country_codes, language: body.language }),
  )
  return { link_token: bindLink(call, token, owner), url: page, expires_at: expires }
}

/** The caller as the owner of a Link page. Throws as `requireOwned` for the connection that the page repairs. */
export async function linkOwner(call: Call, repairedId: string | undefined): Promise<LinkOwner> {
  const { householdId, memberId } = call.caller
  const connectionId = repairedId ?? null
  if (connectionId !== null) await requireOwned(call, connectionId, 'connection_id')
  return { householdId, memberId: memberOf(memberId), connectionId }
}

type LinkRequest = LinkOwner & {
  /** ISO 3166 codes. */
  readonly countries: readonly string[]
  /** ISO 639-1 code. */
  readonly language: string
}

/** Opens Plaid's Hosted Link for a member; the page lasts 4 hours. Throws ProviderFailure. */
async function openLink(
  runtime: Runtime,
  { householdId, memberId, connectionId, ...options }: LinkRequest,
): Promise<LinkToken> {
  const access = requirePlaid(runtime.plaid)
  const secret =
    connectionId === null ? null : await secretOf(runtime, { householdId, connectionId })
  const { webhookUrl } = access
  return createLinkToken(access, runtime, { ...options, userId: memberId, webhookUrl, secret })
}

/**
 * Reads the Plaid access token of a connection. Throws ProviderFailure `refused` when the connection is not Plaid's: a
 * SimpleFIN secret must never be sent to Plaid.
 */
async function secretOf(
  runtime: Runtime,
  { householdId, connectionId }: { readonly householdId: string; readonly connectionId: string },
): Promise<string> {
  const row = await runtime.db
    .selectFrom('connections')
    .select('secret')
    .where('household_id', '=', householdId)
    .where('id', '=', connectionId)
    .where('provider', '=', PLAID)
    .executeTakeFirst()
  if (!row?.secret)
    throw new ProviderFailure('refused', 'This is not a login at Plaid, or it has ended.')
  return runtime.seal.open(row.secret, `connections.secret:${connectionId}`)
}
