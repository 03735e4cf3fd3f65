import { writeInstant } from '#/platform/contract/fields.ts'
import type { Database } from '#/platform/database/database.ts'
import type { PersonRequest } from '#/access/sessions/person-request.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

export type Identity = { readonly issuer: string; readonly subject: string }

/** Finds the person whose identity this is; null: nobody's. */
export async function findPersonOf(
  { db }: Pick<Runtime, 'db'>,
  { issuer, subject }: Identity,
): Promise<string | null> {
  const found = await db
    .selectFrom('oidc_identities')
    .select('person_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return found?.person_id ?? null
}

/** Links an identity to a person. False if it is linked already, to anybody. */
export async function addIdentity(
  { db, now, newId }: Pick<PersonRequest, 'db' | 'now' | 'newId'>,
  personId: string,
  { issuer, subject, account }: Identity & { readonly account: string | null },
): Promise<boolean> {
  const at = now()
  const added = await db
    .insertInto('oidc_identities')
    .values({
      id: newId(),
      person_id: personId,
      issuer,
      subject,
      account,
      created_at: at,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .executeTakeFirst()
  return added.numInsertedOrUpdatedRows === 1n
}

/** Notes that an identity was used, and how the provider calls it now. */
export async function noteUse(
  { db, now }: Pick<PersonRequest, 'db' | 'now'>,
  { issuer, subject, account }: Identity & { readonly account: string | null },
): Promise<void> {
  await db
    .updateTable('oidc_identities')
    .set({ last_used_at: now(), account })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
}

/** Lists a person's identities, with the name of each provider; its address if it is not configured any more. */
export async function listIdentities({ db, oidc }: Pick<Runtime, 'db' | 'oidc'>, personId: string) {
  const rows = await db
    .selectFrom('oidc_identities')
    .select(['id', 'issuer', 'account', 'created_at', 'last_used_at'])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, issuer, account, created_at, last_used_at }) => {
    const provider = oidc.providers.find((one) => one.issuer === issuer)
    return {
      id,
      provider: provider?.id ?? null,
      provider_name: provider?.name ?? issuer,
      account,
      created_at: writeInstant(created_at),
      last_used_at: last_used_at === null ? null : writeInstant(last_used_at),
    }
  })
}

/** Counts the identities by which a person can sign in, as the providers are configured now; without one of them. */
export async function countUsableIdentities(
  { db, oidc }: { readonly db: Database } & Pick<Runtime, 'oidc'>,
  personId: string,
  except?: string,
): Promise<number> {
  if (oidc.providers.length === 0) return 0
  const issuers = oidc.providers.map(({ issuer }) => issuer)
  const { count } = await db
    .selectFrom('oidc_identities')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .where('issuer', 'in', issuers)
    .$if(except !== undefined, (query) => query.where('id', '<>', except!))
    .executeTakeFirstOrThrow()
  return Number(count)
}
