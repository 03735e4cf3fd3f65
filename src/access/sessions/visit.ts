import type { Answer, Endpoint, Received } from '#/platform/contract/endpoint.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { KnownBrowser } from './known-browser.ts'
import type { CookieKind } from './session.ts'

/** Where a request comes from, and how it reached us. */
export type Visitor = {
  readonly address: string
  readonly agent: string
  /** Whether the browser speaks https, whatever stands between it and us. */
  readonly secure: boolean
  /** How our cookies are named and bound here. */
  readonly cookies: CookieKind
  /** Host and port under which people know us: what passkeys belong to. Never the request's own `Origin`. */
  readonly host: string
}

/** A browser in which somebody is signed in. */
export type Session = {
  readonly id: string
  readonly personId: string
  /** Somebody who looks around in the demo household, and has nothing to sign in with. */
  readonly isGuest: boolean
  /** The household that they looked at last. */
  readonly householdId: string | null
  /** When they last proved who they are. */
  readonly provedAt: Temporal.Instant
}

/** The runtime, acting for a person rather than for a household, or for somebody who is yet to sign in. */
export type Visit<S extends Session | null = Session | null> = Runtime & {
  readonly requestId: string
  readonly visitor: Visitor
  readonly session: S
  /** The browser, where people have signed in with it before. */
  readonly known: KnownBrowser | null
  /** Gives the browser the cookie by which it is known again, and returns the browser's id. */
  readonly keepKnown: (how: { readonly renamed: boolean }) => string
  /** Signs the browser in with this token, or out. */
  readonly keepToken: (token: string | null) => void
}

/** The function that answers an endpoint for a person; only open ones have to do without a session. */
export type Visited<E extends Endpoint> = (
  visit: Visit<E extends { readonly open: true } ? Session | null : Session>,
  input: Received<E>,
) => Promise<Answer<E>>
