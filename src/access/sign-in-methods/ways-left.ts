import { Refusal } from '#/platform/contract/refusal.ts'
import { countUsableIdentities } from '#/access/oidc/identities.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

type Removed = { readonly passkey?: string; readonly identity?: string }

/**
 * Throws `last_way_in` if a person could not sign in any more without this passkey or identity. Call it in the transaction
 * that removes it: it locks the person.
 */
export async function requireOtherWay(
  { db, oidc }: Pick<Runtime, 'db' | 'oidc'>,
  personId: string,
  { passkey, identity }: Removed,
): Promise<void> {
  const { password } = await db
    .selectFrom('persons')
    .select('password')
    .where('id', '=', personId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if ((await countUsableIdentities({ db, oidc }, personId, identity)) > 0) return
  if (oidc.only) {
    // A passkey signs nobody in here, so removing one takes nothing away.
    if (identity === undefined) return
    throw new Refusal('last_way_in')
  }
  if (password !== null) return
  const other = await db
    .selectFrom('passkeys')
    .select('id')
    .where('person_id', '=', personId)
    .$if(passkey !== undefined, (query) => query.where('id', '<>', passkey!))
    .limit(1)
    .executeTakeFirst()
  if (!other) throw new Refusal('last_way_in')
}
