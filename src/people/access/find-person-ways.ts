import type { Answer } from '#/platform/contract/endpoint.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import { findSessions } from '#/access/sessions/list.ts'
import { findSignInMethods } from '#/access/sign-in-methods/find-sign-in-methods.ts'
import { listIdentities } from '#/access/oidc/identities.ts'
import { findWaysIn, type WaysIn } from '#/access/households/ways-in.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { access } from './app-contract.ts'

type Reader = Pick<Runtime, 'db' | 'now'>
type PersonReader = Reader & Pick<Runtime, 'oidc'>
type PersonWays = Omit<Answer<typeof access.showMyAccess>, 'households'>
type HouseholdWays = Answer<typeof access.showMyAccess>['households'][number]

/** Finds every credential by which a person can get in. `sessionId`: the session that asks, or null. */
export async function findPersonWays(
  { db, now, oidc }: PersonReader,
  personId: string,
  sessionId: string | null,
): Promise<PersonWays> {
  const sessions = await findSessions({ db, now }, personId, sessionId)
  return {
    sessions: sessions.map(({ through: _through, created_at: _createdAt, ...session }) => session),
    known_browsers: await findBrowsers(db, personId),
    passkeys: await findPasskeys(db, personId),
    identities: await listIdentities({ db, oidc }, personId),
    ...(await findSignInMethods(db, personId)),
    reset_links: await countResetLinks({ db, now }, personId),
  }
}

async function countResetLinks({ db, now }: Reader, personId: string): Promise<number> {
  const { count } = await db
    .selectFrom('one_time_links')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .where('expires_at', '>', now())
    .executeTakeFirstOrThrow()
  return count
}

async function findBrowsers(
  db: Runtime['db'],
  personId: string,
): Promise<PersonWays['known_browsers']> {
  const rows = await db
    .selectFrom('known_browsers')
    .select(['id', 'agent', 'address', 'last_used_at'])
    .where('person_id', '=', personId)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, last_used_at: writeInstant(row.last_used_at) }))
}

async function findPasskeys(db: Runtime['db'], personId: string): Promise<PersonWays['passkeys']> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'host', 'last_used_at'])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, last_used_at: moment(row.last_used_at) }))
}

/** Finds a person's keys, devices, calendars and invitations in each of their households. */
export async function findWaysOfMember(
  runtime: Reader,
  personId: string,
): Promise<readonly HouseholdWays[]> {
  const memberships = await findMemberships(runtime, personId)
  return Promise.all(
    memberships.map(async ({ household_id, id: memberId, name }) => {
      const ways = await findWaysIn(runtime, { householdId: household_id, memberId })
      return { household_id, household_name: name, ...writeWays(ways) }
    }),
  )
}

/** Finds the households that a person belongs to, in the order in which households are locked. */
export function findMemberships({ db }: Pick<Reader, 'db'>, personId: string) {
  return db
    .selectFrom('members as m')
    .innerJoin('households as h', 'h.household_id', 'm.household_id')
    .select(['m.household_id', 'm.id', 'h.name'])
    .where('m.person_id', '=', personId)
    .where('m.removed_at', 'is', null)
    .orderBy('m.household_id')
    .execute()
}

export function writeWays(ways: WaysIn): Omit<HouseholdWays, 'household_id' | 'household_name'> {
  return {
    keys: ways.keys.map(({ public_id, scopes, ...key }) => ({
      ...key,
      scopes: [...scopes],
      prefix: `em_live_${public_id}`,
      expires_at: writeInstant(key.expires_at),
      last_used_at: moment(key.last_used_at),
    })),
    devices: ways.devices.map((device) => ({
      ...device,
      created_at: writeInstant(device.created_at),
      last_push_at: moment(device.last_push_at),
    })),
    feeds: ways.feeds.map((feed) => ({
      ...feed,
      created_at: writeInstant(feed.created_at),
      last_read_at: moment(feed.last_read_at),
    })),
    invitations: ways.invitations.map((invitation) => ({
      ...invitation,
      expires_at: writeInstant(invitation.expires_at),
    })),
  }
}

function moment(at: Temporal.Instant | null): string | null {
  return at === null ? null : writeInstant(at)
}
