import { sql } from 'kysely'
import { Refusal } from '#/platform/contract/refusal.ts'
import { inTransaction } from '#/platform/database/database.ts'
import { beginWrite } from '#/access/households/begin-write.ts'
import { recordChange } from '#/platform/audited/record-change.ts'
import { actIn } from '#/access/sessions/choose-household.ts'
import { signInHere } from '#/access/sessions/open.ts'
import type { PersonHandle, PersonRequest } from '#/access/sessions/person-request.ts'
import { recordPersonEvent } from '#/access/sessions/record-event.ts'
import { digestOf } from '#/access/sessions/session.ts'
import { describe } from '#/access/sessions/who-am-i.ts'
import type { people } from './app-contract.ts'
import { createGuest } from './set-up.ts'

/**
 * `POST /demo/open`: enters the demo household of `earmark demo` by its link, in the place of its owner: with the signed-in
 * account, or else as a guest without credentials. The link works once.
 */
export const openDemo: PersonHandle<typeof people.openDemo> = (request, { body }) =>
  inTransaction(request.db, async (db) => {
    const within = { ...request, db }
    const { household_id: householdId } = await requireDemoLink(within, body.token)
    await beginWrite(within, householdId)
    // Reads the link again under the household's lock, so that nobody uses it twice.
    const link = await requireDemoLink(within, body.token)
    const personId = request.session?.personId ?? (await createGuest(within))
    await db
      .updateTable('members')
      .set({ person_id: personId })
      .where('household_id', '=', householdId)
      .where('id', '=', link.member_id)
      .execute()
    await db
      .updateTable('invitations')
      .set({ accepted_at: request.now() })
      .where('household_id', '=', householdId)
      .where('id', '=', link.id)
      .execute()
    await recordChange(
      { ...within, caller: { householdId, memberId: link.member_id, through: 'app' } },
      {
        action: 'invitation.accept',
        subject: { type: 'invitation', id: link.id },
        before: null,
        after: { member_id: link.member_id, role: link.role, email: null },
      },
    )
    await recordPersonEvent(within, personId, 'invitation.accept')
    if (!request.session) {
      const opening = { personId, householdId, through: 'invitation' as const }
      return describe(within, await signInHere(within, opening))
    }
    return actIn(within, request.session.id, householdId)
  })

type DemoLink = {
  readonly household_id: string
  readonly id: string
  readonly role: string
  readonly member_id: string
}

/**
 * Finds the link. Only the operator makes one, for a demo household whose owner is nobody yet. Throws `link_not_valid` if it
 * never existed, was used or has expired.
 */
async function requireDemoLink({ db, now }: PersonRequest, token: string): Promise<DemoLink> {
  const { rows } = await sql<DemoLink>`
    select i.household_id, i.id, m.role, m.id as member_id
    from invitations i
    join households h on h.household_id = i.household_id and h.demo_since is not null
    join members m on m.household_id = i.household_id and m.id = i.member_id
      and m.removed_at is null and m.person_id is null
    where i.digest = ${digestOf(token)} and i.accepted_at is null and i.revoked_at is null
      and i.expires_at > ${now()} and i.invited_by is null`.execute(db)
  if (!rows[0]) throw new Refusal('link_not_valid')
  return rows[0]
}
