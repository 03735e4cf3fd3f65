import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#/platform/contract/refusal.ts'
import { type Database, inTransaction, LOCK_TIMEOUT } from '#/platform/database/database.ts'
import { isWaitFor } from '#/platform/database/gone.ts'
import { waitsForStandby } from './waits-for-standby.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** A request with an Idempotency-Key. */
export type KeyedRequest = {
  readonly key: string
  /** See `fingerprint`. */
  readonly fingerprint: Buffer
  readonly requestId: string
  readonly now: Temporal.Instant
}
export type StoredAnswer = { readonly status: number; readonly body: string }

/** One key of a household (`household-key.ts`) or of a person (`person-key.ts`), as this request uses it. */
export type StoredKey = {
  /** The table of its row. */
  readonly table: string
  readonly fingerprint: Buffer
  /** Claims the key; false: another request has it. Waits, within `patience`, while another's claim is not committed. */
  readonly claim: (tx: Database, patience: Patience) => Promise<boolean>
  /** Reads the key of another request. `status` and `body` are null until that request has finished. */
  readonly read: (tx: Database) => Promise<{
    readonly fingerprint: Buffer
    readonly status: number | null
    readonly body: string | null
  }>
  /** Stores the answer beside the claim, if this request still holds it. */
  readonly keep: (tx: Database, answer: StoredAnswer) => Promise<void>
}

/**
 * The lock time-out of the claim, and the one that holds for the rest of the transaction if the claim succeeds. Both are
 * set by the claim's own statement, because two more cost a tenth of a write.
 */
export type Patience = {
  readonly claiming: RawBuilder<boolean>
  readonly claimed: RawBuilder<unknown>
}

/** A key whose claim can be committed before the work. */
export type ReleasableKey = StoredKey & {
  /** Deletes the claim of this request, so that the client may try again. */
  readonly release: (db: Database) => Promise<void>
}

/**
 * `none`: the work waits for a provider, and no transaction may stay open meanwhile. The claim is committed before the
 * work, and deleted if the work fails.
 */
type Claiming =
  | { readonly transaction: 'one'; readonly storedKey: StoredKey }
  | { readonly transaction: 'none'; readonly storedKey: ReleasableKey }

export type Scope = Pick<Runtime, 'db' | 'wait'> &
  Claiming & {
    /** Does all of it by one statement, and needs no transaction of `work`; null: nothing was done. */
    readonly atOnce?: () => Promise<StoredAnswer | null>
    /** Leaves out what only the first answer contains. */
    readonly replayable?: (answer: StoredAnswer) => StoredAnswer
  }

/** How long a repeat waits for the first request to finish, in seconds. */
const WAIT_SECONDS = 2
/** How often a repeat looks for the answer of a first request that holds no lock, in milliseconds. */
const LOOK_MS = 100

/**
 * Does the work once per key; a repeat gets the stored answer. The claim of the key, the work and its stored answer are
 * one transaction, so a request that fails leaves no claim. `work` gets the transaction, or else the database.
 * Throws `idempotency_key_reused` if another request used the key, and `idempotency_key_in_progress` if the first request
 * does not finish within two seconds; if that one waits for the standby, the database's own error, as for any other write
 * that cannot be stored now: clients repeat a 503, but no 409.
 */
export async function withIdempotencyKey(
  scope: Scope,
  work: (db: Database) => Promise<StoredAnswer>,
): Promise<KeyedAnswer> {
  try {
    return await workOrReplay(scope, work)
  } catch (error) {
    // Asked when the transaction has ended, because a request must not wait for a second connection while it has one.
    const given = isInProgress(error) ? error.cause : undefined
    if (given === undefined || !(await waitsForStandby(scope.db, WAIT_SECONDS))) throw error
    throw given
  }
}

type KeyedAnswer = StoredAnswer & { readonly replayed: boolean }

async function workOrReplay(
  scope: Scope,
  work: (db: Database) => Promise<StoredAnswer>,
): Promise<KeyedAnswer> {
  const { storedKey, replayable = (answer: StoredAnswer) => answer } = scope
  const workAndKeep = async (db: Database) => {
    const answer = await work(db)
    await storedKey.keep(db, replayable(answer))
    return { ...answer, replayed: false }
  }
  if (scope.transaction === 'one') {
    const answer = await workAtOnce(scope)
    if (answer) return { ...answer, replayed: false }
    return inTransaction(scope.db, async (tx) => {
      const stored = await claimOrRead(tx, storedKey)
      return stored ? { ...stored, replayed: true } : workAndKeep(tx)
    })
  }
  const stored = await claimAhead(scope)
  if (stored) return { ...stored, replayed: true }
  try {
    return await workAndKeep(scope.db)
  } catch (error) {
    await scope.storedKey.release(scope.db)
    throw error
  }
}

async function workAtOnce({ atOnce, storedKey }: Scope): Promise<StoredAnswer | null> {
  if (!atOnce) return null
  try {
    return await atOnce()
  } catch (error) {
    if (isWaitFor(storedKey.table, error)) throw inProgress(error)
    throw error
  }
}

/** Claims the key and returns null, or returns the answer to the request that claimed it before. */
async function claimOrRead(tx: Database, storedKey: StoredKey): Promise<StoredAnswer | null> {
  try {
    if (await storedKey.claim(tx, patience)) return null
    return await readAnswer(tx, storedKey)
  } catch (error) {
    // The claim may wait for the household, too.
    if (isWaitFor(storedKey.table, error)) throw inProgress(error)
    throw error
  }
}

/** Commits the claim at once. A repeat then finds no lock to wait for, so it looks again until the first has finished. */
async function claimAhead({ db, wait, storedKey }: Scope): Promise<StoredAnswer | null> {
  for (let waited = 0; ; waited += LOOK_MS) {
    try {
      return await inTransaction(db, (tx) => claimOrRead(tx, storedKey))
    } catch (error) {
      if (!isInProgress(error) || waited >= WAIT_SECONDS * 1000) throw error
      await wait(LOOK_MS)
    }
  }
}

async function readAnswer(tx: Database, storedKey: StoredKey): Promise<StoredAnswer> {
  const { fingerprint, status, body } = await storedKey.read(tx)
  if (!fingerprint.equals(storedKey.fingerprint)) {
    throw new Refusal('idempotency_key_reused', { param: 'Idempotency-Key' })
  }
  if (status === null || body === null) throw inProgress(undefined)
  return { status, body }
}

const patience: Patience = {
  claiming: sql<boolean>`${lockTimeout(`${WAIT_SECONDS}s`)} is not null`,
  claimed: lockTimeout(LOCK_TIMEOUT),
}

/** Holds until the transaction ends. */
function lockTimeout(timeout: string): RawBuilder<unknown> {
  return sql`set_config('lock_timeout', ${sql.lit(timeout)}, true)`
}

function isInProgress(error: unknown): error is Refusal {
  return error instanceof Refusal && error.code === 'idempotency_key_in_progress'
}

function inProgress(cause: unknown): Refusal {
  return new Refusal('idempotency_key_in_progress', {
    param: 'Idempotency-Key',
    retryAfterSeconds: 1,
    cause,
  })
}
