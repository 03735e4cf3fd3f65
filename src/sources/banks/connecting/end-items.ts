import type { Database } from '#/platform/database/database.ts'
import { requireEnableBanking } from '#/sources/enable-banking/client.ts'
import { endConsent } from '#/sources/enable-banking/connector.ts'
import { requirePlaid } from '#/sources/plaid/client.ts'
import { removeItem } from '#/sources/plaid/connector.ts'
import { ProviderFailure } from '#/sources/provider/provider.ts'
import { Unreadable } from '#/platform/runtime/seal.ts'
import type { Binding } from '#/platform/runtime/sealed-columns.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { ENABLE_BANKING, PLAID } from '#/sources/provider/bank-provider.ts'

/**
 * Minutes until the next attempt, doubled with each one, up to a day. Longer than a request to Plaid may take, so that
 * two attempts never overlap.
 */
const WAIT_MINUTES = 5
const WAIT_MINUTES_MAX = 24 * 60
/** Days of attempts. By then Plaid or the bank has usually ended the login itself. */
const PATIENCE_DAYS = 30
/** Providers whose logins last until they are asked to end them. */
const ENDED = [PLAID, ENABLE_BANKING] as const
const bindingOf = (id: string): Binding => `ending_items.secret:${id}`

type Ending = Pick<Runtime, 'seal' | 'now' | 'newId' | 'log'> & { readonly db: Database }

/**
 * Queues the logins of a household at Plaid and Enable Banking for their end, in the transaction that deletes the household. `endDueItems`
 * ends them afterwards, so that the deletion neither waits for a provider nor fails with it.
 */
export async function endItemsOf(runtime: Ending, householdId: string): Promise<void> {
  const connections = await runtime.db
    .selectFrom('connections')
    .select(['id', 'secret', 'provider'])
    .where('household_id', '=', householdId)
    .where('provider', 'in', ENDED)
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
        provider: connection.provider === PLAID ? PLAID : ENABLE_BANKING,
        secret: runtime.seal.seal(secret, bindingOf(id)),
        tries: 0,
        next_try_at: now,
        created_at: now,
      })
      .execute()
  }
}

/** Ends one queued login, if one is due. Returns how many were due: 0 or 1. */
export async function endDueItems(runtime: Runtime): Promise<number> {
  const { plaid, enableBanking } = runtime
  const offered = ENDED.filter((one) => (one === PLAID ? plaid : enableBanking) !== null)
  if (offered.length === 0) return 0
  const taken = await takeDueItem(runtime, offered)
  if (!taken) return 0
  const secret = read(runtime, taken.secret, bindingOf(taken.id))
  const isEnded = secret === null || (await endAtProvider(runtime, taken.provider, secret))
  const hours = PATIENCE_DAYS * 24
  const isOver = Temporal.Instant.compare(runtime.now(), taken.created_at.add({ hours })) > 0
  if (isOver && !isEnded) runtime.log('warn', 'item.not_ended', { tries: taken.tries })
  if (isEnded || isOver) {
    await runtime.db.deleteFrom('ending_items').where('id', '=', taken.id).execute()
  }
  return 1
}

/** Returns false when the provider could not end the login now. */
async function endAtProvider(
  runtime: Runtime,
  provider: (typeof ENDED)[number],
  secret: string,
): Promise<boolean> {
  try {
    if (provider === PLAID) await removeItem(requirePlaid(runtime.plaid), runtime, secret)
    else await endConsent(requireEnableBanking(runtime.enableBanking), runtime, secret)
    return true
  } catch (error) {
    if (error instanceof ProviderFailure) return false
    throw error
  }
}

/** Takes the login that is due longest, and schedules its next attempt in case this one fails. */
async function takeDueItem({ db, now }: Runtime, offered: (typeof ENDED)[number][]) {
  return db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom('ending_items')
      .select(['id', 'provider', 'secret', 'tries', 'created_at'])
      .where('provider', 'in', offered)
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

/** Opens a secret. Returns null when no known key opens it: then the login cannot be removed at Plaid. */
function read({ seal, log }: Pick<Runtime, 'seal' | 'log'>, sealed: Buffer, binding: Binding) {
  try {
    return seal.open(sealed, binding)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    log('warn', 'item.not_ended', { error })
    return null
  }
}
