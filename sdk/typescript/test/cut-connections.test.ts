import assert from 'node:assert/strict'
import { test } from 'node:test'
import { budget } from '../../../test/support/given.ts'
import { assertBooks } from '../../../test/support/ledger.ts'
import { createReceivers } from '../../../test/fakes/receivers.ts'
import { ada, type Product, startProduct } from '../../../test/support/product.ts'
import { Earmark } from '../src/earmark.ts'
import type { Transaction } from '../src/generated/types.ts'
import { chance, type Fate, fates, startProxy } from './unreliable-proxy.ts'

// The real server, over real connections that a proxy drops, cuts, delays and repeats: nothing is booked twice, and nothing
// that was reported as booked is missing.

const receivers = createReceivers(() => product.runtime.now())
const product: Product = await startProduct({ limited: false, destinations: receivers.outbound })
const { url: target } = await product.listen()

/** Milliseconds after which the client gives an attempt up, and the proxy's longer ones. */
const PATIENCE = 1500
const DELAY = 1600

const day = '2026-01-10'

async function household() {
  const loaded = await product.household({ ...ada, ...budget })
  const key = loaded.keys['rw']!.api_key
  const earmark = new Earmark({ url: target, key })
  return { ...loaded, key, earmark }
}

/** A proxy whose fates a seed decides. It spares what it has harmed six times, so that every call comes to its end. */
async function throughWeather(seed: number, key: string) {
  const random = chance(seed)
  const harmed = new Map<string, number>()
  let delays = 0
  const proxy = await startProxy({
    target,
    delay: DELAY,
    next: (request) => {
      const what = String(request.headers['idempotency-key'] ?? request.url)
      const times = harmed.get(what) ?? 0
      const roll = random()
      if (times >= 6 || roll < 0.4) return 'pass'
      harmed.set(what, times + 1)
      // A delay costs seconds, so there is one.
      if (delays === 0 && roll > 0.9) return ((delays += 1), 'delay')
      const others = fates.filter((fate) => fate !== 'pass' && fate !== 'delay')
      return others[Math.floor(random() * others.length)]!
    },
  })
  const earmark = new Earmark({
    url: proxy.url,
    key,
    attempts: 12,
    timeout: PATIENCE,
    wait: () => Promise.resolve(),
  })
  return { proxy, earmark }
}

for (const seed of [1, 2])
  test(`no write is booked twice or lost while connections are cut (seed ${seed})`, async () => {
    const { household_id, accounts, expenses, key, earmark: plain } = await household()
    const account_id = accounts['checking']!
    const { proxy, earmark } = await throughWeather(seed, key)
    const before = await balances(plain)

    const recorded = await inLanes(6, 30, (n) =>
      earmark.transactions.record({
        account_id,
        amount: -n,
        concept: `Single ${n}`,
        booked_at: day,
      }),
    )
    const moved = await inLanes(4, 12, () =>
      earmark.expenses.transfer({
        from_expense_id: expenses['rent']!,
        to_expense_id: expenses['trip']!,
        amount: 100,
      }),
    )
    const bulk = await earmark.transactions.recordMany({
      transactions: Array.from({ length: 700 }, (_, n) => {
        return { account_id, amount: -1, concept: `Bulk ${n}`, booked_at: day }
      }),
    })
    await inLanes(4, 8, (n) =>
      earmark.transactions.edit(recorded[n - 1]!.id, { notes: `Note ${n}` }),
    )
    await earmark.transactions.assign(recorded[0]!.id, { expense_goal_id: expenses['groceries']! })

    const list = await plain.transactions.list({ limit: 1 })
    assert.equal(list.total, 730)
    const all = await collect(plain.transactions.iterate())
    const concepts = all.map(({ concept }) => concept)
    assert.equal(new Set(concepts).size, 730)
    const ids = new Set(all.map(({ id }) => id))
    const reported = [...recorded, ...bulk.results.map(({ transaction }) => transaction!)]
    assert.ok(reported.every(({ id }) => ids.has(id)))
    assert.deepEqual([bulk.created, bulk.duplicates, bulk.invalid], [700, 0, 0])
    assert.deepEqual(
      bulk.results.map(({ index, transaction }) => `${index} ${transaction?.concept}`),
      Array.from({ length: 700 }, (_, n) => `${n} Bulk ${n}`),
    )
    const after = await balances(plain)
    assert.equal(after.account, before.account - (30 * 31) / 2 - 700)
    assert.equal(after.trip, before.trip + 1200)
    assert.equal(new Set(moved.map(({ id }) => id)).size, 12)
    assert.equal((await collect(plain.expenses.iterateTransfers({ limit: 5 }))).length, 12)
    assert.equal(all.filter(({ notes }) => notes?.startsWith('Note ')).length, 8)
    // Reads through the same weather answer the same.
    assert.deepEqual(await collect(earmark.transactions.iterate({ limit: 50 })), all)
    assert.equal((await follow(earmark)).size, 730)
    await assertBooks(product.db, household_id)
    assert.ok((proxy.counts.get('drop-after') ?? 0) > 3 && (proxy.counts.get('repeat') ?? 0) > 3)
  })

for (const fate of fates.filter((one): one is Exclude<Fate, 'pass'> => one !== 'pass'))
  test(`a payment is booked once and returned if its first attempt meets “${fate}”`, async () => {
    const { accounts, key, earmark: plain } = await household()
    const steps: Fate[] = ['drop-after', fate]
    const proxy = await startProxy({ target, delay: 1100, next: () => steps.shift() ?? 'pass' })
    const earmark = new Earmark({
      url: proxy.url,
      key,
      timeout: 1000,
      wait: () => Promise.resolve(),
    })
    const body = {
      account_id: accounts['checking']!,
      amount: -450,
      concept: 'Coffee',
      booked_at: day,
    }
    const facts: boolean[] = []
    const sent = await earmark.transactions.record(body, {
      onAnswer: ({ replayed }) => facts.push(replayed),
    })
    const list = await plain.transactions.list()
    assert.deepEqual(
      list.data.map(({ id }) => id),
      [sent.id],
    )
    assert.equal(facts.length, 1)
  })

test('a key of the caller repeats a write that another process began', async () => {
  const { accounts, key, earmark: plain } = await household()
  const proxy = await startProxy({ target, delay: 0, next: () => 'drop-after' })
  const broken = new Earmark({ url: proxy.url, key, attempts: 1 })
  const body = {
    account_id: accounts['checking']!,
    amount: -450,
    concept: 'Coffee',
    booked_at: day,
  }
  const options = { idempotencyKey: 'coffee-of-today' }
  await assert.rejects(broken.transactions.record(body, options), { name: 'ConnectionError' })
  const sent = await plain.transactions.record(body, options)
  const { data } = await plain.transactions.list()
  assert.deepEqual(
    data.map(({ id }) => id),
    [sent.id],
  )
  await assert.rejects(plain.transactions.record({ ...body, amount: -451 }, options), {
    code: 'idempotency_key_reused',
  })
})

test('a bulk that is cut off says how far it came, and its key finishes it', async () => {
  const { accounts, key, earmark: plain } = await household()
  const account_id = accounts['checking']!
  let requests = 0
  const next = () => ((requests += 1) > 1 ? 'drop-after' : 'pass') as Fate
  const proxy = await startProxy({ target, delay: 0, next })
  const broken = new Earmark({ url: proxy.url, key, attempts: 1 })
  const transactions = Array.from({ length: 501 }, (_, n) => {
    return { account_id, amount: n === 3 ? 0.5 : -1, concept: `Bulk ${n}`, booked_at: day }
  })
  const { PartlyRecordedError } = await import('../src/transactions.ts')
  const error = await broken.transactions.recordMany({ transactions }).catch((caught) => caught)
  assert.ok(error instanceof PartlyRecordedError)
  assert.equal(error.recorded.created, 499)
  assert.equal(error.recorded.results[3]!.error?.code, 'invalid_parameter')
  const { idempotencyKey } = error
  const whole = await plain.transactions.recordMany({ transactions }, { idempotencyKey })
  assert.deepEqual([whole.created, whole.invalid, whole.results.length], [500, 1, 501])
  assert.equal((await plain.transactions.list()).total, 500)
})

test('a webhook whose secret was lost on the way is created again, and only one remains', async () => {
  const { key, earmark: plain } = await household()
  const steps: Fate[] = ['drop-after', 'pass', 'drop-after', 'pass']
  const proxy = await startProxy({ target, delay: 0, next: () => steps.shift() ?? 'pass' })
  const earmark = new Earmark({ url: proxy.url, key, wait: () => Promise.resolve() })
  const created = await earmark.webhooks.create({ name: 'Mine', url: 'https://example.com/x' })
  assert.match(created.secret!, /^whsec_/)
  const left = await plain.webhooks.list()
  assert.deepEqual(
    left.map(({ id }) => id),
    [created.id],
  )
})

async function balances(earmark: Earmark) {
  const accounts = await earmark.accounts.list()
  const expenses = await earmark.expenses.list()
  return {
    account: accounts.find(({ name }) => name === 'Checking')!.balance,
    trip: expenses.find(({ name }) => name === 'Trip')!.balance,
  }
}

/** Does a job so many times, in several lanes at once; jobs are numbered from 1. */
async function inLanes<T>(
  lanes: number,
  times: number,
  job: (n: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const lane = async () => {
    while (next < times) {
      const n = (next += 1)
      results[n - 1] = await job(n)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return results
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

async function follow(earmark: Earmark): Promise<Map<string, Transaction>> {
  const known = new Map<string, Transaction>()
  for await (const { changes } of earmark.transactions.changes({ since: new Date(0) }))
    for (const change of changes) known.set(change.id, change)
  return known
}
