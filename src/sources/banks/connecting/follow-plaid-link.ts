import type { Handle } from '#/platform/runtime/call.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { connectionsApp } from '#/sources/banks/connections/app-contract.ts'
import { requirePlaid } from '#/sources/plaid/client.ts'
import { type LinkOutcome, readLinkOutcome } from '#/sources/plaid/connector.ts'
import { PlaidFailure } from '#/sources/plaid/failure.ts'
import { type LinkOwner, openBoundLink } from './bound-link.ts'
import { connectWithPublicToken } from './connect-plaid.ts'
import { linkOwner } from './open-plaid-link.ts'
import { refusalsAbout } from './refusals-about.ts'
import { requireOffered } from './show-providers.ts'
import { syncSoon } from './resume-connection.ts'

/** `POST /connections/plaid/link/follow`. */
export const followPlaidLink: Handle<typeof connectionsApp.followPlaidLink> = async (
  call,
  { body },
) => {
  requireOffered(call)
  const { zone } = call.caller
  const owner = await linkOwner(call, body.connection_id)
  const token = openBoundLink(call, body.link_token, owner)
  const { state, connectionIds } = await refusalsAbout('link_token', () =>
    followLink(call, { ...owner, zone, token }),
  )
  if (state === 'done' && owner.connectionId !== null) await syncSoon(call, owner.connectionId)
  return { state, connection_ids: connectionIds }
}

type OpenedLink = LinkOwner & {
  readonly zone: string
  readonly token: string
}

/**
 * Reads how far somebody has come on Link's page, and connects the logins that were opened there. A login that an earlier
 * request connected is skipped. Throws ProviderFailure.
 */
async function followLink(
  runtime: Runtime,
  { token, connectionId, ...owner }: OpenedLink,
): Promise<{ state: LinkOutcome['state']; connectionIds: string[] }> {
  const { state, publicTokens } = await readLinkOutcome(requirePlaid(runtime.plaid), runtime, token)
  if (state !== 'done') return { state, connectionIds: [] }
  // A repaired login keeps its access token: there is nothing to exchange.
  if (connectionId !== null) return { state, connectionIds: [connectionId] }
  const connectionIds: string[] = []
  for (const publicToken of publicTokens) {
    const connected = connectWithPublicToken(runtime, { ...owner, publicToken, selectAll: false })
    const id = await connected.catch((error: unknown) => {
      if (error instanceof PlaidFailure && error.code === 'INVALID_PUBLIC_TOKEN') return null
      throw error
    })
    if (id !== null) connectionIds.push(id)
  }
  return { state, connectionIds }
}
