import { inspect } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Member } from './fleet.ts'

/** A household that the load writes to. */
export type Home = {
  readonly id: string
  readonly key: string
  readonly account: string
  readonly expense: string
  /** It has a webhook, to which its new transactions are announced. */
  readonly isAnnounced: boolean
}

/** A write as the client knows it. */
type Write = { readonly home: Home; readonly once: string; readonly body: object }

/** All answers that the clients received. */
export type Heard = {
  /** The ids of transactions that were acknowledged, by the Idempotency-Key of their request. */
  readonly acknowledged: Map<string, string>
  /** Those of them that are to be announced. */
  readonly announced: Set<string>
  /** Writes without an acknowledgement, each under way or waiting to be repeated. */
  readonly open: Set<Write>
  /** Answers that no client should have seen. */
  readonly faults: string[]
  /** How often each status was answered. */
  readonly statuses: Map<number, number>
  /** Connections that broke because the process was killed. */
  broken: number
  /** The longest time that a client waited for an answer, in milliseconds, and for which. */
  longest: { readonly what: string; readonly ms: number }
}

const WRITERS = 8
/** Clients that write several at a time, where nothing is announced: those are recorded together. */
const GROUP_WRITERS = 3
const GROUP = 3
const READERS = 4
/** Milliseconds between the requests of one client. */
const PACE = 120
/** Milliseconds after which a request counts as hanging. */
const PATIENCE = 60_000

/** The forecast is computed by a process of its own. */
const reads = [
  '/v1/transactions?limit=20',
  '/v1/accounts/summary',
  '/v1/me',
  '/app/api/forecast',
  '/v1/expenses',
]

/** Clients that read, and clients that write under a key until each write is acknowledged. */
export function startLoad(apis: readonly Member[], homes: readonly Home[]) {
  const heard: Heard = {
    acknowledged: new Map(),
    announced: new Set(),
    open: new Set(),
    faults: [],
    statuses: new Map(),
    broken: 0,
    longest: { what: '', ms: 0 },
  }
  let [going, abandoned] = [true, false]
  const clients = [
    ...Array.from({ length: WRITERS }, (_, client) => keepWriting(client)),
    ...Array.from({ length: GROUP_WRITERS }, (_, client) => keepWritingGroups(client)),
    ...Array.from({ length: READERS }, (_, client) => keepReading(client)),
  ]

  async function keepWriting(client: number): Promise<void> {
    const watched = homes.filter(({ isAnnounced }) => isAnnounced)
    for (let count = 0; going; count += 1) {
      const home = watched[(client + count) % watched.length]!
      const once = `writer-${client}-${count}`
      const body = {
        account_id: home.account,
        amount: -1 - (count % 50),
        concept: `Bakery ${client}`,
        booked_at: '2026-01-27',
        ...(count % 3 === 0 && { expense_goal_id: home.expense }),
      }
      await insist({ home, once, body }, client + count)
      await sleep(PACE)
    }
  }

  async function keepWritingGroups(client: number): Promise<void> {
    const quiet = homes.filter(({ isAnnounced }) => !isAnnounced)
    for (let count = 0; going; count += 1) {
      const group = Array.from({ length: GROUP }, (_, index) => {
        const home = quiet[(client + index) % quiet.length]!
        const body = {
          account_id: home.account,
          amount: -1 - (count % 50),
          concept: `Kiosk ${client}`,
          booked_at: '2026-01-27',
        }
        return insist({ home, once: `group-${client}-${count}-${index}`, body }, client + count)
      })
      await Promise.all(group)
      await sleep(PACE)
    }
  }

  /** Repeats a write, each time at another process, until it is acknowledged. */
  async function insist(write: Write, turn: number): Promise<void> {
    const { home, once, body } = write
    heard.open.add(write)
    for (let attempt = 0; !abandoned; attempt += 1) {
      const api = apis[(turn + attempt) % apis.length]!
      const answer = await ask(heard, api, { path: '/v1/transactions', key: home.key, once, body })
      if (answer?.status === 200) {
        const { id } = JSON.parse(answer.text) as { readonly id: string }
        heard.acknowledged.set(once, id)
        if (home.isAnnounced) heard.announced.add(id)
        heard.open.delete(write)
        return
      }
      await sleep(PACE)
    }
  }

  async function keepReading(client: number): Promise<void> {
    for (let count = 0; going; count += 1) {
      const home = homes[(client + count) % homes.length]!
      const path = reads[count % reads.length]!
      await ask(heard, apis[(client + count) % apis.length]!, { path, key: home.key })
      await sleep(PACE)
    }
  }

  return {
    heard,
    /** Begins nothing more, and resolves when every write that was begun is acknowledged. */
    finish: async () => {
      going = false
      await Promise.all(clients)
    },
    /** Repeats nothing any more, as after a failure of the test. */
    abandon: () => {
      ;[going, abandoned] = [false, true]
    },
    describe: () => {
      const { acknowledged, statuses, broken, longest } = heard
      const counts = [...statuses].map(([status, count]) => `${count} times ${status}`).join(', ')
      return `${acknowledged.size} writes acknowledged; ${counts}; ${broken} connections broke; the longest answer took ${(longest.ms / 1000).toFixed(1)} s: ${longest.what}`
    },
  }
}

type Asked = {
  readonly path: string
  readonly key: string
  readonly once?: string
  readonly body?: object
}

/** Asks one process, and notes an answer that breaks a promise. Null: the connection broke. */
export async function ask(
  heard: Heard,
  api: Member,
  { path, key, once, body }: Asked,
): Promise<{ readonly status: number; readonly text: string } | null> {
  const [begun, kills, wasAway] = [performance.now(), api.kills(), api.isAway()]
  const what = `${body ? 'POST' : 'GET'} ${path} of ${api.name}`
  try {
    const response = await fetch(api.origin() + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        ...(once !== undefined && { 'idempotency-key': once }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE),
    })
    const text = await response.text()
    const { status } = response
    heard.statuses.set(status, (heard.statuses.get(status) ?? 0) + 1)
    const retryAfter = response.headers.get('retry-after') ?? ''
    const isRight = status === 200 || (status === 503 && /^[1-9]\d*$/.test(retryAfter))
    if (!isRight) heard.faults.push(`${what}: ${status} ${text.slice(0, 300)}`)
    return { status, text }
  } catch (error) {
    // A process that is killed cannot say goodbye.
    if (wasAway || api.isAway() || api.kills() > kills) heard.broken += 1
    else heard.faults.push(`${what}: ${inspect(error)}`)
    return null
  } finally {
    const ms = performance.now() - begun
    if (ms > heard.longest.ms) heard.longest = { what, ms }
  }
}
