import { sql } from 'kysely'
import { dayAt } from '#/core/values/day.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { redactHeaders, redactJson, redactQuery, redactText } from './redact.ts'

/** As much of a body as is kept, in bytes. */
export const KEPT_BYTES = 8192

/** Requests that wait to be written; what comes beyond is not kept. Some 30 MB at the very most. */
const WAITING_MAX = 1000
/** As many of them may be reads that went well: a key may ask once a second, so only a crowd of keys has more. */
const READS_WAITING_MAX = 50
/** Of so many keys it is written at a time how they were used; those of others are counted on until their turn comes. */
const USES_MAX = 100
/** How long a request waits for others to be written with, in milliseconds. */
const PATIENCE = 1000

/** That a key has been used. */
export type Use = {
  readonly householdId: string
  readonly keyId: string
  readonly zone: string
  readonly at: Temporal.Instant
  readonly address: string
  readonly agent: string
}

/** What is kept of a request that a key has made, as it went. */
export type Told = {
  readonly memberId: string
  readonly requestId: string
  readonly milliseconds: number
  readonly method: string
  readonly path: string
  /** As it was written, without the question mark. */
  readonly query: string
  readonly status: number
  readonly code: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly limits: Readonly<Record<string, string>> | null
  /** The beginning of what was sent; null where it must not be kept. */
  readonly body: Buffer | null
  readonly answer: Buffer | null
}

type Entry = Use & Told

/** Takes down what keys ask for, beside the requests themselves: noting one costs no statement and waits for nothing. */
export type Journal = {
  /** Counts a request, and keeps what `tell` says of it while there is room: reads that went well leave most of it. */
  readonly note: (use: Use, isPlainRead: boolean, tell: () => Told) => void
  /** Writes what waits. */
  readonly flush: () => Promise<void>
  /** Writes every second until told to stop, and then all that is left. */
  readonly run: (signal: AbortSignal) => Promise<void>
}

export function createJournal(runtime: Pick<Runtime, 'db' | 'wait' | 'log'>): Journal {
  let waiting: Entry[] = []
  let lost = 0
  const used = new Map<string, Used>()
  const flush = async (usesMax = Infinity) => {
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
    note: (use, isPlainRead, tell) => {
      used.set(use.keyId, { last: use, requests: (used.get(use.keyId)?.requests ?? 0) + 1 })
      if (waiting.length < (isPlainRead ? READS_WAITING_MAX : WAITING_MAX)) {
        waiting.push({ ...use, ...tell() })
      } else lost += 1
    },
    flush,
    run: async (signal) => {
      while (!signal.aborted) {
        await runtime.wait(PATIENCE, signal)
        await flush(signal.aborted ? Infinity : USES_MAX)
      }
    },
  }
}

/** Text of at most `KEPT_BYTES`, in memory of its own: a part of a text would keep all of it. */
export function keepBeginning(text: string): Buffer {
  const bytes = Buffer.from(text.slice(0, KEPT_BYTES))
  return bytes.length <= KEPT_BYTES ? bytes : Buffer.from(bytes.subarray(0, KEPT_BYTES))
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
  await sql`
    insert into request_log
    select r.* from json_populate_recordset(null::request_log, ${JSON.stringify(rows)}) r
    join households h on h.household_id = r.household_id and h.requests_off_since is null
    on conflict do nothing`.execute(db)
  await sql`
    insert into key_usage as u
    select r.* from json_populate_recordset(null::key_usage, ${JSON.stringify(uses.map(usageOf))}) r
    join api_keys k on k.household_id = r.household_id and k.id = r.key_id
    order by r.household_id, r.key_id
    on conflict (household_id, key_id) do update set
      address = case when excluded.last_used_at >= u.last_used_at then excluded.address else u.address end,
      agent = case when excluded.last_used_at >= u.last_used_at then excluded.agent else u.agent end,
      last_used_at = greatest(u.last_used_at, excluded.last_used_at),
      requests = case when u.day = excluded.day then u.requests + excluded.requests
        when u.day < excluded.day then excluded.requests else u.requests end,
      day = greatest(u.day, excluded.day)`.execute(db)
}

/** What was cut off in the middle of a character ends before it. */
function readBeginning(bytes: Buffer | null): string | null {
  return bytes === null ? null : redactJson(bytes.toString('utf8').replace(/\uFFFD$/, ''))
}

const AGENT_MAX = 300

/** What a key was used for since the last time: its last request, and how many there were. */
type Used = { readonly last: Use; readonly requests: number }

function usageOf({ last, requests }: Used) {
  return {
    household_id: last.householdId,
    key_id: last.keyId,
    last_used_at: last.at,
    address: last.address,
    agent: redactText(last.agent.slice(0, AGENT_MAX)),
    // They were made within a second, so at midnight the last one speaks for all.
    day: dayAt(last.at, last.zone),
    requests,
  }
}
