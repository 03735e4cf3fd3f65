import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// A scripted SimpleFIN server on loopback. Tests change `state` at any time; the next request sees it.

export type FakeTransaction = {
  id: string
  /** Seconds since 1970; 0 when pending. */
  posted: number
  amount: string
  description: string
  transacted_at?: number
  pending?: boolean
  payee?: string
  memo?: string
  mcc?: string | null
  /** Anything else goes out as it is, malformed values included. */
  [field: string]: unknown
}

export type FakeAccount = {
  id: string
  /** The bank it belongs to: one of `state.connections`. */
  connection: string
  name: string
  currency: string
  balance: string
  'available-balance'?: string
  /** Seconds since 1970. */
  'balance-date': number
  transactions: (FakeTransaction | Record<string, unknown> | string | null)[]
  holdings?: unknown[]
  [field: string]: unknown
}

export type FakeConnection = {
  conn_id: string
  name: string
  org_id: string
  sfin_url: string
  org_url?: string
}

export type FakeError = { code: string; msg: string; conn_id?: string; account_id?: string }

export type FakeState = {
  version: 1 | 2
  connections: FakeConnection[]
  accounts: FakeAccount[]
  /** As version 2 says them; version 1 sends the texts. */
  errors: FakeError[]
  /** The server's clock, in seconds: what a window without an end reaches to. */
  now: () => number
  /** Answers GET /accounts with this instead. A `body` makes broken JSON; 200 is possible too. */
  override: { status: number; body?: string; headers?: Record<string, string> } | null
  /** How many times the override applies; then it is gone. */
  overrideTimes: number
  delayMs: number
  /** After so many requests for accounts a warning comes along, and after so many access is disabled. */
  quota: { warnAfter: number; disableAfter: number }
  /** Sends GET /accounts there, credentials and all being the client's decision. */
  redirectTo: string | null
  /** The answer to a claim; null: the access URL. */
  claimAnswer: { status: number; body: string } | null
  user: string
  password: string
}

export type FakeRequest = {
  method: string
  path: string
  query: URLSearchParams
  authorization: string | null
  status: number
}

export type FakeSimplefin = {
  /** The root, `http://127.0.0.1:PORT/simplefin`. */
  url: string
  /** A new token; each can be claimed once. */
  setupToken(): string
  accessUrl(): string
  state: FakeState
  /** Every request so far, oldest first. */
  requests: FakeRequest[]
  close(): Promise<void>
}

/** Starts the server. `state` begins as one bank without accounts, version 2, no faults. */
export async function createFakeSimplefin(script: Partial<FakeState> = {}): Promise<FakeSimplefin> {
  const state: FakeState = { ...quietState(), ...script }
  const requests: FakeRequest[] = []
  const tokens = { issued: 0, open: new Set<string>() }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://fake')
    const entry: FakeRequest = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      authorization: request.headers.authorization ?? null,
      status: 0,
    }
    requests.push(entry)
    const answer = answerTo(entry, { state, tokens, requests, accessUrl, request })
    entry.status = answer.status
    reply(response, answer, state.delayMs)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const url = `http://${origin}/simplefin`
  function accessUrl(): string {
    return `http://${encodeURIComponent(state.user)}:${encodeURIComponent(state.password)}@${origin}/simplefin`
  }
  return {
    url,
    setupToken() {
      tokens.issued += 1
      tokens.open.add(`TOKEN${tokens.issued}`)
      return Buffer.from(`${url}/claim/TOKEN${tokens.issued}`).toString('base64')
    },
    accessUrl,
    state,
    requests,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function quietState(): FakeState {
  return {
    version: 2,
    connections: [
      {
        conn_id: 'CON-1',
        name: 'River Bank',
        org_id: 'ORG-1',
        sfin_url: 'https://sfin.river.example',
      },
    ],
    accounts: [],
    errors: [],
    now: () => Math.floor(Date.now() / 1000),
    override: null,
    overrideTimes: Number.POSITIVE_INFINITY,
    delayMs: 0,
    quota: { warnAfter: Number.POSITIVE_INFINITY, disableAfter: Number.POSITIVE_INFINITY },
    redirectTo: null,
    claimAnswer: null,
    user: 'demo',
    password: 'p@ss:w/rd%',
  }
}

type Answer = { status: number; body: string; headers?: Record<string, string> }

type Scene = {
  state: FakeState
  tokens: { open: Set<string> }
  requests: readonly FakeRequest[]
  accessUrl: () => string
  request: IncomingMessage
}

function answerTo(entry: FakeRequest, scene: Scene): Answer {
  const token = /^\/simplefin\/claim\/([^/]+)$/.exec(entry.path)?.[1]
  if (token !== undefined) return claim(entry, token, scene)
  if (entry.path !== '/simplefin/accounts') return { status: 404, body: 'not found' }
  if (entry.method !== 'GET') return { status: 405, body: 'GET only' }
  const { state } = scene
  if (state.redirectTo !== null) {
    const location = `${state.redirectTo}/accounts?${entry.query.toString()}`
    return { status: 302, body: '', headers: { location } }
  }
  const credentials = Buffer.from(`${state.user}:${state.password}`).toString('base64')
  const asked = scene.requests.filter((request) => request.path === entry.path).length
  if (entry.authorization !== `Basic ${credentials}` || asked > state.quota.disableAfter) {
    return { status: 403, body: JSON.stringify({ errors: ['Forbidden'], accounts: [] }) }
  }
  if (state.override !== null && state.overrideTimes > 0) {
    state.overrideTimes -= 1
    return { body: '{}', ...state.override }
  }
  const warnings = asked > state.quota.warnAfter ? [quotaWarning] : []
  return { status: 200, body: JSON.stringify(accountSet(entry.query, state, warnings)) }
}

const quotaWarning: FakeError = {
  code: 'gen.api',
  msg: 'Please make fewer requests. Data is only refreshed once every 24 hours.',
}

function claim(entry: FakeRequest, token: string, scene: Scene): Answer {
  if (entry.method !== 'POST') return { status: 405, body: 'POST only' }
  if (scene.request.headers['content-length'] !== '0')
    return { status: 411, body: 'Content-Length: 0' }
  if (!scene.tokens.open.delete(token)) return { status: 403, body: 'Forbidden' }
  return scene.state.claimAnswer ?? { status: 200, body: `${scene.accessUrl()}\n` }
}

function accountSet(
  query: URLSearchParams,
  state: FakeState,
  warnings: readonly FakeError[],
): unknown {
  const wanted = query.getAll('account')
  const { window, notices } = windowOf(query, state)
  const accounts = state.accounts
    .filter((account) => wanted.length === 0 || wanted.includes(account.id))
    .map(({ connection, transactions, ...fields }) => ({
      ...fields,
      ...bankOf(connection, state),
      ...(query.has('balances-only')
        ? {}
        : { transactions: transactions.filter((row) => inWindow(row, window)) }),
    }))
  const unknown = wanted
    .filter((id) => !state.accounts.some((account) => account.id === id))
    .map((id) => ({ code: 'act.failed', msg: 'Account not found', account_id: id }))
  const errors = [...state.errors, ...notices, ...unknown, ...warnings]
  const texts = errors.map((error) => error.msg)
  return state.version === 1
    ? { errors: texts, accounts }
    : { errlist: errors, errors: texts, connections: state.connections, accounts }
}

function bankOf(id: string, state: FakeState): Record<string, unknown> {
  if (state.version === 2) return { conn_id: id }
  const bank = state.connections.find((connection) => connection.conn_id === id)
  return {
    org: {
      id: bank?.org_id,
      name: bank?.name,
      domain: `${bank?.org_id}.example`,
      'sfin-url': bank?.sfin_url,
    },
  }
}

type Window = { start: number; end: number; pending: boolean }

const DAY = 86_400

/** The asked window with the caps of the bridge, and the notices that come with them. Caps look at end minus start. */
function windowOf(
  query: URLSearchParams,
  state: FakeState,
): { window: Window; notices: FakeError[] } {
  const now = state.now()
  const end = query.has('end-date') ? Number(query.get('end-date')) : Number.POSITIVE_INFINITY
  const until = Math.min(end, now)
  // Without a start only recent rows come.
  const asked = query.has('start-date') ? Number(query.get('start-date')) : until - 30 * DAY
  const days = (until - asked) / DAY
  const pending = query.has('pending')
  if (days >= 90) {
    const msg = 'Requested date range exceeds limit of 90 days and was capped'
    return {
      window: { start: until - 90 * DAY, end, pending },
      notices: [{ code: 'gen.api', msg }],
    }
  }
  const msg =
    'Requested date range exceeds recommended range of 45 days. In the future, this may be capped'
  return {
    window: { start: asked, end, pending },
    notices: days >= 45 ? [{ code: 'gen.api', msg }] : [],
  }
}

function inWindow(row: FakeAccount['transactions'][number], window: Window): boolean {
  // Malformed rows always come along: they are there to be dropped.
  if (typeof row !== 'object' || row === null || typeof row['posted'] !== 'number') return true
  const pending = row['pending'] === true || row['posted'] === 0
  if (pending && !window.pending) return false
  const transacted = row['transacted_at']
  const at = row['posted'] || (typeof transacted === 'number' ? transacted : window.start)
  return at >= window.start && at < window.end
}

function reply(response: ServerResponse, answer: Answer, delayMs: number): void {
  const send = () => {
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
    response.end(answer.body)
  }
  if (delayMs === 0) {
    send()
    return
  }
  const timer = setTimeout(send, delayMs)
  response.on('close', () => clearTimeout(timer))
}
