import type { Endpoint, Received } from '#/platform/contract/endpoint.ts'
import type { Call } from '#/platform/runtime/call.ts'
import type { KeyedRequest, StoredAnswer } from './with-idempotency-key.ts'

/** A call before its write has begun: nothing is locked, and `db` is not a transaction. */
export type CallToBegin = Omit<Call, 'revision' | 'hasWebhooks' | 'workedOff'>

/**
 * Does a whole write with an Idempotency-Key by one statement, which is its own transaction: the claim of the key, the
 * household's lock, the work and the stored answer. Null: nothing was done, because the key is known or the write needs more.
 * Then it is done step by step.
 */
export type AtOnce<E extends Endpoint> = (
  call: CallToBegin,
  input: Received<E>,
  request: KeyedRequest,
) => Promise<StoredAnswer | null>
