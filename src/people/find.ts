import { sql } from 'kysely'
import { canonicalEmail } from '#/core/values/canonical-email.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

export type Person = {
  readonly id: string
  /** Null for a guest. */
  readonly email: string | null
  readonly name: string
  readonly password: string | null
}

/** Finds the person with this address, in any spelling; or null. */
export async function findByEmail(
  { db }: Pick<Runtime, 'db'>,
  email: string,
): Promise<Person | null> {
  const found = await db
    .selectFrom('persons')
    .select(['id', 'email', 'name', 'password'])
    .where(sql`canonical_email(email)`, '=', canonicalEmail(email))
    .executeTakeFirst()
  return found ?? null
}

export async function findPerson({ db }: Pick<Runtime, 'db'>, id: string): Promise<Person> {
  return db
    .selectFrom('persons')
    .select(['id', 'email', 'name', 'password'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
