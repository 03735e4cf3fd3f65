import { sql } from 'kysely'
import type { World } from '#/world/world.ts'

export type Person = {
  readonly id: string
  /** Null: a guest. */
  readonly email: string | null
  readonly name: string
  readonly password: string | null
}

/** The person with this address, however it is capitalised; null: nobody. */
export async function findByEmail(
  { db }: Pick<World, 'db'>,
  email: string,
): Promise<Person | null> {
  const found = await db
    .selectFrom('persons')
    .select(['id', 'email', 'name', 'password'])
    .where(sql`lower(email)`, '=', sql`lower(${email.trim()})`)
    .executeTakeFirst()
  return found ?? null
}

export async function findPerson({ db }: Pick<World, 'db'>, id: string): Promise<Person> {
  return db
    .selectFrom('persons')
    .select(['id', 'email', 'name', 'password'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
