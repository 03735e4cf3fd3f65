import { sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'
import { eachHousehold } from '#/platform/database/each-household.ts'
import { type AdmissionRow, type Admitted, type Claim, readAdmitted } from './admitted.ts'

/** Requests that are admitted at the same time. */
export type Batch = { readonly claims: readonly Claim[]; readonly limits: readonly number[] }

/** The answer to a request, or the error that has prevented it. */
export type BatchAnswer = Admitted | { readonly fault: unknown }

/** The most keys whose households are remembered; about 20 MB. */
const REMEMBERED_MAX = 100_000

type Place = { readonly household_id: string; readonly key_id: string }
/** A request of a known key. `n`: its number, from 1. */
type Known = Place & { readonly n: number; readonly claim: Claim }

/**
 * Creates the admission for a database that keeps households on several machines: one statement for each household that
 * waits, which one machine carries out, and one for the addresses of all other requests. A machine that is away fails the
 * requests of its households alone. The household of a key never changes, so it is remembered.
 */
export function createHouseholdAdmission() {
  const places = new Map<string, Place>()
  return async (
    db: Database,
    now: Temporal.Instant,
    { claims, limits }: Batch,
  ): Promise<BatchAnswer[]> => {
    await findPlaces(db, places, claims)
    const known = claims.flatMap((claim, index): Known[] => {
      const place = claim.token && places.get(claim.token.publicId)
      return place ? [{ ...place, n: index + 1, claim }] : []
    })
    const answers: BatchAnswer[] = []
    const rows = await eachHousehold(known, async (householdId, some) => {
      try {
        return await admitHousehold(db, now, { householdId, known: some, limits })
      } catch (fault) {
        for (const { n } of some) answers[n - 1] = { fault }
        return []
      }
    })
    const admitted = rows.filter((row) => row.key_id !== null)
    const outside = new Map(rows.filter((row) => row.key_id === null).map((row) => [row.n, row]))
    const answered = new Set(admitted.map(({ n }) => n))
    const others = claims.flatMap(({ address }, index) => {
      return answered.has(index + 1) || answers[index] ? [] : [{ n: index + 1, address }]
    })
    const refused = others.length === 0 ? [] : await admitAddresses(db, now, { others, limits })
    for (const row of admitted) answers[row.n - 1] = readAdmitted(row, now)
    for (const row of refused) {
      const { outside_household_id = null, outside_key_id = null } = outside.get(row.n) ?? {}
      answers[row.n - 1] = readAdmitted({ ...row, outside_household_id, outside_key_id }, now)
    }
    return answers
  }
}

/** Remembers the households of keys that are not known yet. */
async function findPlaces(
  db: Database,
  places: Map<string, Place>,
  claims: readonly Claim[],
): Promise<void> {
  const unknown = claims.flatMap(({ token }) =>
    token === null || places.has(token.publicId) ? [] : [token.publicId],
  )
  if (unknown.length === 0) return
  const found = await db
    .selectFrom('key_lookup')
    .select(['public_id', 'household_id', 'key_id'])
    .where('public_id', 'in', [...new Set(unknown)])
    .execute()
  if (places.size + found.length > REMEMBERED_MAX) places.clear()
  for (const { public_id: publicId, ...place } of found) places.set(publicId, place)
}

type OfHousehold = {
  readonly householdId: string
  readonly known: readonly Known[]
  readonly limits: readonly number[]
}

async function admitHousehold(
  db: Database,
  now: Temporal.Instant,
  { householdId, known, limits }: OfHousehold,
): Promise<AdmissionRow[]> {
  const { rows } =
    await sql<AdmissionRow>`select * from admit_household(${now}, ${householdId}::uuid,
    ${known.map(({ n }) => n)}::integer[],
    ${known.map(({ key_id: id }) => id)}::uuid[],
    ${known.map(({ claim }) => claim.token?.digest ?? null)}::bytea[],
    ${limits}::integer[],
    ${known.map(({ claim }) => claim.origin ?? null)}::inet[])`.execute(db)
  return rows
}

type OfAddresses = {
  readonly others: readonly { readonly n: number; readonly address: string }[]
  readonly limits: readonly number[]
}

async function admitAddresses(
  db: Database,
  now: Temporal.Instant,
  { others, limits }: OfAddresses,
): Promise<AdmissionRow[]> {
  const { rows } = await sql<AdmissionRow>`select * from admit_addresses(${now},
    ${others.map(({ n }) => n)}::integer[],
    ${others.map(({ address }) => address)}::text[],
    ${limits}::integer[])`.execute(db)
  return rows
}
