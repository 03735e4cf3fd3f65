import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '#/platform/contract/refusal.ts'
import {
  type Database,
  inTransaction,
  LOCK_TIMEOUT,
  sqlState,
} from '#/platform/database/database.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** A write that carries an Idempotency-Key. */
export type Keyed = {
  readonly householdId: string
  readonly key: string
  readonly fingerprint: Buffer
  readonly requestId: string
  readonly now: Temporal.Instant
}
export type Stored = { readonly status: number; readonly body: string }

/** How long a repeat waits for the first request to finish, in seconds. */
export const WAIT_SECONDS = 2
/** How often a repeat looks whether a first request that holds no lock has finished, in milliseconds. */
const LOOK_MS = 100
/** A request that has not finished after so long never will: its process has died. */
const ABANDONED_MINUTES = 10

/**
 * Claims the key inside the write's own transaction. Null: this request is the first, so it must do the work and
 * then `keepAnswer`; if it fails, the transaction takes the claim with it. Otherwise the first request's answer.
 * Throws `idempotency_key_reused` for another request under the same key, and `idempotency_key_in_progress` when
 * the first one does not finish within two seconds.
 */
export async function claimKey(tx: Database, keyed: Keyed): Promise<Stored | null> {
  try {
    await setLockTimeout(tx, `${WAIT_SECONDS}s`)
    const claimed = await tx
      .insertInto('idempotency_keys')
      .values({
        household_id: keyed.householdId,
        key: keyed.key,
        fingerprint: keyed.fingerprint,
        status: null,
        body: null,
        request_id: keyed.requestId,
        created_at: keyed.now,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['household_id', 'key'])
          .doUpdateSet({
            fingerprint: keyed.fingerprint,
            request_id: keyed.requestId,
            created_at: keyed.now,
          })
          .where('idempotency_keys.status', 'is', null)
          .where(
            'idempotency_keys.created_at',
            '<',
            keyed.now.subtract({ minutes: ABANDONED_MINUTES }),
          ),
      )
      .executeTakeFirst()
    if (claimed.numInsertedOrUpdatedRows === 1n) {
      await setLockTimeout(tx, LOCK_TIMEOUT)
      return null
    }
    return await readAnswer(tx, keyed)
  } catch (error) {
    if (sqlState(error) === '55P03') throw inProgress(error)
    throw error
  }
}

/**
 * Claims the key for work outside one transaction: the claim is committed at once. Throws as `claimKey`. A repeat finds
 * no lock to wait for, so it looks again until the first request has finished.
 */
export async function claimKeyAhead(
  { db, wait }: Pick<Runtime, 'db' | 'wait'>,
  keyed: Keyed,
): Promise<Stored | null> {
  for (let waited = 0; ; waited += LOOK_MS) {
    try {
      return await inTransaction(db, (tx) => claimKey(tx, keyed))
    } catch (error) {
      if (!isInProgress(error) || waited >= WAIT_SECONDS * 1000) throw error
      await wait(LOOK_MS)
    }
  }
}

async function readAnswer(tx: Database, keyed: Keyed): Promise<Stored> {
  const row = await tx
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status', 'body'])
    .where('household_id', '=', keyed.householdId)
    .where('key', '=', keyed.key)
    .executeTakeFirstOrThrow()
  if (!row.fingerprint.equals(keyed.fingerprint)) {
    throw new Refusal('idempotency_key_reused', { param: 'Idempotency-Key' })
  }
  if (row.status === null || row.body === null) throw inProgress(undefined)
  return { status: row.status, body: row.body }
}

/**
 * Stores the answer beside the claim, in the same transaction as what it answers. A request that was taken for dead and
 * replaced no longer holds the claim; its late answer is not kept.
 */
export async function keepAnswer(tx: Database, keyed: Keyed, answer: Stored): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ status: answer.status, body: answer.body })
    .where('household_id', '=', keyed.householdId)
    .where('key', '=', keyed.key)
    .where('request_id', '=', keyed.requestId)
    .execute()
}

/** Gives a key back after work outside one transaction has failed, so that the client may try again. */
export async function releaseKey(db: Database, keyed: Keyed): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('household_id', '=', keyed.householdId)
    .where('key', '=', keyed.key)
    .where('request_id', '=', keyed.requestId)
    .where('status', 'is', null)
    .execute()
}

/** What makes two requests the same: method, path, query and body, whatever the order of their names. */
export function fingerprint(method: string, path: string, input: Input): Buffer {
  const query = input.query === undefined ? '' : `?${canonical(input.query)}`
  return createHash('sha256')
    .update(`${method} ${path}${query}\n${canonical(input.body)}`)
    .digest()
}

type Input = { readonly query?: unknown; readonly body?: unknown }

// JSON with sorted names, as RFC 8785 orders them; a file stands for itself by its digest, however large it is.
function canonical(value: unknown): string {
  if (value instanceof Uint8Array)
    return `sha256:${createHash('sha256').update(value).digest('hex')}`
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
    return `{${entries.map(([name, item]) => `${JSON.stringify(name)}:${canonical(item)}`).join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}

/** For the rest of the transaction. */
export async function setLockTimeout(tx: Database, timeout: string): Promise<void> {
  await sql`select set_config('lock_timeout', ${timeout}, true)`.execute(tx)
}

function isInProgress(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'idempotency_key_in_progress'
}

/** The refusal of who repeats a request before the first one is done. */
export function inProgress(cause: unknown): Refusal {
  return new Refusal('idempotency_key_in_progress', {
    param: 'Idempotency-Key',
    retryAfterSeconds: 1,
    cause,
  })
}
