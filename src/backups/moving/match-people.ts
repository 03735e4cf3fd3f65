import type { SingleConnection } from '#/platform/database/single-connection.ts'
import { HouseholdMoveFault } from './household-move.ts'
import type { TwoDatabases } from './open-databases.ts'

/** The accounts of a household's members, as the destination is to have them. */
export type MatchedPeople = {
  /** Accounts that the destination does not have. */
  readonly created: readonly string[]
  /** Accounts of the source, and those of the same people at the destination. */
  readonly linked: ReadonlyMap<string, string>
}

/**
 * Finds the members' accounts at the destination. The same id is the same person: an earlier move has brought them. The same
 * e-mail address is the same person only if the operator says so, because anybody could have signed up there under it.
 */
export async function matchPeople(
  { source, destination }: TwoDatabases,
  { householdId, linkPeople }: { readonly householdId: string; readonly linkPeople: boolean },
): Promise<MatchedPeople> {
  const people = await source.rows(
    `select p.id, p.email, canonical_email(p.email) as address
     from members m join persons p on p.id = m.person_id
     where m.household_id = $1 and m.removed_at is null order by p.id`,
    [householdId],
  )
  const known = await readKnown(destination, people)
  const strangers = people.filter(({ id, address }) => !known.ids.has(id!) && known.by.has(address))
  if (strangers.length > 0 && !linkPeople) throw unlinked(strangers.map(({ email }) => email!))
  const linked = new Map<string, string>()
  for (const { id, address } of people) {
    const found = known.ids.has(id!) ? id! : known.by.get(address)
    if (found !== undefined) linked.set(id!, found)
  }
  if (new Set(linked.values()).size < linked.size) {
    throw new HouseholdMoveFault(
      'people',
      `Two members would have the same account at the destination: they have changed their addresses there. Nothing was copied.`,
    )
  }
  const created = people.map(({ id }) => id!).filter((id) => !linked.has(id))
  return { created, linked }
}

type People = Awaited<ReturnType<SingleConnection['rows']>>

async function readKnown(destination: SingleConnection, people: People) {
  const rows = await destination.rows(
    `select id, canonical_email(email) as address from persons
     where id = any ($1::uuid[]) or canonical_email(email) = any ($2::text[])`,
    [people.map(({ id }) => id), people.flatMap(({ address }) => address ?? [])],
  )
  return {
    ids: new Set(rows.map(({ id }) => id!)),
    /** By address; an account without one is found by its id alone. */
    by: new Map<string | null | undefined, string>(
      rows.flatMap(({ id, address }) => (address === null ? [] : [[address, id!]])),
    ),
  }
}

function unlinked(emails: readonly string[]): HouseholdMoveFault {
  return new HouseholdMoveFault(
    'people',
    `The destination has accounts with the addresses ${emails.join(', ')}. If they belong to the same people, add ` +
      `--link-people: they keep those accounts there, with their passwords and passkeys. Nothing was copied.`,
  )
}
