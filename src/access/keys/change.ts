import { isDeepStrictEqual } from 'node:util'
import { notFound } from '#/platform/contract/refusal.ts'
import { inTransaction } from '#/platform/database/database.ts'
import { type Author, OPERATOR, recordChange } from '#/platform/audited/record-change.ts'
import { findHousehold } from './find-household.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { checkTerms, describeTerms, type KeyTerms, readTerms, storeTerms } from './terms.ts'

/** A key, also of one household or member alone: others are not found. */
type Sought = {
  readonly keyId: string
  readonly householdId?: string
  readonly memberId?: string
}

type KeyChange = {
  /** Terms that are left out stay. */
  readonly wanted: Partial<KeyTerms> & { readonly name?: string }
  readonly author?: Author
}

/** The name and the terms of a key after a change. */
export type ChangedKey = KeyTerms & { readonly id: string; readonly name: string }

/**
 * Changes a key that is not revoked, from its next request on. Throws `resource_not_found` and `invalid_parameter`.
 */
export async function changeKey(
  runtime: Pick<Runtime, 'db' | 'now' | 'newId'>,
  { keyId, householdId, memberId }: Sought,
  { wanted, author = OPERATOR }: KeyChange,
): Promise<ChangedKey> {
  return inTransaction(runtime.db, async (tx) => {
    const owner = householdId ?? (await findHousehold(tx, keyId))
    const key = await tx
      .selectFrom('api_keys')
      .select(['household_id', 'name', 'scopes', 'grants', 'allowed_from'])
      .where('household_id', '=', owner)
      .where('id', '=', keyId)
      .where('revoked_at', 'is', null)
      .$if(memberId !== undefined, (query) => query.where('member_id', '=', memberId!))
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!key) throw notFound('key_id')
    const before = { name: key.name, ...readTerms(key) }
    const { name = key.name } = wanted
    const terms = checkTerms({ ...before, ...wanted })
    const changed = { id: keyId, name, ...terms }
    const [was, is] = [
      { name: key.name, ...describeTerms(before) },
      { name, ...describeTerms(terms) },
    ]
    if (isDeepStrictEqual(was, is)) return changed
    await tx
      .updateTable('api_keys')
      .set({ name, ...storeTerms(terms) })
      .where('household_id', '=', key.household_id)
      .where('id', '=', keyId)
      .execute()
    await recordChange(
      { ...runtime, db: tx, caller: { householdId: key.household_id, ...author } },
      { action: 'key.change', subject: { type: 'key', id: keyId }, before: was, after: is },
    )
    return changed
  })
}
