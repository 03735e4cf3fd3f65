import { OidcFailure } from '#/access/oidc/oidc-failure.ts'
import { openProvider } from '#/access/oidc/open-provider.ts'
import { createOutbound } from '#/platform/outbound/outbound.ts'
import { type Config, ownOrigins } from '#/platform/runtime/config.ts'
import type { ServerMetadata } from 'openid-client'
import { type Check, fault, ok, warning } from './check.ts'

/** Reads the discovery document of each provider, through the same guard as the server. Empty without providers. */
export async function checkProviders(
  config: Config,
  now: () => Temporal.Instant,
): Promise<readonly Check[]> {
  const { oidc, allowCidrs } = config
  if (oidc.providers.length === 0) return []
  const outbound = createOutbound({ allowCidrs, ownOrigins: ownOrigins(config) })
  try {
    return await Promise.all(
      oidc.providers.map(async (provider): Promise<Check> => {
        try {
          const { configuration } = await openProvider({ outbound, now }, provider)
          const metadata = configuration.serverMetadata()
          const { code_challenge_methods_supported: pkce } = metadata
          if (pkce?.includes('S256') === false) {
            return warning(
              'providers',
              `${provider.name} does not name PKCE with S256.`,
              'Update the provider, or allow PKCE for this client there.',
            )
          }
          return ok('providers', `${provider.name} answers, and ${describeSignOut(metadata)}.`)
        } catch (error) {
          if (!(error instanceof OidcFailure)) throw error
          return fault(
            'providers',
            `${provider.name}: the discovery document cannot be used (${error.fault}: ${error.detail}).`,
            `Correct EARMARK_OIDC_${provider.id}_ISSUER, start the provider, or name its address in EARMARK_ALLOW_CIDRS if it is in a private network.`,
          )
        }
      }),
    )
  } finally {
    await outbound.close()
  }
}

function describeSignOut({
  end_session_endpoint: there,
  backchannel_logout_supported: reports,
}: ServerMetadata): string {
  const offers = there === undefined ? 'offers no sign-out' : 'offers sign-out'
  return reports === true ? `${offers}, here too when people sign out there` : offers
}
