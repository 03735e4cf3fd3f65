import type { SingleConnection } from '#/platform/database/single-connection.ts'
import { sealedColumns } from '#/platform/runtime/sealed-columns.ts'
import { HouseholdMoveFault, NOTHING_CHANGED } from './household-move.ts'
import type { TwoDatabases } from './open-databases.ts'

/**
 * Throws `other_secret` if the destination's servers cannot open all secrets of a household and its members. A server says at
 * its start which keys it has (`note-secret-keys.ts`).
 */
export async function requireSameSecrets(
  { source, destination }: TwoDatabases,
  householdId: string,
): Promise<void> {
  const used = await readUsedKeys(source, householdId)
  const known = await destination.rows(`select encode(id, 'hex') as id from secret_keys`)
  const missing = used.filter((id) => !known.some((one) => one['id'] === id))
  if (missing.length === 0) return
  const reason =
    known.length === 0
      ? 'No server of the destination has said which master secret it has: start it there once.'
      : 'The destination has another master secret: give it the one of this instance in EARMARK_SECRET_PREVIOUS, and restart it.'
  throw new HouseholdMoveFault(
    'other_secret',
    `${reason} The household has secrets under the ${missing.length === 1 ? 'key' : 'keys'} ${missing.join(', ')}. ${NOTHING_CHANGED}`,
  )
}

/** The id of the key of a sealed value: four bytes after its version (`seal.ts`). */
const keyOf = (value: string) => `encode(substring(${value} from 2 for 4), 'hex')`

async function readUsedKeys(
  source: SingleConnection,
  householdId: string,
): Promise<readonly string[]> {
  const selects = sealedColumns.flatMap(({ table, column, key }) =>
    key[0] === 'household_id'
      ? [
          `select ${keyOf(column)} as id from ${table} where household_id = $1 and ${column} is not null`,
        ]
      : [],
  )
  const rows = await source.rows(
    `${selects.join(' union ')}
     union select ${keyOf('a.secret')} from authenticators a join members m on m.person_id = a.person_id
       where m.household_id = $1 and m.removed_at is null
     union select ${keyOf(`decode(found[1], 'base64')`)}
       from idempotency_keys, regexp_matches(body, '"sealed":"([A-Za-z0-9+/]{8})', 'g') as found
       where household_id = $1 and body like '%"sealed":"%'
     order by 1`,
    [householdId],
  )
  return rows.map(({ id }) => id!)
}
