import { sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'
import { ENABLE_BANKING } from '#/sources/provider/bank-provider.ts'

/** Days before the end of a consent in which its owner is asked to renew it. */
export const CONSENT_DAYS = 14

/** A consent that ends soon, or has ended without an import since. */
export type EndingConsent = {
  readonly householdId: string
  readonly connectionId: string
  /** The member who gave it, and who alone can renew it. */
  readonly memberId: string
  readonly bank: string | null
  readonly endsAt: Temporal.Instant
}

/** Lists the consents of an instance, or of one household, that end within 14 days, soonest first. */
export async function listEndingConsents(
  db: Database,
  {
    now,
    householdId = null,
  }: { readonly now: Temporal.Instant; readonly householdId?: string | null },
): Promise<EndingConsent[]> {
  const own = householdId === null ? sql.ref('c.household_id') : sql`${householdId}`
  const { rows } = await sql<EndingConsent>`
    select c.household_id as "householdId", c.id as "connectionId", c.member_id as "memberId",
      (select i.name from connection_institutions i
        where i.household_id = ${own} and i.connection_id = c.id limit 1) as bank,
      c.consent_expires_at as "endsAt"
    from connections c
    where c.provider = ${ENABLE_BANKING} and c.status in ('healthy', 'degraded')
      and c.consent_expires_at < ${now.add({ hours: CONSENT_DAYS * 24 })}
      and c.household_id = ${own}
    order by c.consent_expires_at, c.id`.execute(db)
  return rows
}
