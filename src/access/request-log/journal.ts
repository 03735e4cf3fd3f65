import { sql } from 'kysely'
import { createPlaceWatch } from '#/access/keys/places.ts'
import { dayAt } from '#/core/values/day.ts'
import type { Database } from '#/platform/database/database.ts'
import { eachHousehold } from '#/platform/database/each-household.ts'
import { createNap } from '#/platform/runtime/nap.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { redactHeaders, redactJson, redactQuery, redactText } from './redact.ts'

/** The part of a body that is kept, in bytes. */
export const KEPT_BYTES = 8192
/** The part of the answer to a read that succeeded: it can be asked for again, and is most of what is sent. */
export const KEPT_OF_READS = 512

/** The most requests that wait to be written; further ones are dropped. At most about 30 MB. */
const WAITING_MAX = 1000
/** Successful reads are dropped from this many waiting requests on. */
const READS_WAITING_MAX = 50
/** The most keys whose usage one flush writes; the others keep counting until a later flush. */
const USES_MAX = 100
/** The milliseconds between flushes. */
const FLUSH_MS = 1000

/** One use of a key. */
export type Use = {
  readonly householdId: string
  readonly keyId: string
  readonly zone: string
  readonly at: Temporal.Instant
  readonly address: string
  readonly agent: string
}

/** The log entry of one request made with a key. */
export type RequestRecord = {
  readonly memberId: string
  readonly requestId: string
  readonly milliseconds: number
  readonly method: string
  readonly path: string
  /** As sent, without the question mark. */
  readonly query: string
  readonly status: number
  readonly code: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly limits: Readonly<Record<string, string>> | null
  /** The beginning of the request's body; null if it must not be kept. */
  readonly body: Buffer | null
  readonly answer: Buffer | null
}

type Entry = Use & RequestRecord

/** Logs the requests of keys in the background: noting one costs no statement and never waits. */
export type Journal = {
  /** Counts a request, and keeps the entry of `describe` if there is room: successful reads may fill only a small part. */
  readonly note: (use: Use, isPlainRead: boolean, describe: () => RequestRecord) => void
  /** Writes the waiting entries. */
  readonly flush: () => Promise<void>
  /** Writes every second in which there is something, until the signal aborts; then all that is left. */
  readonly run: (signal: AbortSignal) => Promise<void>
}

export function createJournal(runtime: Pick<Runtime, 'db' | 'newId' | 'wait' | 'log'>): Journal {
  let waiting: Entry[] = []
  let lost = 0
  const used = new Map<string, Used>()
  const nap = createNap()
  const places = createPlaceWatch(runtime, shortenAgent)
  const flush = async (usesMax = Infinity) => {
    await places.flush()
    const [entries, uses] = [waiting, [...used.values().take(usesMax)]]
    waiting = []
    for (const { last } of uses) used.delete(last.keyId)
    if (uses.length === 0) return
    if (lost > 0) runtime.log('warn', 'requests.not_kept', { count: lost })
    lost = 0
    try {
      await write(runtime, entries, uses)
    } catch (error) {
      runtime.log('error', 'requests.fault', { count: entries.length, error })
    }
  }
  return {
    note: (use, isPlainRead, describe) => {
      places.note(use)
      used.set(use.keyId, { last: use, requests: (used.get(use.keyId)?.requests ?? 0) + 1 })
      if (waiting.length < (isPlainRead ? READS_WAITING_MAX : WAITING_MAX)) {
        waiting.push({ ...use, ...describe() })
      } else lost += 1
      nap.wake()
    },
    flush,
    run: async (signal) => {
      while (!signal.aborted) {
        if (used.size === 0) await nap.sleep(signal)
        await runtime.wait(FLUSH_MS, signal)
        await flush(signal.aborted ? Infinity : USES_MAX)
      }
    },
  }
}

/** Copies at most so many bytes of a text: a substring would keep the whole text in memory. */
export function keepBeginning(text: string, most: number): Buffer {
  const bytes = Buffer.from(text.slice(0, most))
  return bytes.length <= most ? bytes : Buffer.from(bytes.subarray(0, most))
}

async function write(
  { db }: Pick<Runtime, 'db'>,
  entries: readonly Entry[],
  uses: readonly Used[],
): Promise<void> {
  const rows = entries.map((entry) => ({
    household_id: entry.householdId,
    request_id: entry.requestId,
    member_id: entry.memberId,
    key_id: entry.keyId,
    at: entry.at,
    method: entry.method,
    path: redactText(entry.path),
    query: redactQuery(entry.query),
    status: entry.status,
    code: entry.code,
    milliseconds: entry.milliseconds,
    headers: redactHeaders(entry.headers),
    limits: entry.limits,
    body: readBeginning(entry.body),
    answer: readBeginning(entry.answer),
  }))
  await eachHousehold(rows, async (householdId, some) => {
    await sql`
      insert into request_log (household_id, request_id, member_id, key_id, at, method, path, query, status,
        code, milliseconds, headers, limits, body, answer)
      select ${householdId}::uuid, r.request_id, r.member_id, r.key_id, r.at, r.method, r.path, r.query, r.status,
        r.code, r.milliseconds, r.headers, r.limits, r.body, r.answer
      from json_populate_recordset(null::request_log, ${JSON.stringify(some)}) r
      join households h on h.household_id = ${householdId} and h.requests_off_since is null
      on conflict do nothing`.execute(db)
    return []
  })
  await eachHousehold(uses.map(usageOf), async (householdId, some) => {
    await storeUsage(db, householdId, some)
    return []
  })
}

async function storeUsage(
  db: Database,
  householdId: string,
  usage: readonly object[],
): Promise<void> {
  await sql`
    insert into key_usage as u (household_id, key_id, address, agent, last_used_at, day, requests)
    select ${householdId}::uuid, r.key_id, r.address, r.agent, r.last_used_at, r.day, r.requests
    from json_populate_recordset(null::key_usage, ${JSON.stringify(usage)}) r
    join api_keys k on k.household_id = ${householdId} and k.id = r.key_id
    order by r.key_id
    on conflict (household_id, key_id) do update set
      address = case when excluded.last_used_at >= u.last_used_at then excluded.address else u.address end,
      agent = case when excluded.last_used_at >= u.last_used_at then excluded.agent else u.agent end,
      last_used_at = greatest(u.last_used_at, excluded.last_used_at),
      requests = case when u.day = excluded.day then u.requests + excluded.requests
        when u.day < excluded.day then excluded.requests else u.requests end,
      day = greatest(u.day, excluded.day)`.execute(db)
}

/** Decodes a kept body, without a character that was cut off in the middle. */
function readBeginning(bytes: Buffer | null): string | null {
  return bytes === null ? null : redactJson(bytes.toString('utf8').replace(/\uFFFD$/, ''))
}

const AGENT_MAX = 300

function shortenAgent(agent: string): string {
  return redactText(agent.slice(0, AGENT_MAX))
}

/** A key's usage since the last flush: its last request, and the number of requests. */
type Used = { readonly last: Use; readonly requests: number }

function usageOf({ last, requests }: Used) {
  return {
    household_id: last.householdId,
    key_id: last.keyId,
    last_used_at: last.at,
    address: last.address,
    agent: shortenAgent(last.agent),
    // Use the last request's day for all: they were made within about a second.
    day: dayAt(last.at, last.zone),
    requests,
  }
}
