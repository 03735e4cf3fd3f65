import type { ClientAuth, Configuration } from 'openid-client'
import type { OidcProvider } from '#/platform/settings/oidc-settings.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { createGuardedFetch } from './guarded-fetch.ts'
import { OidcFailure, readFailure } from './oidc-failure.ts'

/** Seconds for which a discovery document and its keys count: people learn soon that a provider is away, and new keys count soon. */
const DISCOVERY_SECONDS = 60
/** Seconds by which the clocks of provider and instance may differ. */
export const CLOCK_TOLERANCE = 60

type Library = typeof import('openid-client')
export type OpenProvider = { readonly library: Library; readonly configuration: Configuration }

type Kept = { readonly opened: Promise<OpenProvider>; readonly until: number }

const opened = new WeakMap<OidcProvider, Kept>()

/** Loads the library: at the first use, because most instances have no provider. */
const loadLibrary = () => import('openid-client')

/** Reads the discovery document of a provider, or the one that was read a few minutes ago. Throws an OidcFailure. */
export function openProvider(
  { outbound, now }: Pick<Runtime, 'outbound' | 'now'>,
  provider: OidcProvider,
): Promise<OpenProvider> {
  const at = now().epochMilliseconds
  const kept = opened.get(provider)
  if (kept && at < kept.until) return kept.opened
  const opening = discover(outbound, provider)
  opened.set(provider, { opened: opening, until: at + DISCOVERY_SECONDS * 1000 })
  // A provider that is down now may be up at the next request.
  opening.catch(() => opened.delete(provider))
  return opening
}

/** Forgets what a provider published, such as keys that it has replaced: the next login reads it again. */
export function forgetProvider(provider: OidcProvider): void {
  opened.delete(provider)
}

async function discover(
  outbound: Runtime['outbound'],
  provider: OidcProvider,
): Promise<OpenProvider> {
  const library = await loadLibrary()
  const { allowInsecureRequests, clockTolerance, customFetch, enableNonRepudiationChecks } = library
  const issuer = new URL(provider.issuer)
  try {
    const configuration = await library.discovery(
      issuer,
      provider.clientId,
      { [clockTolerance]: CLOCK_TOLERANCE },
      undefined,
      {
        [customFetch]: createGuardedFetch(outbound),
        execute: [
          // The guard decides to which addresses plain http may go.
          ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : []),
          // Checks the signature of ID tokens, which TLS alone would vouch for otherwise.
          enableNonRepudiationChecks,
        ],
      },
    )
    const metadata = configuration.serverMetadata()
    // The library makes exceptions for some multi-tenant providers, whose issuer is a template.
    if (new URL(metadata.issuer).href !== provider.issuer) throw new OidcFailure('wrong_issuer')
    return { library, configuration: withAuth(library, provider, configuration) }
  } catch (error) {
    throw readFailure(error)
  }
}

/** Makes the same configuration with the authentication that the provider supports; basic is the standard's default. */
function withAuth(
  library: Library,
  provider: OidcProvider,
  discovered: Configuration,
): Configuration {
  const metadata = discovered.serverMetadata()
  const made = new library.Configuration(
    metadata,
    provider.clientId,
    { [library.clockTolerance]: CLOCK_TOLERANCE },
    chooseAuth(library, provider, metadata.token_endpoint_auth_methods_supported),
  )
  const kept = discovered[library.customFetch]
  if (kept) made[library.customFetch] = kept
  if (new URL(provider.issuer).protocol === 'http:') library.allowInsecureRequests(made)
  library.enableNonRepudiationChecks(made)
  return made
}

function chooseAuth(
  { ClientSecretBasic, ClientSecretPost, None }: Library,
  { clientSecret, tokenAuth }: OidcProvider,
  supported: readonly string[] | undefined,
): ClientAuth {
  if (clientSecret === null) return None()
  const onlyPost = supported?.includes('client_secret_basic') === false
  const chosen = tokenAuth ?? (onlyPost ? 'client_secret_post' : 'client_secret_basic')
  return chosen === 'client_secret_post'
    ? ClientSecretPost(clientSecret)
    : ClientSecretBasic(clientSecret)
}
