import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { checkToken } from './check-token.ts'

/** A row as a script writes it; the rest of the fields is filled in. */
export type EuropeanRow = {
  /** Undefined: the bank gives none. */
  reference?: string | undefined
  /** Decimal text without a sign. */
  amount: string
  side?: 'DBIT' | 'CRDT'
  currency?: string
  status?: string
  booked?: string | null
  made?: string | null
  party?: string
  text?: string
}

export type EuropeanAccount = {
  readonly hash: string
  readonly name: string
  readonly iban: string
  readonly type?: string
  readonly currency?: string
  balance: string
  rows: (EuropeanRow | object)[]
}

export type EuropeanFault = {
  readonly status: number
  readonly error?: string
  readonly retryAfter?: number
}

type Asked = {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: Record<string, unknown>
  readonly headers: IncomingMessage['headers']
}

type Session = {
  readonly id: string
  readonly ends: number
  status: string
  readonly uids: Map<string, string>
}

export const APPLICATION_ID = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee'

/** The application's key pair; the private half is the secret of the instance. */
const application = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
export const APPLICATION_KEY = application.privateKey

const DAY = 24 * 3600

/** A bank in Spain behind Enable Banking on loopback; it misbehaves on request. `now`: its clock, in seconds. */
export async function createFakeEnableBanking(now: () => number) {
  const asked: Asked[] = []
  const sessions = new Map<string, Session>()
  const pages = new Map<string, { state: string; returnUrl: string; ends: number }>()
  const codes = new Map<string, { ends: number }>()
  /** Unattended visits: account and kind of request, and when. */
  const visits: { readonly what: string; readonly at: number }[] = []
  const state = {
    now,
    accounts: [] as EuropeanAccount[],
    banks: [
      {
        name: 'Banco Sol',
        country: 'ES',
        psu_types: ['personal'],
        maximum_consent_validity: 90 * DAY,
      },
      {
        name: 'Caja Luna',
        country: 'ES',
        psu_types: ['business'],
        maximum_consent_validity: 180 * DAY,
      },
    ] as object[],
    pageSize: 100,
    historyDays: 90,
    /** The bank counts visits while its customer is away. */
    isCounting: true,
    /** The next answers of a kind of request (`transactions`, `balances`, `session`, `auth`, `aspsps`). */
    faults: new Map<string, EuropeanFault[]>(),
    /** Called before a page of transactions is answered. */
    onPage: (_page: number, _hash: string): unknown => undefined,
    /** Accounts that the person gives access to; null: all. */
    given: null as string[] | null,
    /** Pages never end. */
    endless: false,
    /** The person presses Cancel at the bank (`access_denied`), or the bank fails (`server_error`). */
    declines: null as 'access_denied' | 'server_error' | null,
    balanceType: 'ITBD',
    /** How the application is registered. */
    application: { active: true, redirect_urls: [] as string[] },
    /** Visits that the bank has refused, because there were too many. */
    refusedVisits: 0,
    /** The next pages that are cut while they are sent. */
    cuts: 0,
  }

  type Answered = [status: number, body: object | string, headers?: Record<string, string>]
  const refused = (status: number, error: string): Answered => [
    status,
    { code: status, error, message: 'as the script says', detail: 'IBAN ES00 of somebody' },
  ]
  const sessionOf = (uid: string) => sessions.values().find((one) => one.uids.has(uid))
  const faultOf = (session: Session): Answered | null => {
    if (session.status !== 'AUTHORIZED') return refused(401, `${session.status}_SESSION`)
    if (session.ends <= state.now()) return refused(401, 'EXPIRED_SESSION')
    return null
  }
  const consentOf = (session: Session) =>
    session.status === 'AUTHORIZED' && session.ends <= state.now() ? 'EXPIRED' : session.status

  function takeFault(kind: string): Answered | null {
    const fault = state.faults.get(kind)?.shift()
    if (!fault) return null
    const headers =
      fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) }
    return fault.error === undefined
      ? [fault.status, '<html>gateway</html>', headers]
      : [...(refused(fault.status, fault.error) as [number, object]), headers]
  }

  function countVisit({ headers }: Asked, what: string): Answered | null {
    if (headers['psu-ip-address'] !== undefined || !state.isCounting) return null
    const lately = visits.filter((one) => one.what === what && one.at > state.now() - DAY)
    if (lately.length >= 4) {
      state.refusedVisits += 1
      return refused(429, 'ASPSP_RATE_LIMIT_EXCEEDED')
    }
    visits.push({ what, at: state.now() })
    return null
  }

  const isoDay = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)

  async function transactionsOf(request: Asked, account: EuropeanAccount): Promise<Answered> {
    const { query } = request
    const page = Number(query['continuation_key']?.split('.')[1] ?? 0)
    await state.onPage(page, account.hash)
    const over = page === 0 ? countVisit(request, `transactions ${account.hash}`) : null
    if (over) return over
    const fault = takeFault('transactions')
    if (fault) return fault
    const from = query['date_from'] ?? '0000-00-00'
    const oldest = isoDay(state.now() - state.historyDays * DAY)
    if (query['date_from'] !== undefined && from < oldest) {
      return refused(422, 'WRONG_TRANSACTIONS_PERIOD')
    }
    const first = query['strategy'] === 'longest' ? oldest : from
    const to = query['date_to'] ?? '9999-12-31'
    const rows = account.rows
      .map((row) => ('amount' in row ? rowOf(row) : (row as Record<string, unknown>)))
      .filter((row) => {
        const day = (row['booking_date'] ??
          row['transaction_date'] ??
          isoDay(state.now())) as string
        return day >= first && day <= to
      })
    const part = rows.slice(page * state.pageSize, (page + 1) * state.pageSize)
    const isMore = (page + 1) * state.pageSize < rows.length
    const key = state.endless ? 'page.0' : isMore ? `page.${page + 1}` : null
    return [200, { transactions: part, continuation_key: key }]
  }

  const routes: Record<string, (request: Asked) => Answered | Promise<Answered>> = {
    'GET /application': () => [
      200,
      {
        name: 'Earmark',
        kid: APPLICATION_ID,
        environment: 'PRODUCTION',
        services: ['AIS'],
        ...state.application,
      },
    ],
    'GET /aspsps': ({ query }) =>
      takeFault('aspsps') ?? [
        200,
        {
          aspsps: state.banks.filter((one) => 'country' in one && one.country === query['country']),
        },
      ],
    'POST /auth': ({ body }) => {
      const fault = takeFault('auth')
      if (fault) return fault
      const id = randomUUID()
      const { valid_until: until } = body['access'] as { valid_until: string }
      const ends = Math.floor(Date.parse(until) / 1000)
      const { name } = body['aspsp'] as { name: string }
      const bank = state.banks.find((one) => 'name' in one && one.name === name)
      const longest = Number(new Map(Object.entries(bank ?? {})).get('maximum_consent_validity'))
      if (!(ends <= state.now() + longest)) return refused(422, 'WRONG_REQUEST_PARAMETERS')
      pages.set(id, {
        state: String(body['state']),
        returnUrl: String(body['redirect_url']),
        ends,
      })
      return [200, { url: `${url}/page/${id}`, authorization_id: id }]
    },
    'POST /sessions': ({ body }) => {
      const fault = takeFault('sessions')
      if (fault) return fault
      const code = codes.get(String(body['code']))
      if (!code) return refused(400, 'WRONG_AUTHORIZATION_CODE')
      codes.delete(String(body['code']))
      const session: Session = {
        id: randomUUID(),
        ends: code.ends,
        status: 'AUTHORIZED',
        uids: new Map(),
      }
      sessions.set(session.id, session)
      const given = state.accounts.filter(({ hash }) => state.given?.includes(hash) ?? true)
      for (const { hash } of given) session.uids.set(randomUUID(), hash)
      const accounts = [...session.uids].map(([uid, hash]) =>
        accountOf(
          uid,
          state.accounts.find((one) => one.hash === hash)!,
        ),
      )
      const access = { valid_until: new Date(session.ends * 1000).toISOString() }
      return [200, { session_id: session.id, accounts, access, aspsp: {}, psu_type: 'personal' }]
    },
  }

  function ofSession(request: Asked, id: string): Answered {
    const session = sessions.get(id)
    if (!session) return refused(404, 'SESSION_DOES_NOT_EXIST')
    const fault = takeFault('session')
    if (fault) return fault
    if (request.method === 'DELETE') {
      if (session.status !== 'AUTHORIZED') return refused(422, 'CLOSED_SESSION')
      session.status = 'CLOSED'
      return [200, { message: 'OK' }]
    }
    const access = { valid_until: new Date(session.ends * 1000).toISOString() }
    return [200, { status: consentOf(session), access, accounts: [...session.uids.keys()] }]
  }

  function ofAccount(request: Asked, uid: string, what: string): Answered | Promise<Answered> {
    const session = sessionOf(uid)
    if (!session) return refused(404, 'ACCOUNT_DOES_NOT_EXIST')
    const over = faultOf(session)
    if (over) return over
    const account = state.accounts.find(({ hash }) => hash === session.uids.get(uid))!
    if (what === 'transactions') return transactionsOf(request, account)
    const limited = countVisit(request, `balances ${account.hash}`)
    if (limited) return limited
    const fault = takeFault('balances')
    if (fault) return fault
    const money = { amount: account.balance, currency: account.currency ?? 'EUR' }
    return [200, { balances: [{ balance_amount: money, balance_type: state.balanceType }] }]
  }

  /** The page of the bank: opening it gives the consent, or declines. */
  function visit(id: string, response: ServerResponse): void {
    const { state: secret, returnUrl, ends } = pages.get(id)!
    const back = new URL(returnUrl)
    back.searchParams.set('state', secret)
    if (state.declines !== null) {
      back.searchParams.set('error', state.declines)
      back.searchParams.set('error_description', 'As the script says')
    } else {
      const code = `code-${randomUUID()}`
      codes.set(code, { ends })
      back.searchParams.set('code', code)
    }
    response.writeHead(302, { location: back.href }).end()
  }

  async function answer(request: Asked): Promise<Answered> {
    const isOurs = checkToken(request.headers.authorization ?? '', {
      publicKey: application.publicKey,
      applicationId: APPLICATION_ID,
      now: state.now(),
    })
    if (!isOurs) return refused(401, 'UNAUTHORIZED_ACCESS')
    const route = routes[`${request.method} ${request.path}`]
    if (route) return route(request)
    const session = /^\/sessions\/([^/]+)$/.exec(request.path)
    if (session) return ofSession(request, session[1]!)
    const account = /^\/accounts\/([^/]+)\/(balances|transactions)$/.exec(request.path)
    if (account) return ofAccount(request, account[1]!, account[2]!)
    return refused(404, 'NOT_FOUND')
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const page = /^\/page\/(.+)$/.exec(pathname)
    if (page) return visit(page[1]!, response)
    void read(request).then(async (text) => {
      const one: Asked = {
        method: request.method ?? '',
        path: pathname,
        query: Object.fromEntries(searchParams),
        body: JSON.parse(text || '{}') as Record<string, unknown>,
        headers: request.headers,
      }
      asked.push(one)
      const [status, body, headers = {}] = await answer(one)
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      const said = typeof body === 'string' ? body : JSON.stringify(body)
      const isLater = one.query['continuation_key'] !== undefined
      if (isLater && state.cuts > 0) {
        state.cuts -= 1
        response.write(said.slice(0, -9), () => response.destroy())
      } else response.end(said)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    asked,
    state,
    /** Opens the page of a bank as a browser does. Returns the address to which it leads back. */
    visitPage: async (page: string): Promise<URL> => {
      const { headers } = await fetch(page, { redirect: 'manual' })
      return new URL(headers.get('location')!)
    },
    /** The person or the bank takes every consent back; the word is that of the error. */
    withdraw: (word: 'REVOKED' | 'CLOSED' | 'EXPIRED' = 'REVOKED') => {
      for (const session of sessions.values()) session.status = word
    },
    openConsents: () =>
      [...sessions.values()].filter((one) => consentOf(one) === 'AUTHORIZED').length,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        // Requests that a failed test still holds would be waited for for ever.
        server.closeAllConnections()
      }),
  }
}

export type FakeEnableBanking = Awaited<ReturnType<typeof createFakeEnableBanking>>

function accountOf(uid: string, account: EuropeanAccount): object {
  return {
    uid,
    identification_hash: account.hash,
    account_id: { iban: account.iban },
    name: 'ADA LOVELACE',
    product: account.name,
    currency: account.currency ?? 'EUR',
    cash_account_type: account.type ?? 'CACC',
    usage: 'PRIV',
  }
}

function rowOf(row: EuropeanRow): Record<string, unknown> {
  const { side = 'DBIT', status = 'BOOK' } = row
  const party = { name: row.party ?? 'Panadería del Sol' }
  return {
    ...(row.reference !== undefined && { entry_reference: row.reference }),
    transaction_amount: { amount: row.amount, currency: row.currency ?? 'EUR' },
    credit_debit_indicator: side,
    status,
    booking_date: row.booked ?? null,
    value_date: null,
    transaction_date: row.made ?? null,
    ...(side === 'DBIT' ? { creditor: party } : { debtor: party }),
    remittance_information: [row.text ?? 'COMPRA TARJ. 1234', party.name.toUpperCase()],
  }
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks).toString('utf8')
}
