import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A row as a script writes it; the rest of Plaid's fields is filled in. */
export type PlaidRow = {
  readonly id: string
  readonly account: string
  /** Plaid's sign: positive is money out. */
  readonly amount: number
  readonly date: string
  readonly pending?: boolean
  readonly replaces?: string | null
  readonly name?: string
  readonly merchant?: string | null
  readonly currency?: string | null
  readonly category?: string
}

/** The events at the bank, in order: cursors count them. */
export type Happening =
  | { readonly upsert: PlaidRow }
  | { readonly remove: string; readonly account: string }

export type PlaidAccount = {
  readonly id: string
  readonly name: string
  readonly type?: string
  readonly subtype?: string
  readonly current?: number | null
  readonly available?: number | null
  readonly currency?: string | null
  readonly mask?: string
  /** A name that stays when the id changes, at banks that have one. */
  readonly persistent?: string
}

export type Fault = { readonly status: number; readonly type: string; readonly code: string }

type Asked = { readonly path: string; readonly body: Record<string, unknown> }

export type FakePlaid = {
  readonly url: string
  readonly asked: Asked[]
  readonly state: {
    /** The login: a new one after a person links the bank again. */
    itemId: string
    accounts: PlaidAccount[]
    happened: Happening[]
    status: string
    pageSize: number
    consentExpires: string | null
    /** The message of every error. */
    said: string | null
    /** The error that the Item itself reports. */
    itemError: { type: string; code: string } | null
    /** The next answer of a path, once. */
    faults: Map<string, Fault[]>
    /** Called before a page is answered. */
    onPage: (page: number) => unknown
    removed: boolean
    /** The person who opens Link's page leaves without signing in. */
    leaves: boolean
    /** Every page of an update says that there is more behind the same cursor. */
    endless: boolean
    /** In seconds; null while the signing key is good. */
    keyExpiredAt: number | null
    /** The id under which the signing key is known. */
    keyId: string
  }
  readonly publicToken: () => string
  /** A webhook's body with its signature; `tamper` spoils it. */
  readonly webhook: (body: object, tamper?: Tamper) => { body: string; token: string }
  readonly close: () => Promise<void>
}

export type Tamper = {
  readonly iat?: number
  readonly alg?: string
  readonly kid?: string
  readonly digestOf?: string
  readonly foreignKey?: boolean
}

type Answered = [status: number, body: object]

const KEY_ID = 'key-1'
export const ACCESS_TOKEN = 'access-sandbox-cAnArY-5d1e'
export const CLIENT_SECRET = 'cAnArY-client-9f3b'

/** Plaid on loopback: one Item whose rows a script tells, with every fault on request. */
export async function createFakePlaid(now: () => number): Promise<FakePlaid> {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const tokens = new Set<string>()
  const asked: Asked[] = []
  /** The outcome of each page of Link, as Plaid reports it. */
  const links = new Map<string, object[]>()
  const state: FakePlaid['state'] = {
    itemId: `item-${randomUUID()}`,
    accounts: [],
    happened: [],
    status: 'HISTORICAL_UPDATE_COMPLETE',
    pageSize: 100,
    consentExpires: null,
    said: null,
    itemError: null,
    faults: new Map(),
    onPage: () => {},
    removed: false,
    leaves: false,
    endless: false,
    keyExpiredAt: null,
    keyId: KEY_ID,
  }
  const item = () => ({
    item_id: state.itemId,
    institution_id: 'ins_1',
    institution_name: 'First Platypus Bank',
    consent_expiration_time: state.consentExpires,
    error: state.itemError && {
      error_type: state.itemError.type,
      error_code: state.itemError.code,
      display_message: state.said,
    },
  })

  const answers: Record<string, (body: Record<string, unknown>) => Answered | Promise<Answered>> = {
    '/link/token/create': (body) => {
      const token = `link-sandbox-${body['access_token'] ? 'update' : 'new'}-${randomUUID()}`
      links.set(token, [])
      const page = { hosted_link_url: `${urlOf(server)}/link/${token}` }
      return [200, { link_token: token, expiration: '2026-01-05T16:00:00Z', ...page }]
    },
    '/link/token/get': ({ link_token }) => {
      const sessions = links.get(String(link_token))
      if (!sessions) return refused('INVALID_INPUT', 'INVALID_LINK_TOKEN')
      return [200, { link_token, link_sessions: sessions }]
    },
    '/item/public_token/exchange': ({ public_token }) =>
      tokens.delete(String(public_token))
        ? [200, { access_token: ACCESS_TOKEN, item_id: state.itemId }]
        : refused('INVALID_INPUT', 'INVALID_PUBLIC_TOKEN'),
    '/accounts/get': () => [200, { accounts: state.accounts.map(accountOf), item: item() }],
    '/item/get': () => [200, { item: item() }],
    '/item/remove': () => {
      state.removed = true
      return [200, {}]
    },
    '/transactions/sync': (body) => sync(body),
    '/webhook_verification_key/get': ({ key_id }) =>
      key_id === state.keyId
        ? [
            200,
            {
              key: {
                ...jwk(keys.publicKey),
                alg: 'ES256',
                use: 'sig',
                kid: state.keyId,
                expired_at: state.keyExpiredAt,
              },
            },
          ]
        : refused('INVALID_INPUT', 'INVALID_WEBHOOK_VERIFICATION_KEY_ID'),
  }

  async function sync({ cursor }: Record<string, unknown>): Promise<Answered> {
    if (state.status === 'NOT_READY') {
      return [200, { ...nothing, next_cursor: '', transactions_update_status: 'NOT_READY' }]
    }
    const [, kind = '', place = '-1'] =
      /^([cr])(\d+)$/.exec(typeof cursor === 'string' ? cursor : 'r0') ?? []
    const from = Number(place)
    // A read from the beginning does not list removed rows.
    const isReplay = kind === 'r'
    if (from < 0) return refused('INVALID_INPUT', 'INVALID_FIELD')
    await state.onPage(from)
    const fault = takeFault('/transactions/sync')
    if (fault) return fault
    const to = Math.min(from + state.pageSize, state.happened.length)
    const news = state.happened.slice(from, to)
    const gone = new Set(
      isReplay ? state.happened.flatMap((one) => ('remove' in one ? [one.remove] : [])) : [],
    )
    const hasMore = to < state.happened.length || state.endless
    return [
      200,
      {
        added: news.flatMap((one) =>
          'upsert' in one && !gone.has(one.upsert.id) ? [rowOf(one.upsert)] : [],
        ),
        modified: [],
        removed: news.flatMap((one) =>
          'remove' in one && !isReplay
            ? [{ transaction_id: one.remove, account_id: one.account }]
            : [],
        ),
        next_cursor: `${isReplay && hasMore ? 'r' : 'c'}${to}`,
        has_more: hasMore,
        transactions_update_status: state.status,
      },
    ]
  }

  function takeFault(path: string): [number, object] | null {
    const fault = state.faults.get(path)?.shift()
    if (!fault) return null
    return [fault.status, errorOf(fault.type, fault.code)]
  }

  const publicToken = () => {
    const token = `public-sandbox-${randomUUID()}`
    tokens.add(token)
    return token
  }

  /** Link's page: opening it signs in at the bank, or leaves. */
  function visit(token: string): string {
    const results = state.leaves
      ? { item_add_results: [] }
      : { item_add_results: [{ public_token: publicToken(), accounts: [] }] }
    links.get(token)?.push({ started_at: 'x', finished_at: 'y', results, on_success: null })
    return '<!doctype html><html lang="en"><title>Plaid</title><h1>You may close this page</h1>'
  }

  const server = createServer((request, response) => {
    const page = /^\/link\/(link-sandbox-.+)$/.exec(request.url ?? '')
    if (page && request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(visit(page[1]!))
      return
    }
    void read(request).then(async (text) => {
      const path = request.url ?? ''
      const body = JSON.parse(text || '{}') as Record<string, unknown>
      asked.push({ path, body })
      const fault = path === '/transactions/sync' ? null : takeFault(path)
      const isKnown =
        request.headers['plaid-client-id'] === 'client' &&
        request.headers['plaid-secret'] === CLIENT_SECRET
      const [status, answer] = !isKnown
        ? refused('INVALID_INPUT', 'INVALID_API_KEYS')
        : (fault ?? (await answers[path]?.(body)) ?? [404, {}])
      const said = status === 200 ? {} : { display_message: state.said }
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ ...answer, ...said, request_id: 'r' }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: urlOf(server),
    asked,
    state,
    publicToken,
    webhook: (sent, tamper = {}) => {
      const body = JSON.stringify(sent, null, 2)
      const digest = createHash('sha256')
        .update(tamper.digestOf ?? body)
        .digest('hex')
      const header = { alg: tamper.alg ?? 'ES256', kid: tamper.kid ?? state.keyId, typ: 'JWT' }
      const claims = { iat: tamper.iat ?? now(), request_body_sha256: digest }
      const signed = `${part(header)}.${part(claims)}`
      const key = tamper.foreignKey ? foreign.privateKey : keys.privateKey
      const signature =
        header.alg === 'none'
          ? ''
          : sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString(
              'base64url',
            )
      return { body, token: `${signed}.${signature}` }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const nothing = { added: [], modified: [], removed: [], has_more: false }

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function jwk(key: ReturnType<typeof generateKeyPairSync>['publicKey']): object {
  return (key as unknown as { export: (how: { format: 'jwk' }) => object }).export({
    format: 'jwk',
  })
}

function errorOf(type: string, code: string): object {
  return { error_type: type, error_code: code, error_message: 'as the script says' }
}

function refused(type: string, code: string): [number, object] {
  return [400, errorOf(type, code)]
}

function accountOf(account: PlaidAccount): object {
  const {
    id,
    name,
    type = 'depository',
    subtype = 'checking',
    current = 110,
    available = 100,
    currency = 'EUR',
  } = account
  return {
    account_id: id,
    name,
    official_name: null,
    mask: account.mask ?? '0000',
    persistent_account_id: account.persistent ?? null,
    type,
    subtype,
    balances: {
      available,
      current,
      iso_currency_code: currency,
      unofficial_currency_code: currency === null ? 'POINTS' : null,
    },
  }
}

function rowOf(row: PlaidRow): object {
  return {
    transaction_id: row.id,
    account_id: row.account,
    pending: row.pending ?? false,
    pending_transaction_id: row.replaces ?? null,
    amount: row.amount,
    iso_currency_code: row.currency === undefined ? 'EUR' : row.currency,
    unofficial_currency_code: row.currency === null ? 'POINTS' : null,
    date: row.date,
    authorized_date: null,
    name: row.name ?? 'CORNER BAKERY 123',
    merchant_name: row.merchant === undefined ? 'Corner Bakery' : row.merchant,
    original_description: row.name ?? 'CORNER BAKERY 123',
    personal_finance_category: row.category
      ? { primary: row.category, detailed: row.category, confidence_level: 'HIGH' }
      : null,
  }
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks).toString('utf8')
}
