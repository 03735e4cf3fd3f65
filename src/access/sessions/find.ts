import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'
import type { Caller } from '#/platform/runtime/call.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { digestOf, SEEN_MINUTES, SESSION_DAYS } from './session.ts'
import type { Session, ClientInfo } from './person-request.ts'

export type Found = {
  readonly session: Session
  /** Their membership in the requested household; null if they do not belong to it. */
  readonly caller: Caller | null
  /** True if the session was prolonged, so that its cookie must be renewed, too. */
  readonly prolonged: boolean
}

type SessionRow = {
  id: string
  person_id: string
  is_guest: boolean
  chosen: string | null
  last_seen_at: Temporal.Instant
  proved_at: Temporal.Instant
}

type Membership = {
  household_id: string
  member_id: string
  role: 'owner' | 'member'
  plan: Caller['plan']
  standing: Caller['standing']
  timezone: string
  currency: string
}

/**
 * Finds the session of a token and the member that its person acts as: in the requested household, else the one they used
 * last, else their first (a demo household only if they have no other). Null if the token is unknown, expired or
 * revoked.
 */
export async function findSession(
  { db, now }: Pick<Runtime, 'db' | 'now'>,
  token: string,
  { client, householdId }: { readonly client: ClientInfo; readonly householdId: string | null },
): Promise<Found | null> {
  const at = now()
  const digest = digestOf(token)
  const { rows } = await sql<SessionRow>`
    select s.id, s.person_id, p.email is null as is_guest, s.household_id as chosen, s.last_seen_at,
      s.proved_at
    from sessions s join persons p on p.id = s.person_id
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
      address = ${client.address}, agent = ${client.agent}
      where digest = ${digest}`.execute(db)
  }
  const membership = await findMembership(db, session, householdId)
  return { session, prolonged, caller: membership && readCaller(membership, session) }
}

/** Asks for one household if it can: a database that keeps households on several machines then asks one of them. */
async function findMembership(
  db: Database,
  { personId, householdId: chosen }: Session,
  requested: string | null,
): Promise<Membership | null> {
  const householdId = requested ?? chosen
  const named =
    householdId === null
      ? []
      : await membershipsOf(
          db,
          personId,
          sql`h.household_id = ${householdId} and m.household_id = ${householdId}`,
        )
  if (named[0] || requested !== null) return named[0] ?? null
  const [first] = await membershipsOf(db, personId, sql`h.household_id = m.household_id`)
  return first ?? null
}

async function membershipsOf(
  db: Database,
  personId: string,
  households: RawBuilder<unknown>,
): Promise<readonly Membership[]> {
  const { rows } = await sql<Membership>`
    select h.household_id, m.id as member_id, m.role, h.plan, h.standing, h.timezone, h.currency
    from members m cross join households h
    where ${households} and m.person_id = ${personId} and m.removed_at is null
    order by h.demo_since is not null, m.created_at, m.household_id
    limit 1`.execute(db)
  return rows
}

function readCaller(row: Membership, session: Session): Caller {
  return {
    householdId: row.household_id,
    memberId: row.member_id,
    through: 'app',
    key: null,
    scopes: ['data.read', 'data.write'],
    restrictions: null,
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
