import { sql } from 'kysely'
import { type Database, inTransaction } from '#/platform/database/database.ts'
import { eachHousehold } from '#/platform/database/each-household.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { recordKeyPlace } from '#/access/sessions/record-event.ts'

/** A use of a key from a network, as requests are counted by it. */
export type PlaceOfUse = {
  readonly householdId: string
  readonly keyId: string
  readonly address: string
  readonly agent: string
  readonly at: Temporal.Instant
}

/** The places that one key is known from. Uses from further ones are no alert: such a key moves all the time. */
export const PLACES_MAX = 100

/** The places that a process remembers, at about 150 bytes each. */
const KNOWN_MAX = 20_000
/** The new places that wait to be stored; for others the next use counts. */
const WAITING_MAX = 500

/** Finds the first use of each key from each network, without a statement for places that this process has seen. */
export type PlaceWatch = {
  readonly note: (use: PlaceOfUse) => void
  /** Stores the new places, and alerts those to whom the keys belong. Once for each key and network, over all processes. */
  readonly flush: () => Promise<void>
}

export function createPlaceWatch(
  runtime: Pick<Runtime, 'db' | 'newId' | 'log'>,
  forget: (agent: string) => string,
): PlaceWatch {
  const known = new Set<string>()
  let waiting = new Map<string, PlaceOfUse>()
  return {
    note: (use) => {
      const place = `${use.keyId} ${use.address}`
      if (known.has(place) || waiting.has(place) || !isPlace(use.address)) return
      if (waiting.size < WAITING_MAX) waiting.set(place, use)
    },
    flush: async () => {
      if (waiting.size === 0) return
      const found = waiting
      waiting = new Map()
      try {
        await storePlaces(
          runtime,
          [...found.values()].map((use) => ({ ...use, agent: forget(use.agent) })),
        )
        for (const place of found.keys()) known.add(place)
        for (const oldest of known.values().take(Math.max(0, known.size - KNOWN_MAX))) {
          known.delete(oldest)
        }
      } catch (error) {
        // The next use from there counts as the first.
        runtime.log('error', 'key_places.fault', { count: found.size, error })
      }
    },
  }
}

/** False for requests of this machine: somebody on it has more than a key. */
export function isPlace(address: string): boolean {
  return !['direct', 'unknown', '0:0:0:0'].includes(address) && !address.startsWith('127.')
}

type Stored = {
  readonly household_id: string
  readonly first_at: Temporal.Instant
  readonly network: string
  readonly agent: string
  readonly name: string
  readonly person_id: string | null
}

async function storePlaces(
  runtime: Pick<Runtime, 'db' | 'newId' | 'log'>,
  uses: readonly PlaceOfUse[],
): Promise<void> {
  const rows = uses.map(({ householdId, keyId, address, agent, at }) => ({
    household_id: householdId,
    key_id: keyId,
    network: address,
    agent,
    first_at: at,
    alerted: true,
  }))
  await inTransaction(runtime.db, async (db) => {
    const found = await eachHousehold(rows, (householdId, some) =>
      insertPlaces(db, householdId, some),
    )
    for (const { person_id, first_at, network, agent, name, household_id } of found) {
      await recordKeyPlace(
        { ...runtime, db, now: () => first_at, client: { address: network, agent } },
        { personId: person_id, householdId: household_id, name },
      )
    }
  })
}

/** Returns the places that were not known. Rows are inserted in one order, so that processes do not deadlock. */
async function insertPlaces(
  db: Database,
  householdId: string,
  rows: readonly object[],
): Promise<readonly Stored[]> {
  const { rows: stored } = await sql<Stored>`
    with kept as (
      insert into key_places (household_id, key_id, network, agent, first_at, alerted)
      select ${householdId}::uuid, r.key_id, r.network, r.agent, r.first_at, r.alerted
      from json_populate_recordset(null::key_places, ${JSON.stringify(rows)}) r
      join api_keys k on k.household_id = ${householdId} and k.id = r.key_id
      where ${PLACES_MAX} > (
        select count(*) from key_places p where p.household_id = ${householdId} and p.key_id = r.key_id)
      order by r.key_id, r.network
      on conflict do nothing
      returning household_id, key_id, network, agent, first_at)
    select kept.*, k.name, m.person_id
    from kept
    join api_keys k on k.household_id = ${householdId} and k.id = kept.key_id
    join members m on m.household_id = ${householdId} and m.id = k.member_id
    order by kept.first_at, kept.key_id, kept.network`.execute(db)
  return stored
}
