import { sql } from 'kysely'
import { type FactContext, writeFacts } from './write-facts.ts'

/** A browser that a person signed in with for the first time. */
export type NewBrowser = {
  readonly personId: string
  readonly browserId: string
  readonly address: string
  readonly agent: string
}

/**
 * Writes the fact that a person signed in with a new browser, in the transaction of the sign-in. It belongs to the person, so
 * one of their memberships carries it: the first that wants such notices.
 */
export async function writeSignIn(
  context: FactContext,
  { personId, browserId, address, agent }: NewBrowser,
): Promise<void> {
  const { rows } = await sql<{ household_id: string; member_id: string }>`
    select m.household_id, m.id as member_id from members m
    join notice_settings s on s.household_id = m.household_id and s.member_id = m.id
    where m.person_id = ${personId} and m.removed_at is null and 'sign_in' = any(s.kinds)
    order by m.created_at, m.household_id limit 1`.execute(context.db)
  const [first] = rows
  if (!first) return
  await writeFacts(context, first.household_id, [
    {
      kind: 'sign_in',
      about: browserId,
      key: browserId,
      memberId: first.member_id,
      facts: { address, agent },
    },
  ])
}
