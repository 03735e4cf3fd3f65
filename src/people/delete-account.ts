import { invalidParameter, Refusal } from '#/platform/contract/refusal.ts'
import { inTransaction } from '#/platform/database/database.ts'
import { endMembership } from '#/access/households/remove-member.ts'
import { eraseHousehold } from '#/people/members/erase-household.ts'
import type { Visit, Visited } from '#/access/sessions/visit.ts'
import { canonicalEmail } from '#/core/values/canonical-email.ts'
import type { people } from './app-contract.ts'
import { findPerson } from './find.ts'

/**
 * `DELETE /profile`: leaves every household, and forgets the person with all ways in. Their demo goes with them. Nothing
 * happens where one of the households would be left without an owner (`last_owner`): it is deleted or handed over first.
 */
export const deleteAccount: Visited<typeof people.deleteAccount> = async (visit, { body }) => {
  const { personId } = visit.session
  await inTransaction(visit.db, async (tx) => {
    const within = { ...visit, db: tx }
    const { email } = await findPerson(within, personId)
    if (email === null) throw new Refusal('guest_refused')
    if (canonicalEmail(body.email) !== canonicalEmail(email)) {
      throw invalidParameter('email', '`email` must be the address of the account.', {
        name: 'email_differs',
      })
    }
    for (const membership of await membershipsOf(within, personId)) {
      await leave(within, membership)
    }
    await tx
      .updateTable('members')
      .set({ person_id: null })
      .where('person_id', '=', personId)
      .execute()
    // Sessions, passkeys, the authenticator, its codes and the history go with the person.
    await tx.deleteFrom('persons').where('id', '=', personId).execute()
  })
  visit.keepToken(null)
  return { success: true }
}

type Membership = {
  readonly household_id: string
  readonly id: string
  readonly demo_since: Temporal.Instant | null
}

/** In the order of the households, so that no two who go at once wait for each other. */
function membershipsOf({ db }: Visit, personId: string): Promise<Membership[]> {
  return db
    .selectFrom('members as m')
    .innerJoin('households as h', 'h.household_id', 'm.household_id')
    .select(['m.household_id', 'm.id', 'h.demo_since'])
    .where('m.person_id', '=', personId)
    .where('m.removed_at', 'is', null)
    .orderBy('m.household_id')
    .execute()
}

async function leave(visit: Visit, { household_id, id, demo_since }: Membership): Promise<void> {
  if (demo_since !== null) return eraseHousehold(visit, household_id)
  const author = { memberId: id, through: 'app' as const }
  await endMembership(visit, { householdId: household_id, memberId: id, author })
}
