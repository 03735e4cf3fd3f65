import type { Endpoint, Received } from '#/platform/contract/endpoint.ts'
import type { Call } from '#/platform/runtime/call.ts'
import type { KeyedRequest, StoredAnswer } from './with-idempotency-key.ts'

/** A call before its write has begun: nothing is locked, and `db` is not a transaction. */
export type CallToBegin = Omit<Call, 'revision' | 'hasWebhooks' | 'workedOff'>

/** A request that writes. Without an Idempotency-Key `key` and `fingerprint` are null, and no answer is stored. */
export type WriteRequest = Pick<KeyedRequest, 'requestId' | 'now'> & {
  readonly key: string | null
  readonly fingerprint: Buffer | null
}

/**
 * Does a whole write by one statement, which is its own transaction: the claim of an Idempotency-Key, the household's lock,
 * the work and the stored answer. Null: nothing was done, because the key is known or the write needs more. Then it is done
 * step by step.
 */
export type AtOnce<E extends Endpoint> = (
  call: CallToBegin,
  input: Received<E>,
  request: WriteRequest,
) => Promise<StoredAnswer | null>
