import { sql } from 'kysely'
import type { Caller } from '#/platform/runtime/call.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { digestOf, SEEN_MINUTES, SESSION_DAYS } from './session.ts'
import type { Session, Visitor } from './visit.ts'

export type Found = {
  readonly session: Session
  /** As whom they act in the household that was asked for; null: they belong to none such. */
  readonly caller: Caller | null
  /** The session was prolonged, so its cookie has to be as well. */
  readonly prolonged: boolean
}

type Row = {
  id: string
  person_id: string
  is_guest: boolean
  chosen: string | null
  last_seen_at: Temporal.Instant
  proved_at: Temporal.Instant
  household_id: string | null
  member_id: string
  role: 'owner' | 'member'
  plan: Caller['plan']
  standing: Caller['standing']
  timezone: string
  currency: string
}

/**
 * Who shows this session token, and as whom they act in a household: in the one that is asked for, else the one that
 * they looked at last, else their first, the demo last of all. Null where the token is unknown or expired, or was
 * revoked a moment ago.
 */
export async function findSession(
  { db, now }: Pick<Runtime, 'db' | 'now'>,
  token: string,
  { visitor, householdId }: { readonly visitor: Visitor; readonly householdId: string | null },
): Promise<Found | null> {
  const at = now()
  const digest = digestOf(token)
  const { rows } = await sql<Row>`
    select s.id, s.person_id, p.email is null as is_guest, s.household_id as chosen, s.last_seen_at,
      s.proved_at, m.*
    from sessions s
    join persons p on p.id = s.person_id
    left join lateral (
      select h.household_id, m.id as member_id, m.role, h.plan, h.standing, h.timezone, h.currency
      from members m join households h on h.household_id = m.household_id
      where m.person_id = s.person_id and m.removed_at is null
        and (${householdId}::uuid is null or m.household_id = ${householdId})
      order by (m.household_id = s.household_id) desc nulls last, h.demo_since is not null,
        m.created_at, m.household_id
      limit 1) m on true
    where s.digest = ${digest} and s.expires_at > ${at}`.execute(db)
  const [row] = rows
  if (!row) return null
  const session = {
    id: row.id,
    personId: row.person_id,
    isGuest: row.is_guest,
    householdId: row.chosen,
    provedAt: row.proved_at,
  }
  const unseen = at.since(row.last_seen_at).total('minutes')
  const prolonged = unseen >= SEEN_MINUTES
  if (prolonged) {
    await sql`update sessions set last_seen_at = ${at},
      expires_at = greatest(expires_at, ${at.add({ hours: SESSION_DAYS * 24 })}),
      address = ${visitor.address}, agent = ${visitor.agent}
      where digest = ${digest}`.execute(db)
  }
  return { session, prolonged, caller: row.household_id === null ? null : readCaller(row, session) }
}

function readCaller(row: Row, session: Session): Caller {
  return {
    householdId: row.household_id!,
    memberId: row.member_id,
    through: 'app',
    key: null,
    scopes: ['data.read', 'data.write'],
    plan: row.plan,
    standing: row.standing,
    zone: row.timezone,
    currency: row.currency,
    signedIn: {
      sessionId: session.id,
      personId: session.personId,
      role: row.role,
      isGuest: session.isGuest,
      provedAt: session.provedAt,
    },
  }
}
