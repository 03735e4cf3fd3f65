import { sql } from 'kysely'
import { type Database, isGivenUp, sqlState, whenRoom } from '#/platform/database/database.ts'
import { breathe } from '#/platform/runtime/breathe.ts'
import { inBatches } from '#/platform/batching/in-batches.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { untilEnded } from '#/platform/batching/until-ended.ts'
import { type RequestedPayment, recordAlone } from './record-alone.ts'

type Scope = Pick<Runtime, 'db' | 'wait'>

/** As from `recordAlone`; undefined: nothing was done, and the payment wants a statement of its own. */
type Recorded = string | null | undefined

/** The most payments of one statement, which holds their households until it is committed. */
const BATCH_MAX = 32

/**
 * Milliseconds that a statement waits for as many payments as came lately, so that clients who send one after another do not
 * fall into groups that take turns. About what a disk needs for a commit; PostgreSQL's `commit_delay` does the same.
 */
const GATHER_MS = 4
/** Milliseconds after which the next statement no longer waits for one that is slow, for example because the standby is. */
const PATIENCE_MS = 100

/** Records the payments of each database for all requests of this process. */
const recorders = new WeakMap<Database, (requested: RequestedPayment) => Promise<Recorded>>()

/**
 * Same as `recordAlone`, but payments that come while others are recorded share one statement, the function
 * `record_payments` of the database: four cost PostgreSQL as much as two or three alone, and sixteen as much as five or six.
 */
export async function recordTogether(
  scope: Scope,
  requested: RequestedPayment,
): Promise<string | null> {
  // A person decides by it what pays for its payee, and the next payment of the same payee has to see that.
  if (requested.payment.edited.length > 0) return recordAlone(scope, requested)
  const { db, wait } = scope
  let record = recorders.get(db)
  if (!record) {
    record = inBatches({
      work: (batch: readonly RequestedPayment[]) => recordBatch(scope, batch),
      max: BATCH_MAX,
      gather: async (usual) => {
        // Requests that were admitted together arrive in one turn of the event loop.
        await breathe()
        await untilEnded(usual, GATHER_MS, wait)
        await whenRoom(db, wait)
      },
      leave: (running) => untilEnded(running, PATIENCE_MS, wait),
    })
    recorders.set(db, record)
  }
  const recorded = await record(requested)
  return recorded === undefined ? recordAlone(scope, requested) : recorded
}

async function recordBatch(scope: Scope, batch: readonly RequestedPayment[]): Promise<Recorded[]> {
  if (batch.length === 1) return [await recordAlone(scope, batch[0]!)]
  const recorded = batch.map((): Recorded => undefined)
  try {
    for (const { n, line } of await recordAll(scope.db, withoutRepeats(batch))) recorded[n] = line
  } catch (error) {
    if (!mayConcernOne(error)) throw error
  }
  return recorded
}

type Numbered = RequestedPayment & { readonly n: number }

/** Leaves out repeats of a request beside it: they are recorded alone, and find their key known. */
function withoutRepeats(batch: readonly RequestedPayment[]): Numbered[] {
  const numbered = batch.map((requested, n) => ({ ...requested, n }))
  const first = new Map<string, Numbered>()
  for (const requested of numbered.toReversed()) {
    const { householdId, payment, request } = requested
    first.set(`${householdId} ${request.key ?? payment.id}`, requested)
  }
  return [...first.values()]
}

async function recordAll(db: Database, payments: readonly Numbered[]) {
  const { rows } = await sql<{ n: number; line: string | null }>`
    select * from record_payments(${JSON.stringify(payments.map(toRow))}::json)`.execute(db)
  return rows
}

/** The columns of `record_payments`. */
function toRow({ n, householdId, payment, request }: Numbered) {
  return {
    n,
    household: householdId,
    key: request.key,
    fingerprint: request.fingerprint && `\\x${request.fingerprint.toString('hex')}`,
    request: request.requestId,
    now: request.now,
    id: payment.id,
    account: payment.account_id,
    amount: payment.amount,
    concept: payment.concept,
    booked: payment.booked_at,
    type: payment.type,
    category: payment.category_id ?? null,
    notes: payment.notes ?? null,
    merchant: payment.merchant,
  }
}

/** True for a refused value, and for a wait for another transaction: alone, the others may well be recorded. */
function mayConcernOne(error: unknown): boolean {
  return isGivenUp(error) || /^(2[23]|55P03)/.test(sqlState(error) ?? '')
}
