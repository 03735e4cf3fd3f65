import { sql } from 'kysely'
import { writeInstant } from '#/platform/contract/fields.ts'
import type { Database } from '#/platform/database/database.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

export type ListedPerson = {
  readonly id: string
  readonly name: string
  /** Null: a guest of the demo household. */
  readonly email: string | null
  readonly locked_at: string | null
  readonly created_at: string
  /** Null without a session. */
  readonly last_seen_at: string | null
  readonly sessions: number
  readonly password: boolean
  readonly passkeys: number
  /** Linked accounts at providers of OpenID Connect. */
  readonly identities: number
  readonly authenticator: boolean
  readonly households: readonly {
    readonly id: string
    readonly name: string
    readonly role: 'owner' | 'member'
  }[]
}

type Membership = ListedPerson['households'][number] & { readonly person_id: string }

type Row = Omit<ListedPerson, 'locked_at' | 'created_at' | 'last_seen_at' | 'households'> & {
  readonly locked_at: Temporal.Instant | null
  readonly created_at: Temporal.Instant
  readonly last_seen_at: Temporal.Instant | null
}

/** Lists everybody who can sign in to this instance, oldest account first. Only for the operator. */
export async function listPeople({
  db,
  now,
}: Pick<Runtime, 'db' | 'now'>): Promise<readonly ListedPerson[]> {
  const { rows } = await sql<Row>`
    select p.id, p.name, p.email, p.locked_at, p.created_at, s.last_seen_at,
      coalesce(s.count, 0)::integer as sessions, p.password is not null as password,
      (select count(*) from passkeys k where k.person_id = p.id)::integer as passkeys,
      (select count(*) from oidc_identities i where i.person_id = p.id)::integer as identities,
      exists (select 1 from authenticators a
        where a.person_id = p.id and a.confirmed_at is not null) as authenticator
    from persons p left join lateral (
      select count(*), max(last_seen_at) as last_seen_at from sessions
      where person_id = p.id and expires_at > ${now()}) s on true
    order by p.created_at, p.id`.execute(db)
  const memberships = await findMemberships(
    db,
    rows.map(({ id }) => id),
  )
  const moment = (at: Temporal.Instant | null) => (at === null ? null : writeInstant(at))
  return rows.map((row) => ({
    ...row,
    locked_at: moment(row.locked_at),
    created_at: writeInstant(row.created_at),
    last_seen_at: moment(row.last_seen_at),
    households: (memberships.get(row.id) ?? []).map(({ id, name, role }) => ({ id, name, role })),
  }))
}

/** A statement of its own: people are in one place, and their households may be on several machines. */
async function findMemberships(
  db: Database,
  people: readonly string[],
): Promise<Map<string, Membership[]>> {
  const { rows } = await sql<Membership>`
    select m.person_id, h.household_id as id, h.name, m.role
    from members m join households h on h.household_id = m.household_id
    where m.person_id = any(${people}::uuid[]) and m.removed_at is null
    order by m.created_at, m.id`.execute(db)
  return Map.groupBy(rows, ({ person_id: person }) => person)
}
