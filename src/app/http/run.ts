import * as z from 'zod'
import { codes, commonCodes } from '#/platform/contract/codes.ts'
import { type Endpoint, isWrite } from '#/platform/contract/endpoint.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import { type Database, inTransaction } from '#/platform/database/database.ts'
import { beginWrite, type BegunWrite } from '#/access/households/begin-write.ts'
import { fingerprint } from '#/platform/idempotency/fingerprint.ts'
import { householdKey } from '#/platform/idempotency/household-key.ts'
import {
  type Scope,
  type StoredAnswer,
  type StoredKey,
  withIdempotencyKey,
} from '#/platform/idempotency/with-idempotency-key.ts'
import { mapInTurns } from '#/platform/runtime/breathe.ts'
import type { Call } from '#/platform/runtime/call.ts'
import type { LooseHandle } from './routes.ts'

export type Job = {
  readonly endpoint: Endpoint
  readonly handle: LooseHandle
  readonly call: Omit<Call, keyof BegunWrite>
  readonly input: { readonly query?: unknown; readonly body?: unknown }
  /** The path as it was asked for, ids included: part of what makes two requests the same. */
  readonly path: string
}
export type Ran = StoredAnswer & {
  readonly replayed: boolean
  /** In place of a body: one that is made while it is sent. */
  readonly pieces?: AsyncIterable<string>
}

/**
 * Runs a handler. A write is one transaction: the claim of its Idempotency-Key, the household's lock, everything
 * that the verb changes, and the stored answer are committed together or not at all.
 */
export async function run(job: Job): Promise<Ran> {
  if (job.endpoint.stream) return runStream(job)
  if (!isWrite(job.endpoint)) return first(await answer(job, job.call.db, reading))
  const { db, wait } = job.call
  const transaction: Scope['transaction'] = job.endpoint.transaction ?? 'one'
  const write = async (tx: Database) =>
    answer(job, tx, transaction === 'none' ? reading : await begin(job, tx))
  const storedKey = storedKeyOf(job)
  if (!storedKey)
    return first(await (transaction === 'none' ? write(db) : inTransaction(db, write)))
  const scope: Scope = {
    db,
    wait,
    storedKey,
    transaction,
    replayable: (answered: StoredAnswer) => replayable(job.endpoint, answered),
  }
  return withIdempotencyKey(scope, write).catch((error: unknown) => judgeReuse(job, error))
}

/** What a verb outside a write has begun. */
const reading: BegunWrite = { revision: 0, hasWebhooks: false, workedOff: null }

function begin({ call }: Job, tx: Database): Promise<BegunWrite> {
  return beginWrite({ ...call, db: tx }, call.caller.householdId)
}

class Rehearsed extends Error {}

/** Nobody is asked in a rehearsal: what comes after that is no matter of the request alone. */
const nobody: Call['outbound'] = {
  request: () => Promise.reject(new Rehearsed()),
  inspect: () => Promise.reject(new Rehearsed()),
  check: () => {
    throw new Rehearsed()
  },
  close: () => Promise.resolve(),
}

// A key of another request is a conflict only where the request itself could be done: what it asks for is looked up
// first. So it is done and undone, and a fault, a missing object or a missing right that shows is the answer.
async function judgeReuse(job: Job, reuse: unknown): Promise<never> {
  if (!(reuse instanceof Refusal) || reuse.code !== 'idempotency_key_reused') throw reuse
  // Without the key, by which a verb would find what the other request recorded.
  const call = { ...job.call, outbound: nobody, idempotencyKey: null }
  const rehearsal = inTransaction(job.call.db, async (tx) => {
    await answer({ ...job, call }, tx, await begin(job, tx))
    throw new Rehearsed()
  })
  return rehearsal.catch((error: unknown) => {
    throw error instanceof Refusal && codes[error.code].status < 409 ? error : reuse
  })
}

async function runStream({ endpoint, handle, call, input }: Job): Promise<Ran> {
  const given = await handle({ ...call, ...reading }, input).catch(undeclared(endpoint))
  if (given === null || typeof given !== 'object' || !('pieces' in given)) {
    throw new Error(`${endpoint.method} ${endpoint.path} is declared a stream, and gives none`)
  }
  return first({ status: 200, body: '' }, given.pieces as AsyncIterable<string>)
}

async function answer(job: Job, db: Database, begun: BegunWrite): Promise<StoredAnswer> {
  const { endpoint, handle, call, input } = job
  const given = await handle({ ...call, db, ...begun }, input).catch(undeclared(endpoint))
  return { status: endpoint.status ?? 200, body: await toJson(endpoint, given) }
}

/** Records of a list that are encoded at once. */
const RECORDS = 200

async function toJson(endpoint: Endpoint, given: unknown): Promise<string> {
  if (given !== null && typeof given === 'object' && 'json' in given) return String(given.json)
  if (Array.isArray(given) && given.length > RECORDS) return listToJson(endpoint, given)
  // Encoding keeps only declared fields, so a column can never leak by being selected.
  return JSON.stringify(z.encode(endpoint.response, given))
}

/** As `toJson`, for a list so long that others go first in between. */
async function listToJson(endpoint: Endpoint, given: readonly unknown[]): Promise<string> {
  const starts = Array.from({ length: Math.ceil(given.length / RECORDS) }, (_, n) => n * RECORDS)
  const parts = await mapInTurns(starts, (at) => {
    const some = z.encode(endpoint.response, given.slice(at, at + RECORDS))
    return JSON.stringify(some).slice(1, -1)
  })
  return `[${parts.join(',')}]`
}

/** The answer as it may be given again, and stored until then. */
function replayable({ firstAnswerOnly }: Endpoint, answered: StoredAnswer): StoredAnswer {
  if (firstAnswerOnly === undefined) return answered
  const fields = Object.entries(JSON.parse(answered.body) as object)
  const kept = fields.filter(([name]) => !firstAnswerOnly.includes(name))
  return { ...answered, body: JSON.stringify(Object.fromEntries(kept)) }
}

function first(stored: StoredAnswer, pieces?: AsyncIterable<string>): Ran {
  return { ...stored, replayed: false, ...(pieces && { pieces }) }
}

function storedKeyOf({ call, endpoint, path, input }: Job): StoredKey | null {
  if (call.idempotencyKey === null) return null
  return householdKey(call.caller.householdId, {
    key: call.idempotencyKey,
    fingerprint: fingerprint(endpoint.method, path, input),
    requestId: call.requestId,
    now: call.now(),
  })
}

// A refusal the contract does not name would be missing from the OpenAPI document: treat it as a bug.
function undeclared(endpoint: Endpoint) {
  return (error: unknown): never => {
    if (!(error instanceof Refusal)) throw error
    if (commonCodes.includes(error.code) || endpoint.refusals?.includes(error.code)) throw error
    throw new Error(`${endpoint.method} ${endpoint.path} does not declare ${error.code}`, {
      cause: error,
    })
  }
}
