import { sql } from 'kysely'
import { writeInstant } from '#/platform/contract/fields.ts'
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

type Row = Omit<ListedPerson, 'locked_at' | 'created_at' | 'last_seen_at'> & {
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
      exists (select from authenticators a
        where a.person_id = p.id and a.confirmed_at is not null) as authenticator,
      coalesce((select json_agg(json_build_object('id', h.household_id, 'name', h.name,
          'role', m.role) order by m.created_at, m.id)
        from members m join households h on h.household_id = m.household_id
        where m.person_id = p.id and m.removed_at is null), '[]') as households
    from persons p left join lateral (
      select count(*), max(last_seen_at) as last_seen_at from sessions
      where person_id = p.id and expires_at > ${now()}) s on true
    order by p.created_at, p.id`.execute(db)
  const moment = (at: Temporal.Instant | null) => (at === null ? null : writeInstant(at))
  return rows.map((row) => ({
    ...row,
    locked_at: moment(row.locked_at),
    created_at: writeInstant(row.created_at),
    last_seen_at: moment(row.last_seen_at),
  }))
}
