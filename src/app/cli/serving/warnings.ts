import {
  CONNECTIONS_OF_SERVER,
  countConnectionsLeft,
} from '#/platform/database/connections-left.ts'
import type { Database } from '#/platform/database/database.ts'
import type { Config } from '#/platform/runtime/config.ts'

type Warning = { readonly event: string; readonly facts: Readonly<Record<string, unknown>> }

/** Warns of settings with consequences, each in a line of the log at the start. */
export function warningsOf({ allowCidrs, publicUrl, trustedProxies }: Config): readonly Warning[] {
  const warnings: Warning[] = []
  if (allowCidrs.length > 0) {
    warnings.push({ event: 'private_destinations_allowed', facts: { cidrs: allowCidrs } })
  }
  // Earmark does not speak https itself, so a proxy must stand in front.
  if (publicUrl?.startsWith('https:') && trustedProxies.length === 0) {
    warnings.push({ event: 'no_trusted_proxies', facts: { consequence: NO_TRUSTED_PROXIES } })
  }
  return warnings
}

const NO_TRUSTED_PROXIES =
  'EARMARK_TRUSTED_PROXIES names no proxy, so everybody who comes through one counts as one caller. Set it to the address of ' +
  'the proxy that speaks https for PUBLIC_URL.'

/** Warns if PostgreSQL has no room for all connections that this server may open. `open`: those that it has opened. */
export async function warnOfConnections(db: Database, open: number): Promise<Warning | null> {
  const { most, left } = await countConnectionsLeft(db)
  const free = left + open
  if (free >= CONNECTIONS_OF_SERVER) return null
  return {
    event: 'database.few_connections',
    facts: { needed: CONNECTIONS_OF_SERVER, free, most, consequence: FEW_CONNECTIONS },
  }
}

const FEW_CONNECTIONS =
  'Requests are answered with 503 when the connections run out. Raise max_connections of PostgreSQL, or the connection limit of ' +
  'its role or database, or start fewer servers (docs/scaling.md).'
