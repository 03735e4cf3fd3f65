import { sql } from 'kysely'
import type { Answer } from '#/platform/contract/endpoint.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import type { Database } from '#/platform/database/database.ts'
import { isProved, sudoUntil } from './session.ts'
import type { PersonRequest, PersonHandle } from './person-request.ts'
import type { sessionsApp } from './app-contract.ts'

type Me = Answer<typeof sessionsApp.whoAmI>
type Row = {
  name: string
  email: string | null
  chosen: string | null
  proved_at: Temporal.Instant
  passkey_offer: boolean
  operator: boolean
}
type Memberships = Pick<Me, 'households' | 'new_key_places'>

/** `GET /session` */
export const whoAmI: PersonHandle<typeof sessionsApp.whoAmI> = (request) =>
  describe(request, request.session.id)

/** Loads the person of a session with their households. */
export async function describe(
  { db, now, oidc }: Pick<PersonRequest, 'db' | 'now' | 'oidc'>,
  sessionId: string,
): Promise<Me> {
  const { rows } = await sql<Row & { id: string }>`
    select p.id, p.name, p.email, s.household_id as chosen, s.proved_at,
      p.password is not null and p.passkey_offer_ended_at is null as passkey_offer,
      exists (select 1 from operators o where o.person_id = p.id) as operator
    from sessions s join persons p on p.id = s.person_id where s.id = ${sessionId}`.execute(db)
  const { id, name, email, chosen, proved_at, ...shown } = rows[0]!
  const { households, new_key_places } = await describeMemberships(db, id, now())
  const open = email === null || isProved(proved_at, now())
  return {
    person: { id, name, email },
    operator: shown.operator,
    session_id: sessionId,
    household: households.find((each) => each.id === chosen) ?? households[0] ?? null,
    households,
    // A passkey signs nobody in where people sign in through a provider only.
    passkey_offer: shown.passkey_offer && !oidc.only,
    new_key_places,
    sudo_until: open ? writeInstant(sudoUntil(email === null ? now() : proved_at)) : null,
  }
}

/** Reads over the households of a person, in an order of their own: the demo last. */
async function describeMemberships(
  db: Database,
  personId: string,
  at: Temporal.Instant,
): Promise<Memberships> {
  const { rows: households } = await sql<Me['households'][number]>`
    select h.household_id as id, h.name, h.kind, m.role, m.id as member_id, h.plan, h.standing, h.timezone,
      h.currency, h.locale, h.date_format, h.week_starts_on, h.month_starts_on_day,
      h.demo_since is not null as demo
    from members m join households h on h.household_id = m.household_id
    where m.person_id = ${personId} and m.removed_at is null
    order by h.demo_since is not null, m.created_at, m.household_id`.execute(db)
  const { rows } = await sql<{ count: number }>`
    select count(*) from members m
    join api_keys k on k.household_id = m.household_id and k.member_id = m.id
      and k.revoked_at is null and k.expires_at > ${at}
    join key_places u on u.household_id = k.household_id and u.key_id = k.id
      and u.alerted and u.seen_at is null
    where m.person_id = ${personId} and m.removed_at is null`.execute(db)
  return { households, new_key_places: rows[0]!.count }
}
