import { createBufferPool } from '#/platform/database/copy-out.ts'
import type { SingleConnection } from '#/platform/database/single-connection.ts'
import { quoted } from '#/backups/snapshot.ts'
import type { MatchedPeople } from './match-people.ts'
import type { TwoDatabases } from './open-databases.ts'

/**
 * Tables of people's accounts. Left behind is what belongs to the instance: sessions, links, half-done sign-ins, and who
 * operates it.
 */
const accounts = [
  { table: 'persons', person: 'id' },
  { table: 'authenticators', person: 'person_id' },
  { table: 'passkeys', person: 'person_id' },
  { table: 'recovery_codes', person: 'person_id' },
  { table: 'oidc_identities', person: 'person_id' },
  { table: 'known_browsers', person: 'person_id' },
  { table: 'person_events', person: 'person_id' },
  { table: 'person_idempotency_keys', person: 'person_id' },
] as const

const PIECE_BYTES = 64 * 1024

/** Creates the accounts that the destination does not have, and gives the members of a household their accounts there. */
export async function copyPeople(
  { source, destination }: TwoDatabases,
  householdId: string,
  { created, linked }: MatchedPeople,
): Promise<void> {
  if (created.length > 0) {
    const ids = created.map((id) => `'${id}'`).join(', ')
    const taken = await readTakenIdentities({ source, destination }, created)
    for (const { table, person } of accounts) {
      const columns = await readColumns(source, table)
      const names = columns.map(quoted).join(', ')
      const free = table === 'oidc_identities' && taken.length > 0
      const others = free ? ` and id not in (${taken.map((id) => `'${id}'`).join(', ')})` : ''
      const rows = `select ${names} from ${table} where ${person} in (${ids})${others}`
      const pieces = source.copyOut(`copy (${rows}) to stdout`, createBufferPool(PIECE_BYTES))
      await destination.copyIn(`copy ${table} (${names}) from stdin`, pieces)
    }
  }
  for (const [before, after] of linked) {
    if (before === after) continue
    await destination.rows(
      'update members set person_id = $3 where household_id = $1 and person_id = $2',
      [householdId, before, after],
    )
  }
}

/** Finds the logins at providers that somebody at the destination uses already: they stay theirs. */
async function readTakenIdentities(
  { source, destination }: TwoDatabases,
  people: readonly string[],
): Promise<readonly string[]> {
  const ours = await source.rows(
    'select id, issuer, subject from oidc_identities where person_id = any ($1::uuid[])',
    [people],
  )
  const theirs = await destination.rows(
    `select i.issuer, i.subject from oidc_identities i
     join unnest($1::text[], $2::text[]) as o (issuer, subject)
       on o.issuer = i.issuer and o.subject = i.subject`,
    [ours.map(({ issuer }) => issuer), ours.map(({ subject }) => subject)],
  )
  return ours
    .filter((one) =>
      theirs.some((his) => his['issuer'] === one['issuer'] && his['subject'] === one['subject']),
    )
    .map(({ id }) => id!)
}

async function readColumns(one: SingleConnection, table: string): Promise<readonly string[]> {
  const rows = await one.rows(
    `select attname as name from pg_attribute
     where attrelid = ('public.' || $1)::regclass and attnum > 0 and not attisdropped and attgenerated = ''
     order by attnum`,
    [table],
  )
  return rows.map(({ name }) => name!)
}
