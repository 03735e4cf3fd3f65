import { Refusal } from '#/platform/contract/refusal.ts'
import {
  type Database,
  inTransaction,
  LOCK_TIMEOUT,
  sqlState,
} from '#/platform/database/database.ts'
import { inProgress, setLockTimeout, type Stored, WAIT_SECONDS } from './once.ts'

/** What a person asks for under an Idempotency-Key; it concerns no household yet. */
export type Asked = {
  readonly personId: string
  readonly key: string
  readonly fingerprint: Buffer
  readonly now: Temporal.Instant
}

/**
 * Does something once under a person's key: the claim, the work and its answer are one transaction. A repeat is answered as
 * the first time. Throws `idempotency_key_reused` for another request under the same key, and
 * `idempotency_key_in_progress` when the first one does not finish within two seconds.
 */
export async function oncePerPerson(
  db: Database,
  asked: Asked,
  work: (tx: Database) => Promise<Stored>,
): Promise<Stored & { readonly replayed: boolean }> {
  return inTransaction(db, async (tx) => {
    if (!(await claim(tx, asked))) return { ...(await readAnswer(tx, asked)), replayed: true }
    const answered = await work(tx)
    await tx
      .updateTable('person_idempotency_keys')
      .set(answered)
      .where('person_id', '=', asked.personId)
      .where('key', '=', asked.key)
      .execute()
    return { ...answered, replayed: false }
  })
}

/** False: somebody has claimed it before, and is done. */
async function claim(tx: Database, { personId, key, fingerprint, now }: Asked): Promise<boolean> {
  try {
    await setLockTimeout(tx, `${WAIT_SECONDS}s`)
    const claimed = await tx
      .insertInto('person_idempotency_keys')
      .values({ person_id: personId, key, fingerprint, status: null, body: null, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    await setLockTimeout(tx, LOCK_TIMEOUT)
    return claimed.numInsertedOrUpdatedRows === 1n
  } catch (error) {
    if (sqlState(error) === '55P03') throw inProgress(error)
    throw error
  }
}

async function readAnswer(tx: Database, { personId, key, fingerprint }: Asked): Promise<Stored> {
  const row = await tx
    .selectFrom('person_idempotency_keys')
    .select(['fingerprint', 'status', 'body'])
    .where('person_id', '=', personId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (!row.fingerprint.equals(fingerprint)) {
    throw new Refusal('idempotency_key_reused', { param: 'Idempotency-Key' })
  }
  if (row.status === null || row.body === null) throw inProgress(undefined)
  return { status: row.status, body: row.body }
}
