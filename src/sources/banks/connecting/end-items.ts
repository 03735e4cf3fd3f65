import type { Database } from '#/platform/database/database.ts'
import type { PlaidAccess } from '#/sources/plaid/client.ts'
import { removeItem } from '#/sources/plaid/connector.ts'
import { ProviderFailure } from '#/sources/provider/provider.ts'
import { Unreadable } from '#/platform/runtime/seal.ts'
import type { Place } from '#/platform/runtime/sealed-columns.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** After as many minutes Plaid is told again, doubled with each try, and a day at most: longer than it may take to answer. */
const WAIT_MINUTES = 5
const WAIT_MINUTES_MAX = 24 * 60
/** How long it is tried, in days. Whoever removed us at the bank, or left Plaid, has ended it by then. */
const PATIENCE_DAYS = 30
const placeOf = (id: string): Place => `ending_items.secret:${id}`

type Ending = Pick<Runtime, 'seal' | 'now' | 'newId' | 'log'> & { readonly db: Database }

/**
 * Notes, in the transaction that deletes a household, which of its logins Plaid is to forget. They are told afterwards by
 * `endDueItems`, however often it takes: a deletion neither waits for Plaid nor fails with it.
 */
export async function endItemsOf(runtime: Ending, householdId: string): Promise<void> {
  const connections = await runtime.db
    .selectFrom('connections')
    .select(['id', 'secret'])
    .where('household_id', '=', householdId)
    .where('provider', '=', 'provider_b')
    .where('secret', 'is not', null)
    .execute()
  const now = runtime.now()
  for (const connection of connections) {
    const secret = read(runtime, connection.secret!, `connections.secret:${connection.id}`)
    if (secret === null) continue
    const id = runtime.newId()
    await runtime.db
      .insertInto('ending_items')
      .values({
        id,
        secret: runtime.seal.seal(secret, placeOf(id)),
        tries: 0,
        next_try_at: now,
        created_at: now,
      })
      .execute()
  }
}

/** Tells Plaid of one login that is to end, where one is due. How many there were. */
export async function endDueItems(runtime: Runtime): Promise<number> {
  const { plaid } = runtime
  if (plaid === null) return 0
  const taken = await takeTurn(runtime)
  if (!taken) return 0
  const secret = read(runtime, taken.secret, placeOf(taken.id))
  const isEnded = secret === null || (await tell(runtime, plaid, secret))
  const hours = PATIENCE_DAYS * 24
  const isOver = Temporal.Instant.compare(runtime.now(), taken.created_at.add({ hours })) > 0
  if (isOver && !isEnded) runtime.log('warn', 'item.not_ended', { tries: taken.tries })
  if (isEnded || isOver) {
    await runtime.db.deleteFrom('ending_items').where('id', '=', taken.id).execute()
  }
  return 1
}

/** Whether Plaid knows now; false where it could not be told. */
async function tell(runtime: Runtime, access: PlaidAccess, secret: string): Promise<boolean> {
  try {
    await removeItem(access, runtime, secret)
    return true
  } catch (error) {
    if (error instanceof ProviderFailure) return false
    throw error
  }
}

/** The login that has waited longest. It is due again later, whatever becomes of this try. */
async function takeTurn({ db, now }: Runtime) {
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
function read({ seal, log }: Pick<Runtime, 'seal' | 'log'>, sealed: Buffer, place: Place) {
  try {
    return seal.open(sealed, place)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    log('warn', 'item.not_ended', { error })
    return null
  }
}
