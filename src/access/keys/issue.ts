import type { Runtime } from '#/platform/runtime/runtime.ts'
import { type KeyTerms, storeTerms } from './terms.ts'
import { makeToken } from './token.ts'

export type NewKey = Pick<KeyTerms, 'scopes'> &
  Partial<KeyTerms> & {
    /** A given id, for keys that are created in the order of their ids; by default a new one. */
    readonly id?: string
    readonly householdId: string
    readonly memberId: string
    readonly name: string
    readonly expiresAt: Temporal.Instant
    /** The network where it is created. Its first use from there is no alert. */
    readonly createdFrom?: string | null
  }

/** A new key. `apiKey` is shown once: only its digest is stored. */
export type IssuedKey = {
  readonly id: string
  readonly apiKey: string
  readonly expiresAt: Temporal.Instant
}

/** The default lifetime of a key, in days. */
export const KEY_DAYS = 365

/** Creates a key and its rate window. The key works as soon as the transaction is committed. */
export async function issueKey(
  runtime: Pick<Runtime, 'db' | 'now' | 'newId' | 'randomBytes'>,
  { id = runtime.newId(), householdId, memberId, name, expiresAt, ...given }: NewKey,
): Promise<IssuedKey> {
  const { text, publicId, digest } = makeToken(runtime.randomBytes)
  const now = runtime.now()
  const owned = { household_id: householdId }
  await runtime.db
    .insertInto('api_keys')
    .values({
      ...owned,
      id,
      member_id: memberId,
      name,
      public_id: publicId,
      digest,
      ...storeTerms({ restrictions: null, allowedFrom: null, ...given }),
      expires_at: expiresAt,
      created_at: now,
    })
    .execute()
  await runtime.db
    .insertInto('key_lookup')
    .values({ ...owned, key_id: id, public_id: publicId })
    .execute()
  await runtime.db
    .insertInto('key_windows')
    .values({ ...owned, key_id: id, minute: now, used: 0 })
    .execute()
  if (given.createdFrom) {
    await runtime.db
      .insertInto('key_places')
      .values({
        ...owned,
        key_id: id,
        network: given.createdFrom,
        agent: '',
        first_at: now,
        alerted: false,
      })
      .execute()
  }
  return { id, apiKey: text, expiresAt }
}
