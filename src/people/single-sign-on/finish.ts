import type { Answer, Received } from '#/platform/contract/endpoint.ts'
import { invalidParameter, Refusal } from '#/platform/contract/refusal.ts'
import { inTransaction } from '#/platform/database/database.ts'
import { keepProviderSession, renewProviderSession } from '#/access/oidc/end-session.ts'
import { addIdentity, findPersonOf, noteUse } from '#/access/oidc/identities.ts'
import {
  claimLogin,
  endLogin,
  keepFacts,
  type Login,
  type LoginFacts,
} from '#/access/oidc/login.ts'
import { OidcFailure } from '#/access/oidc/oidc-failure.ts'
import { verifyLogin } from '#/access/oidc/verify-login.ts'
import type { PersonHandle, PersonRequest, Session } from '#/access/sessions/person-request.ts'
import { recordPersonEvent } from '#/access/sessions/record-event.ts'
import { describe } from '#/access/sessions/who-am-i.ts'
import { requireSecondFactor } from '#/access/sign-in-methods/second-factor.ts'
import { acceptByProvider } from '#/people/accept-invitation.ts'
import { countAttempt, ownCounter, resetAttempts } from '#/people/attempts.ts'
import { foundInstance } from '#/people/set-up.ts'
import { enter, openSudo } from '#/people/sign-in.ts'
import type { OidcProvider } from '#/platform/settings/oidc-settings.ts'
import { logLocked, logRefusedSignIn } from '#/access/sessions/log-refusal.ts'
import type { singleSignOn } from './app-contract.ts'
import { requireProvider, requireRoomForIdentity } from './begin.ts'
import { refuse } from './refuse.ts'

type Body = Received<typeof singleSignOn.finishProviderLogin>['body']
type Finished = Answer<typeof singleSignOn.finishProviderLogin>

/** `POST /oidc/finish` */
export const finishProviderLogin: PersonHandle<typeof singleSignOn.finishProviderLogin> = async (
  request,
  { body },
) => {
  const provider = requireProvider(request, body.provider)
  try {
    const login = await claim(request, provider, body)
    const facts = login.facts ?? (await verify(request, { provider, login, body }))
    return await act(request, { login, facts, body })
  } catch (error) {
    if (error instanceof OidcFailure) return refuse(request, provider, error)
    throw error
  }
}

function claim(request: PersonRequest, provider: OidcProvider, { query }: Body): Promise<Login> {
  const secret = request.loginSecret
  // The login was begun in another browser, or too long ago.
  if (secret === null) throw new OidcFailure('state_unknown', 'no cookie')
  return claimLogin(request, { provider, state: query.state, secret })
}

type Verifying = { readonly provider: OidcProvider; readonly login: Login; readonly body: Body }

async function verify(
  request: PersonRequest,
  { provider, login, body }: Verifying,
): Promise<LoginFacts> {
  const { state, ...others } = body.query
  const given = Object.entries({ state, ...others })
  const query = Object.fromEntries(
    given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  const secret = request.loginSecret!
  const facts = await verifyLogin(request, { provider, login, secret, state, query })
  await keepFacts(request, login.id, facts)
  return facts
}

type Acting = { readonly login: Login; readonly facts: LoginFacts; readonly body: Body }

async function act(request: PersonRequest, acting: Acting): Promise<Finished> {
  const { login, facts } = acting
  const identity = { issuer: login.issuer, subject: facts.subject }
  if (login.purpose === 'link') return link(request, acting)
  const personId = await findPersonOf(request, identity)
  if (login.purpose === 'sudo') return prove(request, acting, personId)
  if (personId !== null) return signIn(request, acting, personId)
  if (login.purpose === 'sign_in') throw new OidcFailure('not_linked')
  return join(request, acting)
}

async function signIn(request: PersonRequest, acting: Acting, personId: string): Promise<Finished> {
  const { login, facts } = acting
  await requireCode(request, acting, personId)
  const identity = { ...facts, issuer: login.issuer }
  const session = await enter(request, personId, {
    through: 'oidc',
    // In the same transaction, so that the provider can end every session that it opened.
    also: async (within, sessionId) => {
      await end(within, login)
      await keepProviderSession(within, sessionId, identity)
      await noteUse(within, identity)
    },
  })
  return { outcome: 'signed_in', session }
}

/** Proves again who a person is. Their own identity must answer, and in the session that asked. */
async function prove(
  request: PersonRequest,
  acting: Acting,
  personId: string | null,
): Promise<Finished> {
  const session = requireSession(request, acting.login)
  if (personId !== session.personId) throw new OidcFailure('other_account')
  await requireCode(request, acting, personId)
  const { login, facts } = acting
  await end(request, login)
  await renewProviderSession(request, session.id, { ...facts, issuer: login.issuer })
  await recordPersonEvent(request, personId, 'sudo')
  await openSudo({ ...request, session })
  return { outcome: 'proved', session: await describe(request, session.id) }
}

/** Links an identity to the signed-in person, who proved who they are when it began. */
async function link(request: PersonRequest, { login, facts }: Acting): Promise<Finished> {
  const { id, personId } = requireSession(request, login)
  const identity = { ...facts, issuer: login.issuer }
  await end(request, login)
  await inTransaction(request.db, async (db) => {
    const within = { ...request, db }
    // Locks the person, so that concurrent requests cannot exceed the cap.
    await db
      .selectFrom('persons')
      .select('id')
      .where('id', '=', personId)
      .forNoKeyUpdate()
      .execute()
    const owner = await findPersonOf(within, identity)
    if (owner === personId) return
    await requireRoomForIdentity(within, personId)
    if (!(await addIdentity(within, personId, identity))) throw new OidcFailure('taken')
    await recordPersonEvent(within, personId, 'identity.link')
  })
  return { outcome: 'linked', session: await describe(request, id) }
}

/** Creates the account of an invited person, or the first one of the instance, which only the identity opens. */
async function join(request: PersonRequest, { login, facts, body }: Acting): Promise<Finished> {
  const identity = { ...facts, issuer: login.issuer }
  const also = async (within: PersonRequest, personId: string) => {
    // In the same transaction, so that a login makes one account at most.
    await end(within, login)
    if (!(await addIdentity(within, personId, identity))) throw new OidcFailure('taken')
    await recordPersonEvent(within, personId, 'identity.link')
  }
  const session =
    login.purpose === 'invitation'
      ? await acceptByProvider(request, { ...requireField(body.invitation, 'invitation'), also })
      : await foundInstance(request, { ...requireField(body.setup, 'setup'), password: null, also })
  await keepProviderSession(request, session.session_id, identity)
  return { outcome: 'joined', session }
}

function requireField<T>(value: T | undefined, field: string): T {
  if (value !== undefined) return value
  throw invalidParameter(field, `\`${field}\` is required for this login.`, { name: 'required' })
}

/** The session in which a login was begun, and no other. */
function requireSession({ session }: PersonRequest, { sessionId }: Login): Session {
  if (!session) throw new Refusal('session_required')
  if (session.id !== sessionId || session.isGuest) throw new OidcFailure('state_unknown', 'session')
  return session
}

async function end(request: Pick<PersonRequest, 'db'>, { id }: Login): Promise<void> {
  if (!(await endLogin(request, id))) throw new OidcFailure('state_unknown', 'used')
}

/** Asks for the second factor of Earmark, unless the provider has checked one and the operator relies on that. */
async function requireCode(
  request: PersonRequest,
  { facts, body }: Acting,
  personId: string,
): Promise<void> {
  if (facts.mfa) return
  const { code } = body
  if (code === undefined) return requireSecondFactor(request, personId, code)
  const counters = ownCounter(`oidc:${personId}`)
  const tried = { email: '', personId }
  await countAttempt(request, counters).catch(logLocked(request, tried))
  try {
    await requireSecondFactor(request, personId, code)
  } catch (error) {
    await recordPersonEvent(request, personId, 'sign_in.second_factor_failed')
    logRefusedSignIn(request, { reason: 'second_factor', tried })
    throw error
  }
  await resetAttempts(request, counters)
}
