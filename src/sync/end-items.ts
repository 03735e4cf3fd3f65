import type { Database } from '#/database/database.ts'
import type { PlaidAccess } from '#/providers/provider-b/client.ts'
import { removeItem } from '#/providers/provider-b/connector.ts'
import { ProviderFailure } from '#/providers/provider.ts'
import { Unreadable } from '#/world/seal.ts'
import type { Place } from '#/world/sealed-columns.ts'
import type { World } from '#/world/world.ts'

/** After as many minutes Plaid is told again, doubled with each try, and a day at most: longer than it may take to answer. */
const WAIT_MINUTES = 5
const WAIT_MINUTES_MAX = 24 * 60
/** How long it is tried, in days. Whoever removed us at the bank, or left Plaid, has ended it by then. */
const PATIENCE_DAYS = 30
const placeOf = (id: string): Place => `ending_items.secret:${id}`

type Ending = Pick<World, 'seal' | 'now' | 'newId' | 'log'> & { readonly db: Database }

/**
 * Notes, in the transaction that deletes a household, which of its logins Plaid is to forget. They are told afterwards by
 * `endDueItems`, however often it takes: a deletion neither waits for Plaid nor fails with it.
 */
export async function endItemsOf(world: Ending, householdId: string): Promise<void> {
  const connections = await world.db
    .selectFrom('connections')
    .select(['id', 'secret'])
    .where('household_id', '=', householdId)
    .where('provider', '=', 'provider_b')
    .where('secret', 'is not', null)
    .execute()
  const now = world.now()
  for (const connection of connections) {
    const secret = read(world, connection.secret!, `connections.secret:${connection.id}`)
    if (secret === null) continue
    const id = world.newId()
    await world.db
      .insertInto('ending_items')
      .values({
        id,
        secret: world.seal.seal(secret, placeOf(id)),
        tries: 0,
        next_try_at: now,
        created_at: now,
      })
      .execute()
  }
}

/** Tells Plaid of one login that is to end, where one is due. How many there were. */
export async function endDueItems(world: World): Promise<number> {
  const { plaid } = world
  if (plaid === null) return 0
  const taken = await takeTurn(world)
  if (!taken) return 0
  const secret = read(world, taken.secret, placeOf(taken.id))
  const isEnded = secret === null || (await tell(world, plaid, secret))
  const hours = PATIENCE_DAYS * 24
  const isOver = Temporal.Instant.compare(world.now(), taken.created_at.add({ hours })) > 0
  if (isOver && !isEnded) world.log('warn', 'item.not_ended', { tries: taken.tries })
  if (isEnded || isOver) {
    await world.db.deleteFrom('ending_items').where('id', '=', taken.id).execute()
  }
  return 1
}

/** Whether Plaid knows now; false where it could not be told. */
async function tell(world: World, access: PlaidAccess, secret: string): Promise<boolean> {
  try {
    await removeItem(access, world, secret)
    return true
  } catch (error) {
    if (error instanceof ProviderFailure) return false
    throw error
  }
}

/** The login that has waited longest. It is due again later, whatever becomes of this try. */
async function takeTurn({ db, now }: World) {
  return db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom('ending_items')
      .select(['id', 'secret', 'tries', 'created_at'])
      .where('next_try_at', '<=', now())
      .orderBy('next_try_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!due) return null
    const minutes = Math.min(WAIT_MINUTES * 2 ** due.tries, WAIT_MINUTES_MAX)
    await tx
      .updateTable('ending_items')
      .set({
        tries: due.tries + 1,
        next_try_at: now().add({ minutes }),
      })
      .where('id', '=', due.id)
      .execute()
    return due
  })
}

/** Null where no known key opens it: then nobody can tell Plaid anything any more. */
function read({ seal, log }: Pick<World, 'seal' | 'log'>, sealed: Buffer, place: Place) {
  try {
    return seal.open(sealed, place)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    log('warn', 'item.not_ended', { error })
    return null
  }
}
