import { hashPassword } from '#/people/password.ts'
import type { TestRuntime } from './runtime.ts'

/** The person who signs in as a member; made where nobody does yet. Without a password, which would take its time. */
export async function givenPerson(
  runtime: Pick<TestRuntime, 'db' | 'now' | 'newId'>,
  householdId: string,
  memberId: string,
): Promise<string> {
  const { db } = runtime
  const member = await db
    .selectFrom('members')
    .select(['person_id', 'name', 'email'])
    .where('household_id', '=', householdId)
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  if (member.person_id !== null) return member.person_id
  const id = runtime.newId()
  const at = runtime.now()
  // Members of several households share an address in tests; each is somebody else.
  const email = `${id}@example.com`
  await db
    .insertInto('persons')
    .values({ id, name: member.name, email, password: null, created_at: at, updated_at: at })
    .execute()
  await db
    .updateTable('members')
    .set({ person_id: id })
    .where('household_id', '=', householdId)
    .where('id', '=', memberId)
    .execute()
  return id
}

/** Gives a person a password. */
export async function givenPassword(
  runtime: TestRuntime,
  personId: string,
  password: string,
): Promise<void> {
  const hash = await hashPassword(runtime, password, { email: 'x', name: 'x' })
  await runtime.db
    .updateTable('persons')
    .set({ password: hash })
    .where('id', '=', personId)
    .execute()
}
