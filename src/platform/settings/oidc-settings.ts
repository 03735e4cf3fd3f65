/** A provider of OpenID Connect, as the operator names it (`docs/single-sign-on.md`). */
export type OidcProvider = {
  /** Its number in the settings, which is part of its redirect address. */
  readonly id: string
  /** As the URL standard writes it, so that a missing slash at the end makes no other identities. */
  readonly issuer: string
  readonly clientId: string
  /** Null: a public client, which PKCE alone protects. */
  readonly clientSecret: string | null
  /** The label of its button. */
  readonly name: string
  readonly scopes: string
  /** How the client proves itself at the token endpoint; null: as the provider’s discovery document says. */
  readonly tokenAuth: TokenAuth | null
  /** The operator relies on the provider when it says that it has checked a second factor. */
  readonly trustsMfa: boolean
}

export type TokenAuth = 'client_secret_basic' | 'client_secret_post'

export type OidcSettings = {
  readonly providers: readonly OidcProvider[]
  /** People sign in through a provider, and in no other way. */
  readonly only: boolean
  /** The sign-in page goes on to the provider without a click. */
  readonly autoRedirect: boolean
}

export const NO_OIDC: OidcSettings = { providers: [], only: false, autoRedirect: false }

/** The most providers of an instance. */
const PROVIDERS_MAX = 9
const SCOPES = 'openid profile email'
const FIELDS = [
  'ISSUER',
  'CLIENT_ID',
  'CLIENT_SECRET',
  'NAME',
  'SCOPES',
  'TOKEN_AUTH',
  'TRUST_MFA',
] as const

type Field = (typeof FIELDS)[number]
type Given = Readonly<Record<string, string | undefined>>

const ids = Array.from({ length: PROVIDERS_MAX }, (_, index) => String(index + 1))
const nameOf = (id: string, field: Field) => `EARMARK_OIDC_${id}_${field}`

/** The secrets of providers, which may be in files. */
export const oidcSecretNames: readonly string[] = ids.map((id) => nameOf(id, 'CLIENT_SECRET'))

/**
 * Reads the providers from the environment. A provider exists if its issuer is set. `faults` names each variable that is
 * wrong, without its value.
 */
export function readOidcSettings(given: Given): {
  readonly settings: OidcSettings
  readonly faults: readonly string[]
} {
  const faults: string[] = []
  const providers = ids.flatMap((id) => readProvider(given, id, faults) ?? [])
  const twice = providers.filter(
    ({ issuer }, index) => providers.findIndex((other) => other.issuer === issuer) !== index,
  )
  for (const { id } of twice) {
    faults.push(`${nameOf(id, 'ISSUER')} names the issuer of another provider`)
  }
  const only = given['EARMARK_OIDC_ONLY'] === '1'
  const autoRedirect = given['EARMARK_OIDC_AUTO_REDIRECT'] === '1'
  if (only && providers.length === 0) faults.push('EARMARK_OIDC_ONLY needs EARMARK_OIDC_1_ISSUER')
  if (autoRedirect && providers.length !== 1) {
    faults.push('EARMARK_OIDC_AUTO_REDIRECT needs exactly one provider')
  }
  return { settings: { providers, only, autoRedirect }, faults }
}

function readProvider(given: Given, id: string, faults: string[]): OidcProvider | null {
  const values = Object.fromEntries(
    FIELDS.map((field) => [field, given[nameOf(id, field)] ?? '']),
  ) as Record<Field, string>
  const wrong = (field: Field, needed: string) => {
    faults.push(`${nameOf(id, field)} ${needed}`)
  }
  if (values.ISSUER === '') {
    const stray = FIELDS.find((field) => values[field] !== '')
    if (stray) wrong(stray, `needs ${nameOf(id, 'ISSUER')}`)
    return null
  }
  if (!isIssuer(values.ISSUER)) {
    wrong(
      'ISSUER',
      'must be an address such as https://auth.example.com, as the provider writes it',
    )
  }
  if (values.CLIENT_ID === '') wrong('CLIENT_ID', 'must be set')
  const scopes = values.SCOPES || SCOPES
  if (!scopes.split(' ').includes('openid')) wrong('SCOPES', 'must contain openid')
  const tokenAuth = readTokenAuth(values.TOKEN_AUTH)
  if (tokenAuth === undefined) {
    wrong('TOKEN_AUTH', 'must be client_secret_basic or client_secret_post')
  }
  if (!/^[01]?$/.test(values.TRUST_MFA)) wrong('TRUST_MFA', 'must be 1 or 0')
  return {
    id,
    issuer: URL.parse(values.ISSUER)?.href ?? values.ISSUER,
    clientId: values.CLIENT_ID,
    clientSecret: values.CLIENT_SECRET || null,
    name: values.NAME || (URL.parse(values.ISSUER)?.host ?? values.ISSUER),
    scopes,
    tokenAuth: tokenAuth ?? null,
    trustsMfa: values.TRUST_MFA === '1',
  }
}

function readTokenAuth(text: string): TokenAuth | null | undefined {
  if (text === '') return null
  return text === 'client_secret_basic' || text === 'client_secret_post' ? text : undefined
}

/** OpenID Connect Discovery 1.0, 3: no query and no fragment. */
function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && !/[?#@]/.test(text)
}
