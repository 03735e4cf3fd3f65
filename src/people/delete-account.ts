import { invalidParameter, Refusal } from '#/platform/contract/refusal.ts'
import { afterCommit, inTransaction } from '#/platform/database/database.ts'
import { endMembership } from '#/access/households/remove-member.ts'
import { eraseHousehold } from '#/people/members/erase-household.ts'
import type { PersonRequest, PersonHandle } from '#/access/sessions/person-request.ts'
import { canonicalEmail } from '#/core/values/canonical-email.ts'
import type { people } from './app-contract.ts'
import { findPerson } from './find.ts'

/**
 * `DELETE /profile`: leaves every household and deletes the person with all credentials, and their demo household.
 * Throws `last_owner`, and changes nothing, if a household would be left without an owner.
 */
export const deleteAccount: PersonHandle<typeof people.deleteAccount> = async (
  request,
  { body },
) => {
  const { personId } = request.session
  await inTransaction(request.db, async (tx) => {
    const within = { ...request, db: tx }
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
    // The database cascades: sessions, passkeys, authenticator, recovery codes and history go with the person.
    await tx.deleteFrom('persons').where('id', '=', personId).execute()
    // It may have been the last one: then the next needs a link.
    afterCommit(tx, () => request.bell.ring('account'))
  })
  request.keepToken(null)
  return { success: true }
}

type Membership = {
  readonly household_id: string
  readonly id: string
  readonly demo_since: Temporal.Instant | null
}

/** Ordered by household, so that two simultaneous deletions cannot deadlock. */
function membershipsOf({ db }: PersonRequest, personId: string): Promise<Membership[]> {
  return db
    .selectFrom('members as m')
    .innerJoin('households as h', 'h.household_id', 'm.household_id')
    .select(['m.household_id', 'm.id', 'h.demo_since'])
    .where('m.person_id', '=', personId)
    .where('m.removed_at', 'is', null)
    .orderBy('m.household_id')
    .execute()
}

async function leave(
  request: PersonRequest,
  { household_id, id, demo_since }: Membership,
): Promise<void> {
  if (demo_since !== null) return eraseHousehold(request, household_id)
  const author = { memberId: id, through: 'app' as const }
  await endMembership(request, { householdId: household_id, memberId: id, author })
}
