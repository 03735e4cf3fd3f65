import { writeInstant } from '#/platform/contract/fields.ts'
import type { Database } from '#/platform/database/database.ts'

/** Finds the ways in which a person can sign in, without passkeys. */
export async function findSignInMethods(db: Database, personId: string) {
  const person = await db
    .selectFrom('persons as p')
    .leftJoin('authenticators as a', 'a.person_id', 'p.id')
    .select((select) => [
      'p.password',
      'a.confirmed_at',
      select
        .selectFrom('recovery_codes')
        .whereRef('person_id', '=', 'p.id')
        .where('used_at', 'is', null)
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .as('codes'),
    ])
    .where('p.id', '=', personId)
    .executeTakeFirstOrThrow()
  return {
    password: person.password !== null,
    authenticator:
      person.confirmed_at === null ? null : { since: writeInstant(person.confirmed_at) },
    recovery_codes_left: person.codes ?? 0,
  }
}
