import type { Answer, Endpoint, Received, Scope } from '#/platform/contract/endpoint.ts'
import type { Day } from '#/core/values/day.ts'
import type { Runtime } from './runtime.ts'

/** Who is calling: the holder of a personal key, or a member who is signed in to the application. */
export type Caller = {
  readonly householdId: string
  readonly memberId: string
  readonly through: 'api' | 'app'
  /** Null in the application. */
  readonly key: { readonly id: string; readonly expiresAt: Temporal.Instant } | null
  readonly scopes: readonly Scope[]
  readonly plan: 'free' | 'standard' | 'premium'
  readonly standing: 'trialing' | 'active' | 'trial_ended' | 'lapsed' | 'closed'
  /** The device that pushes what its wallet sees; only at that entrance. */
  readonly deviceId?: string
  /** Who is signed in; only in the application. */
  readonly signedIn?: SignedIn
  /** The household's IANA zone: what "today" means. */
  readonly zone: string
  /** The household's currency, ISO 4217. */
  readonly currency: string
}

/** The person behind a member, and what their session allows. */
export type SignedIn = {
  readonly sessionId: string
  readonly personId: string
  readonly role: 'owner' | 'member'
  /** Somebody who looks around in the demo household, and has nothing to prove themselves with. */
  readonly isGuest: boolean
  /** When they last proved who they are. */
  readonly provedAt: Temporal.Instant
}

/**
 * The runtime, acting for one request. In a write `db` is the write's own transaction, and `revision` the number
 * that the write stamps on what it changes.
 */
export type Call = Runtime & {
  readonly caller: Caller
  readonly requestId: string
  /** Null in the application, whose requests are not counted. */
  readonly limits: RateLimits | null
  readonly revision: number
  /** In a write: the last day whose paydays and due dates are worked off; null in a read. */
  readonly workedOff: Day | null
  /** In a write: whether anybody is to be told of the household's new transactions. */
  readonly hasWebhooks: boolean
  readonly idempotencyKey: string | null
}

/** Both rate windows as they stand after the request was counted. Resets are Unix seconds. */
export type RateLimits = {
  readonly minuteLimit: number
  readonly minuteRemaining: number
  readonly minuteResetsAt: number
  readonly hourLimit: number
  readonly hourRemaining: number
  readonly hourResetsAt: number
}

/** An answer that PostgreSQL has already written as JSON; it is sent as it is. */
export type JsonText = { readonly json: string }

/** An answer that is sent piece by piece while it is made: one of an endpoint that is declared a `stream`. */
export type JsonPieces = { readonly pieces: AsyncIterable<string> }

/**
 * Whoever acts for a household. `memberId` is null for the operator, who uses the same verbs through the command line
 * and is nobody's member.
 */
export type Actor = Pick<Caller, 'householdId' | 'zone' | 'currency'> & {
  readonly memberId: string | null
  readonly through: 'api' | 'app' | 'cli' | 'engine'
  /** Only in the application. */
  readonly signedIn?: SignedIn
}

/** As much of a call as a verb needs that the application, the API and the command line share. */
export type Acting = Pick<Runtime, 'db' | 'now' | 'newId' | 'randomBytes'> &
  Pick<Call, 'revision' | 'workedOff'> & { readonly caller: Actor }

/** As `Handle`, for a verb that asks no more of its caller than to act for a household. */
export type Act<E extends Endpoint> = (
  acting: Acting,
  input: Received<E>,
) => Promise<Answer<E> | JsonText>

/** The function that answers an endpoint: its input and its answer are read off the declaration. */
export type Handle<E extends Endpoint> = (
  call: Call,
  input: Received<E>,
) => Promise<E extends { readonly stream: true } ? JsonPieces : Answer<E> | JsonText>
