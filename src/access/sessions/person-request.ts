import type { Answer, Endpoint, Received } from '#/platform/contract/endpoint.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { KnownBrowser } from './known-browser.ts'
import type { CookieKind } from './session.ts'

/** The origin of a request. */
export type ClientInfo = {
  /** The address, or the network of the address, as it is stored and counted. */
  readonly address: string
  /** The whole address, for the log. */
  readonly wholeAddress: string
  readonly agent: string
  /** True if the browser uses https, even if a proxy in between ends it. */
  readonly secure: boolean
  /** Decides the names and attributes of cookies. */
  readonly cookies: CookieKind
  /** The public host and port, to which passkeys are bound. Never taken from the request's `Origin`. */
  readonly host: string
}

/** A browser in which somebody is signed in. */
export type Session = {
  readonly id: string
  readonly personId: string
  /** A guest of the demo household, who has no credentials. */
  readonly isGuest: boolean
  /** The household that they used last. */
  readonly householdId: string | null
  /** The time of their last proof of identity. */
  readonly provedAt: Temporal.Instant
}

/** The runtime with the request of a person, signed in or not, rather than of a household. */
export type PersonRequest<S extends Session | null = Session | null> = Runtime & {
  readonly requestId: string
  readonly client: ClientInfo
  readonly session: S
  /** The browser, if somebody has signed in with it before. */
  readonly known: KnownBrowser | null
  /** Sets the cookie that marks the browser as known, and returns the browser's id. */
  readonly keepKnown: (how: { readonly renamed: boolean }) => string
  /** The secret that binds logins at a provider to this browser; null: it has begun none. */
  readonly loginSecret: string | null
  readonly keepLoginSecret: (secret: string, ageSeconds: number) => void
  /** Signs the browser in with this token, or out. */
  readonly keepToken: (token: string | null) => void
}

/** The function that answers an endpoint for a person. Only open endpoints may lack a session. */
export type PersonHandle<E extends Endpoint> = (
  request: PersonRequest<E extends { readonly open: true } ? Session | null : Session>,
  input: Received<E>,
) => Promise<Answer<E>>
