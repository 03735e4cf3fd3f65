import { sql } from 'kysely'
import { newLeaseOwner } from '#/platform/leases/lease-owner.ts'
import { releaseDeadOwners } from '#/platform/leases/release-dead.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** Seconds for which a mail is held: an attempt takes at most 45. */
const LEASE_SECONDS = 60

/** A mail to send now. */
export type ClaimedMail = {
  readonly id: string
  readonly owner: string
  readonly attempts: number
  /** Sealed. */
  readonly content: Buffer
  /** False: it has expired, or the invitation that it carries is not open any more. */
  readonly allowed: boolean
  /** A process ended while the server had the text. */
  readonly handed_over: boolean
}

/** Claims the mails that are due, by lease. */
export async function claimMails(runtime: Runtime, most: number): Promise<readonly ClaimedMail[]> {
  const now = runtime.now()
  const owner = newLeaseOwner(runtime)
  const { rows } = await sql<ClaimedMail & { readonly kind: string }>`
    update mails m set lease_owner = ${owner}, lease_until = ${now.add({ seconds: LEASE_SECONDS })}
    from (
      select id from mails where claimable_at <= ${now} and state = 'queued'
      order by claimable_at limit ${most} for update skip locked
    ) due
    where m.id = due.id
    returning m.id, ${owner} as owner, m.attempts, m.content, m.handed_over_at is not null as handed_over,
      m.kind, m.expires_at > ${now} as allowed`.execute(runtime.db)
  const open = await findOpenInvitations(
    runtime,
    rows.filter(({ kind }) => kind === 'invitation').map(({ id }) => id),
  )
  return rows.map(({ kind, ...mail }) => ({
    ...mail,
    allowed: mail.allowed && (kind !== 'invitation' || open.has(mail.id)),
  }))
}

/** Returns the mails whose invitations nobody has accepted or revoked. */
async function findOpenInvitations(
  { db, now }: Runtime,
  mailIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (mailIds.length === 0) return new Set()
  const { rows } = await sql<{ household_id: string; mail_id: string }>`
    select household_id, mail_id from invitations
    where mail_id = any(${[...mailIds]}) and accepted_at is null and revoked_at is null
      and expires_at > ${now()}`.execute(db)
  return new Set(rows.map((row) => row.mail_id))
}

/** The moment from which the next mail is due; null: none waits. */
export function nextMailDue() {
  return sql<Temporal.Instant | null>`(select min(claimable_at) from mails where claimable_at is not null)`
}

/** At the start of a process: frees the mails that dead processes of this host were sending. */
export async function releaseDeadMails(runtime: Runtime): Promise<void> {
  await releaseDeadOwners(runtime, 'mails', (owners) =>
    sql`update mails set lease_owner = null, lease_until = null
      where lease_owner = any(${owners})`.execute(runtime.db),
  )
}
