import { createHash, createHmac } from 'node:crypto'
import * as z from 'zod'
import { sql } from 'kysely'
import type { PersonRequest } from '#/access/sessions/person-request.ts'
import { digestOf } from '#/access/sessions/session.ts'
import type { OidcProvider } from '#/platform/settings/oidc-settings.ts'
import { Unreadable } from '#/platform/runtime/seal.ts'
import type { Binding } from '#/platform/runtime/sealed-columns.ts'
import { OidcFailure } from './oidc-failure.ts'
import { openProvider } from './open-provider.ts'

/** Minutes that a person has to sign in at the provider. */
const LOGIN_MINUTES = 15
const SECRET_BYTES = 32

export type LoginPurpose = 'sign_in' | 'link' | 'sudo' | 'invitation' | 'setup'

export type Login = {
  readonly id: string
  readonly issuer: string
  readonly redirectUri: string
  readonly purpose: LoginPurpose
  readonly sessionId: string | null
  readonly createdAt: Temporal.Instant
  /** Null until the provider has confirmed the login. */
  readonly facts: LoginFacts | null
}

const loginFacts = z.object({
  subject: z.string(),
  account: z.string().nullable(),
  sid: z.string().nullable(),
  idToken: z.string(),
  /** The provider says that it has checked a second factor, and the operator relies on it. */
  mfa: z.boolean(),
})
export type LoginFacts = z.infer<typeof loginFacts>

const binding = (id: string): Binding => `oidc_logins.facts:${id}`

/** Derives what a login must not reveal from the secret in the browser's cookie, so that none of it is stored. */
export function deriveFrom(secret: string, use: 'nonce' | 'verifier', state: string): string {
  return createHmac('sha256', secret).update(`${use}:${state}`).digest('base64url')
}

/** Returns the address at this instance to which a provider sends people back. Each provider has its own, against mix-ups. */
export function redirectUriOf(
  { client }: Pick<PersonRequest, 'client'>,
  { id }: OidcProvider,
): string {
  return `${originOf({ client })}/oidc/${id}`
}

/** The origin that the browser uses, from PUBLIC_URL or the request; never from its `Origin`. */
export function originOf({ client }: Pick<PersonRequest, 'client'>): string {
  return `${client.secure ? 'https' : 'http'}://${client.host}`
}

type Beginning = {
  readonly provider: OidcProvider
  readonly purpose: LoginPurpose
  readonly sessionId: string | null
  /** The provider is to offer other accounts. A proof always asks for a login instead. */
  readonly choosesAccount: boolean
}

/** Begins a login: returns the provider's address where the person signs in, and binds it to this browser. */
export async function beginLogin(
  request: PersonRequest,
  { provider, purpose, sessionId, choosesAccount }: Beginning,
): Promise<string> {
  const { library, configuration } = await openProvider(request, provider)
  const secret = request.loginSecret ?? randomText(request)
  const state = randomText(request)
  const redirectUri = redirectUriOf(request, provider)
  const verifier = deriveFrom(secret, 'verifier', state)
  const at = request.now()
  await request.db
    .insertInto('oidc_logins')
    .values({
      id: request.newId(),
      state_digest: digestOf(state),
      browser_digest: digestOf(secret),
      issuer: provider.issuer,
      redirect_uri: redirectUri,
      purpose,
      session_id: sessionId,
      created_at: at,
      expires_at: at.add({ minutes: LOGIN_MINUTES }),
    })
    .execute()
  request.keepLoginSecret(secret, LOGIN_MINUTES * 60)
  const url = library.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: provider.scopes,
    state,
    nonce: deriveFrom(secret, 'nonce', state),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(choosesAccount && { prompt: promptForChoice(configuration.serverMetadata()) }),
    // A proof needs a login now, not the provider's session of this morning.
    ...(purpose === 'sudo' && { prompt: 'login', max_age: '0' }),
  })
  return url.href
}

/** A provider that lists its prompts, and does not list this one, shows its login form instead. */
function promptForChoice(metadata: Readonly<Record<string, unknown>>): string {
  const listed = metadata['prompt_values_supported']
  return Array.isArray(listed) && !listed.includes('select_account') ? 'login' : 'select_account'
}

function randomText({ randomBytes }: Pick<PersonRequest, 'randomBytes'>): string {
  return Buffer.from(randomBytes(SECRET_BYTES)).toString('base64url')
}

type Returned = { readonly provider: OidcProvider; readonly state: string; readonly secret: string }

type Row = {
  id: string
  redirect_uri: string
  purpose: LoginPurpose
  session_id: string | null
  created_at: Temporal.Instant
  facts: Buffer | null
}

/**
 * Claims the login that a browser comes back from, before its code is used. The provider must be the one that it began
 * with. A login that the provider has confirmed already is found again until it ends. Throws `state_unknown`.
 */
export async function claimLogin(
  { db, now, seal }: PersonRequest,
  { provider, state, secret }: Returned,
): Promise<Login> {
  const at = now()
  const { rows } = await sql<Row>`
    update oidc_logins set claimed_at = ${at}
    where state_digest = ${digestOf(state)} and browser_digest = ${digestOf(secret)}
      and issuer = ${provider.issuer} and expires_at > ${at} and (claimed_at is null or facts is not null)
    returning id, redirect_uri, purpose, session_id, created_at, facts`.execute(db)
  const [row] = rows
  if (!row) throw new OidcFailure('state_unknown')
  return {
    id: row.id,
    issuer: provider.issuer,
    redirectUri: row.redirect_uri,
    purpose: row.purpose,
    sessionId: row.session_id,
    createdAt: row.created_at,
    facts: row.facts === null ? null : openFacts({ seal }, row.id, row.facts),
  }
}

function openFacts({ seal }: Pick<PersonRequest, 'seal'>, id: string, sealed: Buffer): LoginFacts {
  try {
    return loginFacts.parse(JSON.parse(seal.open(sealed, binding(id))))
  } catch (error) {
    if (error instanceof Unreadable) throw new OidcFailure('state_unknown')
    throw error
  }
}

/** Keeps what the provider confirmed, while the person looks for the code of their second factor. */
export async function keepFacts(
  { db, seal }: PersonRequest,
  id: string,
  facts: LoginFacts,
): Promise<void> {
  await db
    .updateTable('oidc_logins')
    .set({ facts: seal.seal(JSON.stringify(facts), binding(id)) })
    .where('id', '=', id)
    .execute()
}

/** Ends a login. True for the one request that ends it. */
export async function endLogin({ db }: Pick<PersonRequest, 'db'>, id: string): Promise<boolean> {
  const ended = await db.deleteFrom('oidc_logins').where('id', '=', id).executeTakeFirst()
  return ended.numDeletedRows === 1n
}
