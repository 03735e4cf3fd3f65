// `node bench/answers.ts FILE` asks `/v1` 2,000 seeded requests and writes each with its answer. Time stands still and chance
// repeats itself, so two versions that keep what `/v1` promises write the same bytes: run it before and after a change, and
// compare with `cmp`. Only the text of an `ETag` is left out, because it names the transaction that wrote the state.
import { writeFileSync } from 'node:fs'
import { createAdmission } from '#/access/limits/admit.ts'
import { createApp } from '#/app/http/app.ts'
import { keepAnswers } from '#/app/http/wire/kept-answers.ts'
import { keepRecentRows } from '#/platform/database/recent-rows.ts'
import { createTestRuntime } from '../test/support/runtime.ts'
import { fill } from './fill.ts'
import { createHousehold, type Household } from './households.ts'
import { type Instance, openInstance } from './instance.ts'

const REQUESTS = 2000
const TODAY = '2026-01-05'

const concepts = [
  'Corner Bakery Madrid',
  'Café “Zoë” \\ Söhne\n№ 5',
  'a\tb',
  '=1+1 <script>',
  '💶 Rent',
  '',
]

const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error('node bench/answers.ts FILE')
  process.exit(2)
}
const instance = await openInstance()
try {
  writeFileSync(file, await record(instance))
} finally {
  await instance.close()
}

type Init = { readonly headers: Readonly<Record<string, string>>; readonly body?: string }
type Sent = { readonly method: string; readonly path: string; readonly init: Init }

async function record(instance: Instance): Promise<string> {
  const apiLimits = { minute: 1500, hour: 9_999_999 }
  const recent = keepRecentRows(() => instance.runtime.now().epochMilliseconds)
  const runtime = { ...createTestRuntime(instance.runtime.db, { apiLimits }), recent }
  const households: Household[] = []
  for (const count of [600, 40, 0]) {
    const household = await createHousehold(runtime, 1)
    await fill(instance.admin, household, { count, today: TODAY })
    households.push(household)
  }
  const admit = createAdmission(runtime.db, runtime.now, { apiLimits })
  const app = createApp({
    runtime,
    admit,
    answers: keepAnswers(),
    publicUrl: null,
    isServing: () => true,
    origin: 'http://localhost',
  })
  const chance = createChance(20_260_105)
  const lines: string[] = []
  const kept: Kept = { ids: [], sent: [], tags: new Map(), cursor: null }
  for (let n = 0; n < REQUESTS; n += 1) {
    runtime.advance({ milliseconds: 137 })
    const { method, path, init } = chooseRequest(chance, households, kept)
    const response = await app.request(`http://localhost/v1${path}`, { ...init, method })
    const body = await response.text()
    keep(kept, { method, path, init }, { response, body })
    const headers = [...response.headers].map(([name, value]) =>
      name === 'etag' ? `${name}: W/…` : `${name}: ${value}`,
    )
    lines.push(
      `${n} ${method} ${path}\n> ${init.body ?? ''}\n${response.status} ${headers.join('; ')}\n${body}\n`,
    )
  }
  return lines.join('\n')
}

type Kept = {
  ids: string[]
  sent: Sent[]
  tags: Map<string, string>
  cursor: string | null
}

function keep(kept: Kept, sent: Sent, given: { response: Response; body: string }): void {
  const { response, body } = given
  const tag = response.headers.get('etag')
  if (tag !== null) kept.tags.set(keyOf(sent), tag)
  if (response.status !== 200) return
  if (sent.method === 'POST' && sent.path === '/transactions') {
    kept.ids.push((JSON.parse(body) as { id: string }).id)
    kept.sent.push(sent)
  }
  kept.cursor = /"next_cursor":"([^"]+)"/.exec(body)?.[1] ?? kept.cursor
}

function keyOf({ path, init }: Pick<Sent, 'path' | 'init'>): string {
  return `${path} ${new Headers(init.headers).get('authorization')}`
}

type Chance = {
  readonly below: (most: number) => number
  readonly oneOf: <T>(values: readonly T[]) => T
}

/** A generator of Lehmer: the same numbers for the same seed. */
function createChance(seed: number): Chance {
  let state = seed
  const below = (most: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % most
  }
  return { below, oneOf: (values) => values[below(values.length)]! }
}

function chooseRequest(chance: Chance, households: readonly Household[], kept: Kept): Sent {
  const household = chance.oneOf(households)
  const headers: Record<string, string> = { authorization: `Bearer ${household.keys[0]!}` }
  const kind = chance.below(20)
  if (kind < 5) return recordRequest(chance, household, { headers, kept })
  if (kind === 5 && kept.ids.length > 0) return editRequest(chance, { headers, kept })
  const path = choosePath(chance, household, kept)
  const known = kept.tags.get(keyOf({ path, init: { headers } }))
  if (known !== undefined && chance.below(3) === 0) headers['if-none-match'] = known
  if (chance.below(60) === 0) headers['authorization'] = 'Bearer em_live_nobody'
  if (chance.below(90) === 0) delete headers['authorization']
  return { method: 'GET', path, init: { headers } }
}

type Sending = { readonly headers: Record<string, string>; readonly kept: Kept }

function recordRequest(chance: Chance, household: Household, { headers, kept }: Sending): Sent {
  const sent = { ...headers, 'content-type': 'application/json' }
  if (kept.sent.length > 0 && chance.below(8) === 0) {
    const again = chance.oneOf(kept.sent)
    if (chance.below(3) > 0) return again
    const body = again.init.body!.replace('"amount":', '"amount":1')
    return { ...again, init: { ...again.init, body } }
  }
  const key = `key-${chance.below(1e9)}-${chance.below(1e9)}`
  const maybe = (values: object): object => (chance.below(4) === 0 ? values : {})
  const body = {
    account_id: chance.below(15) === 0 ? household.id : chance.oneOf(household.accounts),
    amount: chance.oneOf([-450, -1, 150_000, 0, 99_999_999, -1.5]),
    concept: chance.oneOf(concepts),
    booked_at: chance.oneOf([TODAY, '2025-12-31', '2026-01-09', '1969-12-31', '2025-02-30']),
    ...maybe({ category_id: chance.oneOf([...household.categories, household.id]) }),
    ...maybe({ expense_goal_id: chance.oneOf([...household.expenses, null]) }),
    ...maybe({ notes: chance.oneOf(['of Ada', null, 'x'.repeat(3000)]) }),
    ...maybe({ external_id: `ext-${chance.below(40)}` }),
    ...maybe({ type: chance.oneOf(['expense', 'income', 'transfer', 'gift']) }),
    ...(chance.below(30) === 0 && { surprise: 1 }),
  }
  const idempotency = chance.below(3) === 0 ? {} : { 'idempotency-key': key }
  const text = chance.below(40) === 0 ? '{"amount":' : JSON.stringify(body)
  return {
    method: 'POST',
    path: '/transactions',
    init: { headers: { ...sent, ...idempotency }, body: text },
  }
}

function editRequest(chance: Chance, { headers, kept }: Sending): Sent {
  const change = chance.oneOf([{ concept: 'Changed' }, { amount: -77 }, { notes: null }, {}])
  return {
    method: 'PATCH',
    path: `/transactions/${chance.oneOf(kept.ids)}`,
    init: {
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(change),
    },
  }
}

function choosePath(chance: Chance, household: Household, kept: Kept): string {
  const one = chance.oneOf
  const list = () => {
    const query: Record<string, string> = {}
    const add = (name: string, value: string) => {
      if (chance.below(4) === 0) query[name] = value
    }
    add('limit', one(['1', '5', '50', '51', '100', '200', '201', '0', 'x']))
    add('page', one(['1', '2', '3', '12', '13', '999999', '0']))
    add('sort', one(['booked_at', 'created_at', 'amount']))
    add('type', one(['expense', 'income', 'transfer', '']))
    add('account_id', one([...household.accounts, household.id]))
    add('category_id', one(household.categories))
    add('expense_goal_id', one(household.expenses))
    add('without_category', one(['true', 'false']))
    add('search', one(['bakery', 'BAKERY', 'zeppelin', 'é', '%', '_', '"', 'x'.repeat(121), ' a']))
    add('from', one(['2025-01-01', '2025-12-20', TODAY, 'yesterday']))
    add('to', one([TODAY, '2025-12-25', '2026-01-31', '9999-12-31']))
    if (chance.below(12) === 0) query['updated_since'] = one(['2026-01-05T12:00:00Z', 'never'])
    if (chance.below(20) === 0) query['cursor'] = kept.cursor ?? 'none'
    if (chance.below(40) === 0) query['unknown'] = '1'
    return new URLSearchParams(query).toString()
  }
  const spending = () => {
    const group = one(['category', 'category', 'category', 'merchant', 'month', 'day'])
    const from = one(['', '&from=2025-01-05', '&from=2025-02-20', '&from=2025-12-20'])
    const to = one(['', `&to=${TODAY}`, '&to=2025-12-25', '&to=2025-12-02', '&to=9999-12-31'])
    return `/analytics/spending?group_by=${group}${from}${to}`
  }
  return one([
    () => `/transactions?${list()}`,
    () => `/transactions?${list()}`,
    () => `/transactions?${list()}`,
    () => `/transactions?${list()}`,
    () => `/transactions/summary?${list()}`,
    spending,
    spending,
    () =>
      `/transactions/${one([...kept.ids, household.id, 'x'].slice(-40 + chance.below(30) || -1))}`,
    () => one(['/me', '/me?x=1', '/accounts', '/accounts/summary', '/categories', '/settings']),
    () => one(['/expenses', '/expenses/summary', '/expense-groups', '/expense-transfers']),
    () => one(['/analytics/net-worth', '/analytics/net-worth?months=12', '/nothing', '/sync']),
    () => one(['/webhooks', '/connections', '/funding-schedules', '/%zz', '/transactions/']),
  ])()
}
