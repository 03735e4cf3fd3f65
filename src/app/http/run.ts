import * as z from 'zod'
import { codes } from '#/platform/contract/codes.ts'
import { type Endpoint, isWrite } from '#/platform/contract/endpoint.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import { type Database, inTransaction } from '#/platform/database/database.ts'
import {
  beginLocked,
  beginWrite,
  type BegunWrite,
  type Locked,
  lockHousehold,
} from '#/access/households/begin-write.ts'
import type { WriteRequest } from '#/platform/idempotency/at-once.ts'
import { fingerprint } from '#/platform/idempotency/fingerprint.ts'
import { type ClaimedWith, householdKey } from '#/platform/idempotency/household-key.ts'
import {
  type KeyedRequest,
  type Scope,
  type StoredAnswer,
  type ReleasableKey,
  withIdempotencyKey,
} from '#/platform/idempotency/with-idempotency-key.ts'
import { mapInTurns } from '#/platform/runtime/breathe.ts'
import type { Call, FileKind, JsonPieces } from '#/platform/runtime/call.ts'
import { openAnswer, replayable } from '#/app/http/wire/stored-answer.ts'
import { requireDeclared } from './require-declared.ts'
import type { Watch } from '#/app/mcp/watch.ts'
import type { LooseHandle } from './routes.ts'
import { orDryRun, workWatched } from './watched.ts'

export type Job = {
  readonly endpoint: Endpoint
  readonly handle: LooseHandle
  readonly call: Omit<Call, keyof BegunWrite>
  readonly input: { readonly query?: unknown; readonly body?: unknown }
  /** The requested path with its ids, which is part of a request's fingerprint. */
  readonly path: string
  /** Looks at the write before it is committed (`app/mcp/watch.ts`). */
  readonly watch?: Watch | null
}
export type Ran = StoredAnswer & {
  readonly replayed: boolean
  /** Replaces `body`: pieces that are sent while they are produced. */
  readonly pieces?: AsyncIterable<string | Uint8Array>
  /** The type and name of `pieces` that are not JSON. */
  readonly file?: FileKind
}

/**
 * Runs a handler. A write is one transaction: the claim of its Idempotency-Key, the household's lock, all changes and
 * the stored answer are committed together or not at all.
 */
export async function run(job: Job): Promise<Ran> {
  if (job.endpoint.stream) return runStream(job)
  if (!isWrite(job.endpoint)) return first(await answer(job, job.call.db, reading))
  const { db, wait } = job.call
  const transaction: Scope['transaction'] = job.endpoint.transaction ?? 'one'
  const keyed = transaction === 'none' ? keyOf(job) : lockingKeyOf(job)
  const write = async (tx: Database) => {
    if (transaction === 'none') return answer(job, tx, reading)
    const begun = await begin(job, tx, keyed.locked?.())
    return job.watch ? answerWatched(job, tx, { begun, watch: job.watch }) : answer(job, tx, begun)
  }
  const { storedKey, request } = keyed
  if (!storedKey || !request) {
    if (transaction === 'none') return first(await write(db))
    const answered = job.watch ? null : await atOnce(job, withoutKey(job))
    return first(answered ?? (await orDryRun(inTransaction(db, write))))
  }
  const scope: Scope = {
    db,
    wait,
    storedKey,
    transaction,
    ...(!job.watch && { atOnce: () => atOnce(job, request) }),
    replayable: (answered: StoredAnswer) => replayable(job, answered),
  }
  const ran = await withIdempotencyKey(scope, write).catch((error: unknown) =>
    judgeReuse(job, error),
  )
  return ran.replayed ? { ...ran, body: openAnswer(job, ran.body) } : ran
}

/** The values of a handler that does not write. */
const reading: BegunWrite = { revision: 0, hasWebhooks: false, workedOff: null }

/** Does the write by one statement; null: it cannot be done so. */
async function atOnce({ handle, call, input }: Job, request: WriteRequest) {
  return (await handle.atOnce?.(call, input, request)) ?? null
}

function withoutKey({ call }: Job): WriteRequest {
  return { key: null, fingerprint: null, requestId: call.requestId, now: call.now() }
}

/** Begins the write. `locked`: the household, if the claim of the key has locked it. */
function begin({ call }: Job, tx: Database, locked?: Locked | null): Promise<BegunWrite> {
  const { householdId } = call.caller
  const context = { ...call, db: tx }
  return locked ? beginLocked(context, householdId, locked) : beginWrite(context, householdId)
}

class Rehearsed extends Error {}

/** Forbids outbound requests in a rehearsal: their result does not depend on the request alone. */
const nobody: Call['outbound'] = {
  request: () => Promise.reject(new Rehearsed()),
  inspect: () => Promise.reject(new Rehearsed()),
  check: () => {
    throw new Rehearsed()
  },
  close: () => Promise.resolve(),
}

// A key of another request is a conflict only if the request itself would succeed. So the request is done and rolled
// back: an error, a missing object or a missing right is the answer instead.
async function judgeReuse(job: Job, reuse: unknown): Promise<never> {
  if (!(reuse instanceof Refusal) || reuse.code !== 'idempotency_key_reused') throw reuse
  // Runs without the key, by which the handler would find what the other request recorded.
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
  const given = await handle({ ...call, ...reading }, input).catch(requireDeclared(endpoint))
  if (given === null || typeof given !== 'object' || !('pieces' in given)) {
    throw new Error(`${endpoint.method} ${endpoint.path} is declared a stream, and gives none`)
  }
  return first({ status: 200, body: '' }, given as JsonPieces)
}

type Watched = { readonly begun: BegunWrite; readonly watch: Watch }

/** Answers a write that is watched. What is only tried may not ask others, who would remember it. */
function answerWatched(job: Job, tx: Database, { begun, watch }: Watched): Promise<StoredAnswer> {
  const call = watch.keep ? job.call : { ...job.call, outbound: nobody }
  return workWatched({
    watch,
    look: async (endpoint, handle, input) => {
      return toJson(endpoint, await handle({ ...call, db: tx, ...reading }, input))
    },
    work: () => answer({ ...job, call }, tx, begun),
  })
}

async function answer(job: Job, db: Database, begun: BegunWrite): Promise<StoredAnswer> {
  const { endpoint, handle, call, input } = job
  // To copy an object and replace one of its values costs V8 five times as much as to copy it.
  const full = db === call.db ? { ...call, ...begun } : { ...call, db, ...begun }
  const acting = begun === reading ? full : { ...full, now: atOneMoment(call) }
  const given = await handle(acting, input).catch(requireDeclared(endpoint))
  return { status: endpoint.status ?? 200, body: await toJson(endpoint, given) }
}

/**
 * Holds the time of a write, which begins once it holds the household's lock. Its records and their entries in the audit log
 * have one time, so no entry looks later than the record that the client has read (`requireUnchanged`).
 */
function atOneMoment({ now }: Pick<Call, 'now'>): Call['now'] {
  const at = now()
  return () => at
}

/** Records of a list that are encoded at once. */
const RECORDS = 200

async function toJson(endpoint: Endpoint, given: unknown): Promise<string> {
  if (given !== null && typeof given === 'object' && 'json' in given) return String(given.json)
  if (Array.isArray(given) && given.length > RECORDS) return listToJson(endpoint, given)
  // Encodes declared fields only, so that a selected column cannot leak.
  return JSON.stringify(z.encode(endpoint.response, given))
}

/** Encodes a long list in parts, so that other requests run in between. */
async function listToJson(endpoint: Endpoint, given: readonly unknown[]): Promise<string> {
  const starts = Array.from({ length: Math.ceil(given.length / RECORDS) }, (_, n) => n * RECORDS)
  const parts = await mapInTurns(starts, (at) => {
    const some = z.encode(endpoint.response, given.slice(at, at + RECORDS))
    return JSON.stringify(some).slice(1, -1)
  })
  return `[${parts.join(',')}]`
}

function first(stored: StoredAnswer, { pieces, file }: Partial<JsonPieces> = {}): Ran {
  return { ...stored, replayed: false, ...(pieces && { pieces }), ...(file && { file }) }
}

type Keyed = {
  readonly request: KeyedRequest | null
  readonly storedKey: ReleasableKey | null
  /** The household as the claim of the key has locked it; null before. */
  readonly locked?: () => Locked | null
}

/** The key of a write. Its claim locks the household by the same statement. */
function lockingKeyOf(job: Job): Keyed {
  const { call } = job
  let locked: Locked | null = null
  const keyed = keyOf(job, {
    statement: (first, isClaimed) =>
      lockHousehold(call, call.caller.householdId, { first, condition: isClaimed }),
    done: (row) => {
      locked = row
    },
  })
  return { ...keyed, locked: () => locked }
}

function keyOf({ call, endpoint, path, input }: Job, claimedWith?: ClaimedWith<Locked>): Keyed {
  if (call.idempotencyKey === null) return { request: null, storedKey: null }
  const { householdId } = call.caller
  const request = {
    key: call.idempotencyKey,
    fingerprint: fingerprint(endpoint.method, path, input),
    requestId: call.requestId,
    now: call.now(),
  }
  return { request, storedKey: householdKey(householdId, request, claimedWith) }
}
