import type { Answer, Endpoint, Received, Scope } from '#/platform/contract/endpoint.ts'
import type { Restrictions } from '#/platform/contract/resources.ts'
import type { Day } from '#/core/values/day.ts'
import type { Runtime } from './runtime.ts'
import type { WriteContext } from './write-context.ts'

/** The caller: the holder of a personal key, or a member who is signed in to the application. */
export type Caller = {
  readonly householdId: string
  readonly memberId: string
  readonly through: 'api' | 'app'
  /** Null in the application. */
  readonly key: { readonly id: string; readonly expiresAt: Temporal.Instant } | null
  readonly scopes: readonly Scope[]
  /** The resources that a restricted key may use, within its scopes; null: all. */
  readonly restrictions: Restrictions | null
  readonly plan: 'free' | 'standard' | 'premium'
  readonly standing: 'trialing' | 'active' | 'trial_ended' | 'lapsed' | 'closed'
  /** The device that pushes payments of its wallet; only on its own endpoint. */
  readonly deviceId?: string
  /** The signed-in person; only in the application. */
  readonly signedIn?: SignedIn
  /** The household's IANA zone: what "today" means. */
  readonly zone: string
  /** The household's currency, ISO 4217. */
  readonly currency: string
  /**
   * Changes with each change of the household's own records; only for keys, whose reads carry it in their `ETag`. It is the
   * revision, the transaction that wrote it, because a restored backup counts on from an earlier revision, and the last
   * processed day.
   */
  readonly state?: string
}

/** The person behind a member, and what their session allows. */
export type SignedIn = {
  readonly sessionId: string
  readonly personId: string
  readonly role: 'owner' | 'member'
  /** True for a visitor of the demo household, who has no credentials. */
  readonly isGuest: boolean
  /** When the person last proved their identity. */
  readonly provedAt: Temporal.Instant
}

/**
 * The runtime with the facts of one request. In a write, `db` is the write's own transaction, and `revision` is stored on
 * the rows that the write changes.
 */
export type Call = Runtime & {
  readonly caller: Caller
  readonly requestId: string
  /** Null in the application, whose requests are not counted. */
  readonly limits: RateLimits | null
  readonly revision: number
  /** In a write: the last day whose paydays and due dates are processed; null in a read. */
  readonly workedOff: Day | null
  /** In a write: true if the household has webhooks that want its new transactions. */
  readonly hasWebhooks: boolean
  readonly idempotencyKey: string | null
}

/** Both rate windows after the request was counted. Resets are Unix seconds. */
export type RateLimits = {
  readonly minuteLimit: number
  readonly minuteRemaining: number
  readonly minuteResetsAt: number
  readonly hourLimit: number
  readonly hourRemaining: number
  readonly hourResetsAt: number
}

/** An answer that PostgreSQL has already encoded as JSON; it is sent unchanged. */
export type JsonText = { readonly json: string }

/** An answer of an endpoint that is declared a `stream`: sent in pieces while it is produced. */
export type JsonPieces = {
  readonly pieces: AsyncIterable<string | Uint8Array>
  /** Set if the pieces are a file of another type than JSON. */
  readonly file?: FileKind
}

/** How a file is sent to people: its media type, and its name in ASCII. */
export type FileKind = { readonly type: string; readonly name: string }

/**
 * The one who acts for a household. `memberId` is null for the operator, who uses the same handlers through the command
 * line and is not a member.
 */
export type Actor = Pick<Caller, 'householdId' | 'zone' | 'currency' | 'state'> & {
  readonly memberId: string | null
  readonly through: 'api' | 'app' | 'cli' | 'engine'
  /** Only in the application. */
  readonly signedIn?: SignedIn
}

/** The part of a call that the application, the API and the command line have in common: a write with its author. */
export type Acting = WriteContext &
  Pick<Runtime, 'randomBytes' | 'seal' | 'bell' | 'mail' | 'recent'> &
  Pick<Call, 'workedOff'> & { readonly caller: Actor }

/** Same as `Handle`, for a handler that the command line also calls. */
export type Act<E extends Endpoint> = (
  acting: Acting,
  input: Received<E>,
) => Promise<Answer<E> | JsonText>

/** The function that answers an endpoint. The declaration determines its input and its answer. */
export type Handle<E extends Endpoint> = (
  call: Call,
  input: Received<E>,
) => Promise<E extends { readonly stream: true } ? JsonPieces : Answer<E> | JsonText>
