import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { checkUrl } from '#/platform/outbound/check-url.ts'
import { parseAllowList } from '#/platform/outbound/public-address.ts'
import { OutboundFailure, type OutboundFailureKind } from '#/platform/outbound/failure.ts'
import type { Outbound } from '#/platform/outbound/outbound.ts'
import { type Deliverer, createDeliverer } from '#/webhooks/delivering/deliverer.ts'
import { webhooks as contract } from '#/webhooks/contract.ts'
import { defaultLimits, type Limits } from '#/webhooks/delivering/slots.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { type Product, startProduct } from '../support/product.ts'

/** A request that a destination has got. */
export type Got = {
  readonly at: Temporal.Instant
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The body as it came; `body` is it as text. */
  readonly bytes: Buffer
}

/** The behaviour of a destination: a status, or a failure of the connection. */
export type Reply =
  | number
  | OutboundFailureKind
  | { readonly status: number; readonly body: string }
type Script = (got: Got) => Reply | Promise<Reply>

/** Destinations that do what a test says, by the address: without a network, so that no time passes. */
export type Receivers = {
  readonly outbound: Outbound
  readonly got: Got[]
  readonly answer: (url: string, script: Script | Reply) => void
  /** The requests that an address got, and forgets them. */
  readonly take: (url?: string) => Got[]
}

export function createReceivers(now: () => Temporal.Instant): Receivers {
  const scripts = new Map<string, Script>()
  let got: Got[] = []
  return {
    get got() {
      return got
    },
    answer: (url, script) => scripts.set(url, typeof script === 'function' ? script : () => script),
    take: (url) => {
      const taken = got.filter((one) => url === undefined || one.url === url)
      got = got.filter((one) => !taken.includes(one))
      return taken
    },
    outbound: {
      request: async ({ url, headers = {}, body = '' }) => {
        const one = { at: now(), url, headers, body: String(body), bytes: Buffer.from(body) }
        got.push(one)
        const reply = await (scripts.get(url) ?? (() => 200))(one)
        if (typeof reply === 'string') throw new OutboundFailure(reply, 'a script said so')
        const { status, body: text } =
          typeof reply === 'number' ? { status: reply, body: '' } : reply
        return {
          status,
          headers: {},
          body: Buffer.from(text),
          truncated: false,
          redirectedTo: null,
        }
      },
      check: (url) => checkUrl(url, rules),
      inspect: async (url) => {
        const checked = checkUrl(url, rules)
        if (!checked.ok) {
          const refused = checked.rule === 'private_address'
          throw new OutboundFailure(refused ? 'refused_address' : 'bad_url', checked.message)
        }
        if (url.includes('//refused.')) throw new OutboundFailure('refused_address', 'not public')
        if (url.includes('//unknown.')) throw new OutboundFailure('dns', 'not found')
      },
      close: async () => {},
    },
  }
}

/** Reads addresses as in production; a name states its own address. */
const rules = {
  allow: parseAllowList(''),
  plainHttp: 'anywhere',
  ownOrigins: [],
  lengthMax: 2048,
} as const

export type Hook = { readonly id: string; readonly url: string; readonly secret: string }

/** The product with scripted destinations, and a household whose member makes webhooks and records transactions. */
export async function givenWebhooks(options: { product?: Product; seed?: string } = {}) {
  let product!: Product
  const receivers = createReceivers(() => product.runtime.now())
  product = await startProduct({ limited: false, ...options, destinations: receivers.outbound })
  const home = await givenHome(product)
  return {
    product,
    receivers,
    ...home,
    runtime: product.runtime,
    db: product.db,
    /** A webhook and one event that it is to get. */
    queued: async () => {
      const made = await home.hook()
      const transaction = await home.record()
      return { ...made, transaction, last: async () => (await home.deliveries(made.id))[0]! }
    },
    /** Removes webhooks, and forgets what came. */
    remove: async (...hooks: readonly { readonly id: string }[]) => {
      for (const { id } of hooks) await home.api.removeWebhook({ params: { id } })
      receivers.take()
    },
    /** Another process: its own hold on queues, the same database and destinations. */
    deliverer: (change: Partial<Runtime> = {}, limits: Partial<Limits> = {}): Deliverer =>
      createDeliverer({ ...product.runtime, ...change }, { ...defaultLimits, ...limits }),
    /** Delivers what is due now; how many attempts that took. */
    deliver: () => createDeliverer(product.runtime).deliverDue(),
    /** Lets so many seconds pass, and then delivers. */
    after: async (seconds: number) => {
      product.runtime.advance({ seconds })
      return createDeliverer(product.runtime).deliverDue()
    },
  }
}

let made = 0

export type Home = Awaited<ReturnType<typeof givenHome>>

export async function givenHome(product: Product) {
  const loaded = await product.household({
    members: [
      { ref: 'ada', name: 'Ada', email: 'ada@example.com', role: 'owner' },
      { ref: 'ben', name: 'Ben', email: 'ben@example.com', role: 'member' },
    ],
    keys: ['ada', 'ben'].map((member) => {
      return { ref: member, member, name: 'rw', scopes: ['data.read', 'data.write'] }
    }),
    accounts: [
      { ref: 'checking', name: 'Checking', type: 'depository', subtype: 'checking' },
      { ref: 'savings', name: 'Savings', type: 'depository', subtype: 'savings' },
    ],
    categories: [{ ref: 'food', name: 'Food', kind: 'expense' }],
  })
  const key = loaded.keys['ada']!.api_key
  const api = product.client(contract, key)
  const ben = product.client(contract, loaded.keys['ben']!.api_key)
  return {
    loaded,
    key,
    api,
    ben,
    hook: async (url = `https://hooks.example/${(made += 1)}`, by = api): Promise<Hook> => {
      const { id, secret } = await by.createWebhook({ body: { name: 'Mine', url } })
      return { id, url, secret: secret! }
    },
    record: async (change: object = {}) => {
      const { status, body, text } = await product.request<{ id: string }>(
        'POST',
        '/transactions',
        {
          key,
          body: {
            account_id: loaded.accounts['checking'],
            amount: -450,
            concept: 'Corner Bakery',
            booked_at: product.runtime.now().toString().slice(0, 10),
            ...change,
          },
        },
      )
      assert.equal(status, 200, text)
      return body.id
    },
    /** So many transactions by one request. */
    recordMany: async (count: number) => {
      const item = {
        account_id: loaded.accounts['checking'],
        amount: -100,
        concept: 'Many',
        booked_at: '2026-01-05',
      }
      const transactions = Array.from({ length: count }, () => item)
      const body = { transactions }
      const { status, text } = await product.request('POST', '/transactions/bulk', { key, body })
      assert.equal(status, 200, text)
    },
    show: async (id: string) => (await api.listWebhooks({})).find((one) => one.id === id)!,
    deliveries: (id: string) => api.listDeliveries({ params: { id }, query: {} }),
  }
}

/** Checks a request as a receiver should: with two independent libraries, and by hand on the raw bytes. */
export function assertSigned(got: Got, { id, secret }: Hook): void {
  const { headers, body } = got
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const mac = createHmac('sha256', key).update(signed, 'utf8').digest('base64')
  assert.equal(headers['webhook-signature'], `v1,${mac}`)
  assert.equal(headers['X-Service-Webhook-Id'], id)
  assert.equal(headers['content-type'], 'application/json')
  const seconds = Number(headers['webhook-timestamp'])
  const apart = got.at.epochMilliseconds / 1000 - seconds
  assert.ok(Number.isInteger(seconds) && apart >= 0 && apart < 1, `${apart}`)
  assert.equal(JSON.parse(body).eventId, headers['webhook-id'])
  // The libraries compare the timestamp with the machine's clock.
  const real = Date.now
  Date.now = () => got.at.epochMilliseconds
  try {
    for (const library of [new StandardWebhook(secret), new SvixWebhook(secret)]) {
      library.verify(body, headers as Record<string, string>)
      assert.throws(() =>
        library.verify(body.replace('"', ' "'), headers as Record<string, string>),
      )
    }
  } finally {
    Date.now = real
  }
}
