import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createOutbound } from '#/platform/outbound/outbound.ts'
import { ProviderFailure, type Io, type RequestPurpose } from '#/sources/provider/provider.ts'
import {
  createFakeSimplefin,
  type FakeAccount,
  type FakeState,
} from '../../../test/fakes/fake-simplefin.ts'
import { simplefin } from './connector.ts'
import {
  freshProgress,
  planFirstImport,
  planRegular,
  progressAfter,
  type AccountProgress,
} from './windows.ts'

const now = Temporal.Instant.from('2026-03-20T18:00:00Z')
const seconds = now.epochMilliseconds / 1000
const daysAgo = (days: number) => Math.floor(seconds / 86_400 - days) * 86_400 + 43_200

const closers: (() => Promise<unknown>)[] = []
after(() => Promise.all(closers.map((close) => close())))

async function scene(script: Partial<FakeState> = {}, allowCidrs = '127.0.0.0/8') {
  const bank = await createFakeSimplefin({ now: () => seconds, ...script })
  const outbound = createOutbound({ allowCidrs })
  closers.push(
    () => bank.close(),
    () => outbound.close(),
  )
  const spent: RequestPurpose[] = []
  const io: Io = {
    outbound,
    now: () => now,
    zone: 'Europe/Madrid',
    spend: async (purpose) => void spent.push(purpose),
  }
  return { bank, io, spent, secret: bank.accessUrl() }
}

const account = (id: string, transactions: FakeAccount['transactions'] = []): FakeAccount => ({
  id,
  connection: 'CON-1',
  name: `Account ${id}`,
  currency: 'EUR',
  balance: '10.00',
  'balance-date': seconds - 3600,
  transactions,
})

const payment = (id: string, days: number, amount = '-5.00') => ({
  id,
  posted: daysAgo(days),
  amount,
  description: 'SHOP',
})

const ref = (externalId: string) => ({ institutionId: 'CON-1', externalId })

async function failureOf(promise: Promise<unknown>): Promise<ProviderFailure> {
  const failure = await promise.then(
    () => assert.fail('expected a failure'),
    (error: unknown) => error,
  )
  assert.ok(failure instanceof ProviderFailure, String(failure))
  assert.doesNotMatch(failure.message, /demo|p@ss|p%40ss|TOKEN|claim/, 'no secret in a message')
  return failure
}

test('a setup token is exchanged once for the access URL', async () => {
  const { bank, io, spent } = await scene()
  const token = bank.setupToken()
  assert.deepEqual(await simplefin.connect(` ${token}\n`, io), { secret: bank.accessUrl() })
  const again = await failureOf(simplefin.connect(token, io))
  assert.equal(again.kind, 'refused')
  assert.match(again.message, /used before.*disable/)
  assert.deepEqual(spent, [], 'a claim does not count as a request for data')
})

test('a failed claim is not repeated; its answer must be a reachable access URL', async () => {
  const { bank, io } = await scene()
  const claim = async (status: number, body: string) => {
    bank.state.claimAnswer = { status, body }
    return (await failureOf(simplefin.connect(bank.setupToken(), io))).kind
  }
  assert.equal(await claim(500, ''), 'unavailable')
  assert.equal(await claim(402, ''), 'payment')
  assert.equal(await claim(404, ''), 'refused')
  assert.equal(await claim(200, '<html>'), 'nonsense')
  assert.equal(await claim(200, 'http://u:p@169.254.169.254/simplefin'), 'refused')
  assert.equal(await claim(200, 'https://u:p@10.0.0.1/simplefin'), 'refused')
  assert.equal(await claim(200, 'x'.repeat(10_000)), 'nonsense')
  assert.equal(bank.requests.length, 7)
  assert.equal((await failureOf(simplefin.connect(bank.accessUrl(), io))).kind, 'refused')
  assert.equal(bank.requests.length, 7)
})

test('a private server is not asked unless the operator allows it', async () => {
  const { bank, io, secret } = await scene({}, '')
  assert.equal((await failureOf(simplefin.connect(bank.setupToken(), io))).kind, 'refused')
  assert.equal((await failureOf(simplefin.discover(secret, [], io))).kind, 'refused')
  assert.deepEqual(bank.requests, [])
})

test('discovery sends one request for balances, in both versions', async () => {
  for (const version of [1, 2] as const) {
    const { bank, io, spent, secret } = await scene({
      version,
      accounts: [account('A'), account('B')],
    })
    const found = await simplefin.discover(secret, [], io)
    assert.deepEqual(
      found.accounts.map((one) => [one.ref.externalId, one.balance]),
      [
        ['A', 1000],
        ['B', 1000],
      ],
    )
    assert.deepEqual(
      bank.requests.map((request) => request.query.toString()),
      ['version=2&balances-only=1'],
    )
    assert.deepEqual(spent, ['discover'])
  }
})

test('first import windows meet without overlap, and regular syncs continue from there', async () => {
  const rows = Array.from({ length: 120 }, (_, day) => payment(`D${day}`, day))
  const { bank, io, spent, secret } = await scene({
    accounts: [account('A', rows), account('B', rows)],
  })
  let progress: AccountProgress = freshProgress(ref('A'))
  const seen = new Set<string>()
  while (progress.firstImport === 'unfinished') {
    const [ask] = planFirstImport([progress], now)
    assert.ok(ask)
    const batch = await simplefin.fetch(secret, [ask], io)
    assert.deepEqual([batch.issues, batch.dropped], [[], []])
    for (const row of batch.upserts) {
      assert.equal(row.account.externalId, 'A')
      assert.equal(seen.has(row.externalId), false, 'windows meet and do not overlap')
      seen.add(row.externalId)
    }
    progress = progressAfter(progress, { ask, coverage: batch.coverage[0] ?? null, at: now }, 2)
  }
  assert.deepEqual(
    [...seen].sort(),
    rows
      .slice(0, 88)
      .map((row) => row.id)
      .sort(),
  )
  const batch = await simplefin.fetch(secret, planRegular([progress], now), io)
  assert.equal([...batch.upserts].length, 11)
  assert.deepEqual(spent, ['first_import', 'first_import', 'regular'])
  assert.deepEqual(
    bank.requests.map((request) => request.query.has('pending')),
    [true, false, true],
  )
  assert.deepEqual(
    bank.requests.map((request) => request.query.getAll('account')),
    [['A'], ['A'], ['A']],
  )
})

test('several windows of one sync become one batch with one stretch of days', async () => {
  const rows = [payment('OLD', 90), payment('MID', 50), payment('NEW', 1)]
  const { io, secret } = await scene({ accounts: [account('A', rows)] })
  const late = { ...freshProgress(ref('A')), watermark: now.subtract({ hours: 24 * 95 }) }
  const asks = planRegular([late], now)
  assert.equal(asks.length, 3)
  const batch = await simplefin.fetch(secret, asks, io)
  assert.deepEqual(
    [...batch.upserts].map((row) => row.externalId),
    ['OLD', 'MID', 'NEW'],
  )
  assert.equal(batch.coverage.length, 1)
  const [coverage] = batch.coverage
  assert.deepEqual(
    [coverage?.from, coverage?.to, coverage?.listed, coverage?.includesPending],
    ['2025-12-06', '2026-03-20', 3, true],
  )
  assert.equal(batch.accounts.length, 1)
})

test('up to forty accounts are filtered by the server, more are filtered by us', async () => {
  const accounts = Array.from({ length: 42 }, (_, index) => account(`A${index}`, [payment('T', 1)]))
  const { bank, io, secret } = await scene({ accounts })
  for (const [count, named] of [
    [40, 40],
    [41, 0],
  ] as const) {
    const chosen = accounts.slice(0, count).map((one) => freshProgress(ref(one.id)))
    const batch = await simplefin.fetch(secret, planFirstImport(chosen, now), io)
    assert.equal(bank.requests.at(-1)?.query.getAll('account').length, named)
    assert.equal([...batch.upserts].length, count)
    assert.equal(batch.accounts.length, count)
  }
  const requests = bank.requests.length
  const nothing = await simplefin.fetch(secret, planFirstImport([], now), io)
  assert.deepEqual([nothing.upserts, bank.requests.length - requests], [[], 0])
})

test('each refusal of the server becomes its kind of failure', async () => {
  const { bank, io, secret } = await scene({ accounts: [account('A')] })
  const discover = async (
    status: number,
    more: { body?: string; headers?: Record<string, string> } = {},
  ) => {
    bank.state.override = { status, ...more }
    const failure = await failureOf(simplefin.discover(secret, [], io))
    return [failure.kind, failure.retryAfterSeconds]
  }
  assert.deepEqual(await discover(402, { body: '{"errors":["<b>Pay</b>"],"accounts":[]}' }), [
    'payment',
    null,
  ])
  assert.deepEqual(await discover(403), ['reauth', null])
  assert.deepEqual(await discover(401), ['reauth', null])
  assert.deepEqual(await discover(429), ['quota', 900])
  assert.deepEqual(await discover(429, { headers: { 'retry-after': '77' } }), ['quota', 77])
  assert.deepEqual(await discover(429, { headers: { 'retry-after': '99999999' } }), [
    'quota',
    86_400,
  ])
  assert.deepEqual(await discover(500), ['unavailable', null])
  assert.deepEqual(await discover(503, { headers: { 'retry-after': '30' } }), ['unavailable', 30])
  assert.deepEqual(await discover(404), ['unavailable', null])
  for (const body of ['{"accounts": [', '<html>', '', 'null', '{"accounts": 5}']) {
    assert.deepEqual(await discover(200, { body }), ['nonsense', null], body)
  }
  assert.deepEqual(
    await discover(200, { body: '{"errlist":[{"code":"gen.auth","msg":"x"}],"accounts":[]}' }),
    ['reauth', null],
  )
  bank.state.override = null
  assert.equal((await simplefin.discover(secret, [], io)).accounts.length, 1, 'control')
})

test('a refused quota sends no request', async () => {
  const { bank, io, secret } = await scene({
    accounts: [account('A', [payment('T', 1)])],
    quota: { warnAfter: 1, disableAfter: 2 },
  })
  const asks = planFirstImport([freshProgress(ref('A'))], now)
  const spend = () => Promise.reject(new ProviderFailure('quota', 'Enough for today.', 60))
  assert.equal(
    (await failureOf(simplefin.fetch(secret, asks, { ...io, spend }))).retryAfterSeconds,
    60,
  )
  assert.deepEqual(bank.requests, [])
})

test('a quota warning comes with the data, and a disabled access needs its owner', async () => {
  const { io, secret } = await scene({
    accounts: [account('A', [payment('T', 1)])],
    quota: { warnAfter: 1, disableAfter: 2 },
  })
  const asks = planFirstImport([freshProgress(ref('A'))], now)
  assert.deepEqual((await simplefin.fetch(secret, asks, io)).issues, [])
  const warned = await simplefin.fetch(secret, asks, io)
  assert.deepEqual(
    [[...warned.upserts].length, warned.issues.map((issue) => issue.kind)],
    [1, ['quota']],
  )
  assert.equal((await failureOf(simplefin.fetch(secret, asks, io))).kind, 'reauth')
})

test('a redirect to another host does not carry the password along', async () => {
  const other = await scene({ accounts: [account('A')] })
  const { io, secret } = await scene({ redirectTo: other.bank.url })
  const failure = await failureOf(simplefin.discover(secret, [], io))
  assert.equal(failure.kind, 'reauth')
  assert.match(failure.message, /moved/)
  assert.deepEqual(
    other.bank.requests.map((request) => request.authorization),
    [null],
  )
})

test('an abort ends the wait for an answer', async () => {
  const { io, secret } = await scene({ delayMs: 60_000 })
  const controller = new AbortController()
  const reason = new Error('shutting down')
  const waiting = simplefin.discover(secret, [], { ...io, signal: controller.signal })
  setImmediate(() => controller.abort(reason))
  await assert.rejects(waiting, reason)
})

test('a closed server is unavailable', async () => {
  const { bank, io, secret } = await scene()
  await bank.close()
  assert.equal((await failureOf(simplefin.discover(secret, [], io))).kind, 'unavailable')
})

test('the fake caps windows and warns as the bridge does', async () => {
  const rows = Array.from({ length: 120 }, (_, day) => payment(`D${day}`, day))
  const { io, secret } = await scene({ accounts: [account('A', rows)] })
  const ask = (days: number) => ({
    purpose: 'regular' as const,
    accounts: [ref('A')],
    start: now.subtract({ hours: days * 24 }),
    end: null,
    pending: true,
  })
  const fetched = async (days: number) => {
    const batch = await simplefin.fetch(secret, [ask(days)], io)
    return [
      [...batch.upserts].length,
      batch.issues.map((issue) => issue.kind).join(),
      batch.coverage[0]?.from,
    ]
  }
  assert.deepEqual(await fetched(44), [44, '', '2026-02-05'])
  assert.deepEqual(await fetched(45), [45, 'notice', '2026-02-04'])
  assert.deepEqual(await fetched(100), [90, 'notice', '2025-12-21'])
})
