import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { CLIENT } from '../support/oidc/real-provider.ts'

/** How the next ID token is made. */
export type Lie = {
  /** Replaces claims of an honest token; undefined removes one. */
  readonly claims?: Readonly<Record<string, unknown>>
  /** `none`: unsigned. `HS256`: signed with the public key as if it were a secret. `stranger`: by a key that is not published. */
  readonly signature?: 'none' | 'HS256' | 'stranger' | undefined
  /** Answers at one of the addresses in place of the honest one. `hang`: never. */
  readonly answers?: Readonly<Record<string, Answer>>
}

type Answer = 'hang' | { readonly status: number; readonly body: string }

export type FakeOidc = {
  readonly issuer: string
  /** Lies from now on; without an argument it is honest again. */
  readonly lie: (lie?: Lie) => void
  /** The nonce that the next ID token has. */
  readonly expect: (nonce: string) => void
  /** Requests so far, by path. */
  readonly asked: (path: string) => number
  /** Replaces the key under the same name, as after a restart with new keys. */
  readonly rotate: () => Promise<void>
  /** A logout token. Undefined removes a claim. */
  readonly logoutToken: (
    claims?: Readonly<Record<string, unknown>>,
    made?: { readonly signature?: Lie['signature']; readonly typ?: string },
  ) => Promise<string>
  /** The body of the latest request for tokens. */
  readonly lastToken: () => URLSearchParams
}

/** Starts a provider that signs anybody in as `mallory`, and lies on request. It is closed after the file's tests. */
export async function startFakeOidc(): Promise<FakeOidc> {
  const [first, stranger] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  let own = first
  const publish = async () => ({
    ...(await exportJWK(own.publicKey)),
    kid: 'own',
    alg: 'RS256',
    use: 'sig',
  })
  let jwk = await publish()
  let lie: Lie = {}
  let nonce = ''
  let logouts = 0
  let latest = new URLSearchParams()
  const counts = new Map<string, number>()
  const at = { issuer: '' }

  const makeToken = (): Promise<string> | string => {
    const now = Math.floor(Date.now() / 1000)
    const { claims = {}, signature } = lie
    const honest = {
      iss: at.issuer,
      aud: CLIENT.id,
      sub: 'mallory',
      nonce,
      iat: now,
      exp: now + 300,
    }
    return sign({ ...honest, auth_time: now, ...claims }, { signature })
  }
  const sign = (
    claims: object,
    { signature, typ }: { readonly signature?: Lie['signature']; readonly typ?: string },
  ): Promise<string> | string => {
    const payload: JWTPayload = JSON.parse(JSON.stringify(claims))
    if (signature === 'none') return new UnsecuredJWT(payload).encode()
    if (signature === 'HS256') {
      const secret = new TextEncoder().encode(JSON.stringify(jwk))
      return new SignJWT(payload).setProtectedHeader({ alg: 'HS256', kid: 'own' }).sign(secret)
    }
    const key = signature === 'stranger' ? stranger.privateKey : own.privateKey
    return new SignJWT(payload)
      .setProtectedHeader({ alg: 'RS256', kid: 'own', ...(typ && { typ }) })
      .sign(key)
  }
  const answer = async (path: string): Promise<object> => {
    if (path === '/jwks') return { keys: [jwk] }
    if (path === '/token') {
      return { access_token: 'a', token_type: 'bearer', id_token: await makeToken() }
    }
    return describe(at.issuer)
  }
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const path = new URL(request.url!, at.issuer).pathname
    counts.set(path, (counts.get(path) ?? 0) + 1)
    if (path === '/token') latest = new URLSearchParams(await text(request))
    const given = lie.answers?.[path]
    if (given === 'hang') return
    response.statusCode = given?.status ?? 200
    response.setHeader('content-type', 'application/json')
    response.end(given?.body ?? JSON.stringify(await answer(path)))
  }
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  at.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer: at.issuer,
    lie: (next = {}) => {
      lie = next
    },
    expect: (next) => {
      nonce = next
    },
    asked: (path) => counts.get(path) ?? 0,
    lastToken: () => latest,
    rotate: async () => {
      own = await generateKeyPair('RS256')
      jwk = await publish()
    },
    logoutToken: async (claims = {}, made = {}) => {
      const now = Math.floor(Date.now() / 1000)
      logouts += 1
      const honest = {
        iss: at.issuer,
        aud: CLIENT.id,
        sub: 'mallory',
        iat: now,
        exp: now + 120,
        jti: `logout ${logouts}`,
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      }
      return sign({ ...honest, ...claims }, { typ: 'logout+jwt', ...made })
    },
  }
}

function describe(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    // A careless provider: what it lists must not decide which signatures count.
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
  }
}
