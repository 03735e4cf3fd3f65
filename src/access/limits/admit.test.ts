import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '#/platform/database/database.ts'
import type { WrittenDocument } from '#/documents/document.ts'
import { type Loaded, loadDocument } from '#/documents/load.ts'
import { readToken } from '#/access/keys/token.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import { openAnother, runElsewhere, urlOf } from '../../../test/support/other-processes.ts'
import { ada } from '../../../test/support/product.ts'
import { createTestRuntime } from '../../../test/support/runtime.ts'
import { createAdmission } from './admit.ts'
import type { Admitted } from './admitted.ts'

const { db, isDistributed } = await createTestDatabase()
const others = await Promise.all([openAnother(db), openAnother(db), openAnother(db)])
const pools = [db, ...others]
const runtime = createTestRuntime(db)

/** Returns a time on the test day. */
const at = (time: string) => Temporal.Instant.from(`2026-01-05T${time}Z`)
const ADDRESS = '192.0.2.1'

type Ask = (key: string | null, time: string) => Promise<Admitted>

/** Creates the equivalent of one server process: a separate pool and admission. */
function asker(pool: Database): Ask {
  let now = at('12:00')
  const admit = createAdmission(pool, () => now, { isDistributed })
  return (key, time) => {
    now = at(time)
    return admit({ token: key === null ? null : readToken(key), address: ADDRESS })
  }
}

async function household(plan: 'standard' | 'premium' = 'premium', keys = 1): Promise<Home> {
  const document: WrittenDocument = {
    ...ada,
    household: { ...ada.household, plan },
    keys: Array.from({ length: keys }, (_, index) => ({
      ref: `k${index}`,
      member: 'ada',
      scopes: ['data.read'] as ['data.read'],
    })),
  }
  const loaded = await loadDocument(runtime, document)
  return { ...loaded, apiKeys: Object.values(loaded.keys).map((key) => key.api_key) }
}
type Home = Loaded & { readonly apiKeys: readonly string[] }

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index))
const admittedOf = (answers: readonly Admitted[]) => answers.filter((one) => !one.exceeded)
const budgetOf = ({ exceeded, limits }: Admitted) => [
  exceeded,
  limits.minuteRemaining,
  limits.hourRemaining,
]
const descending = (from: number) => times(from, (index) => from - 1 - index)

test('a key is admitted exactly 60 times a minute, over any number of processes', async () => {
  const { apiKeys } = await household()
  const asks = pools.map(asker)
  for (const minute of ['12:00:30', '12:01:30', '12:02:00']) {
    const answers = await Promise.all(
      times(200, (index) => asks[index % asks.length]!(apiKeys[0]!, minute)),
    )
    const admitted = admittedOf(answers)
    assert.equal(admitted.length, 60)
    // All numbers differ: no request was counted twice or lost.
    const seen = admitted.map(({ limits }) => limits.minuteRemaining).toSorted((a, b) => b - a)
    assert.deepEqual(seen, descending(60))
    assert.ok(answers.every(({ exceeded }) => exceeded === null || exceeded === 'minute'))
  }
})

for (const [plan, ceiling] of [
  ['standard', 500],
  ['premium', 1500],
] as const) {
  test(`a household on ${plan} is admitted exactly ${ceiling} times an hour, over all keys`, async () => {
    const keys = ceiling / 50
    const { apiKeys } = await household(plan, keys)
    const asks = pools.map(asker)
    const answers = await Promise.all(
      times(keys * 70, (index) => asks[index % asks.length]!(apiKeys[index % keys]!, '13:00:10')),
    )
    const admitted = admittedOf(answers)
    assert.equal(admitted.length, ceiling)
    const seen = admitted.map(({ limits }) => limits.hourRemaining).toSorted((a, b) => b - a)
    assert.deepEqual(seen, descending(ceiling))
    const perKey = Map.groupBy(admitted, ({ caller }) => caller!.key!.id)
    assert.ok([...perKey.values()].every((some) => some.length <= 60))
    const { limits } = answers[0]!
    assert.deepEqual([limits.minuteLimit, limits.hourLimit], [60, ceiling])
  })
}

test('two server processes that share only the database count exactly', async () => {
  const { apiKeys } = await household('standard', 9)
  const code = `
    import { openDatabase } from '#/platform/database/database.ts'
    import { readToken } from '#/access/keys/token.ts'
    import { createAdmission } from '#/access/limits/admit.ts'
    const { url, apiKeys, isDistributed } = JSON.parse(process.env.GIVEN)
    const db = openDatabase({ url, connectionsMax: 1, asynchronousCommit: true })
    const admit = createAdmission(db, () => Temporal.Instant.from('2026-01-05T14:00:20Z'), { isDistributed })
    const answers = await Promise.all(Array.from({ length: 630 }, (_, index) => {
      const key = apiKeys[index % apiKeys.length]
      return admit({ token: readToken(key), address: '192.0.2.7' }).then((one) => [key, one])
    }))
    const admitted = answers.filter(([, { exceeded }]) => exceeded === null)
    console.log(JSON.stringify(admitted.map(([key, { limits }]) => [key, limits.hourRemaining])))
    await db.destroy()`
  const given = { url: await urlOf(db), apiKeys, isDistributed }
  const both = await Promise.all([
    runElsewhere<[string, number][]>(code, given),
    runElsewhere<[string, number][]>(code, given),
  ])
  const admitted = both.flat()
  assert.equal(admitted.length, 500)
  const left = admitted.map(([, remaining]) => remaining).toSorted((a, b) => b - a)
  assert.deepEqual(left, descending(500))
  const perKey = Map.groupBy(admitted, ([key]) => key)
  assert.ok([...perKey.values()].every((some) => some.length <= 60))
})

test('concurrent requests of many keys, in any order, never deadlock', async () => {
  const homes = await Promise.all(times(4, () => household('premium', 3)))
  const keys: (string | null)[] = [...homes.flatMap(({ apiKeys }) => apiKeys), null]
  const asks = pools.map(asker)
  const rounds = times(20, (round) =>
    asks.flatMap((ask, process) => {
      const order = process % 2 === 0 ? keys : keys.toReversed()
      return [...order.slice(round % 5), ...order.slice(0, round % 5)].map((key) =>
        ask(key, '15:00:00'),
      )
    }),
  )
  const answers = await Promise.all(rounds.flat())
  const perKey = Map.groupBy(answers, ({ caller }) => caller?.key?.id ?? null)
  for (const [keyId, some] of perKey) {
    const expected = keyId === null ? 80 : 60
    assert.equal(admittedOf(some).length, expected, `${keyId}`)
  }
})

test('batches of distinct keys, in any order, count exactly and never deadlock', async () => {
  const homes = await Promise.all(times(5, () => household()))
  const keys = homes.map(({ apiKeys }) => apiKeys[0]!)
  const answers = await Promise.all(
    pools.map(async (pool, process) => {
      const ask = asker(pool)
      const order = process % 2 === 0 ? keys : keys.toReversed()
      const own: Admitted[] = []
      for (const _ of times(12, String)) {
        // The first request is alone; the others wait for it and share a batch.
        own.push(...(await Promise.all(order.map((key) => ask(key, '15:30:00')))))
      }
      return own
    }),
  )
  const perKey = Map.groupBy(answers.flat(), ({ caller }) => caller!.key!.id)
  assert.equal(perKey.size, keys.length)
  for (const some of perKey.values()) {
    const left = (of: 'minuteRemaining' | 'hourRemaining') =>
      some.map(({ limits }) => limits[of]).toSorted((a, b) => b - a)
    assert.deepEqual(left('minuteRemaining'), descending(60).slice(0, 48))
    assert.deepEqual(left('hourRemaining'), descending(1500).slice(0, 48))
  }
})

test('a batch of distinct keys with one that is refused counts the others once', async () => {
  const homes = await Promise.all(times(3, () => household()))
  const [used, idle, other] = homes.map(({ apiKeys }) => apiKeys[0]!) as [string, string, string]
  const ask = asker(db)
  for (const _ of times(60, String)) await ask(used, '18:30:00')
  for (const round of [1, 2, 3]) {
    const [, ...answers] = await Promise.all([other, idle, used].map((key) => ask(key, '18:30:01')))
    assert.deepEqual(answers.map(budgetOf), [
      [null, 60 - round, 1500 - round],
      ['minute', 0, 1440],
    ])
  }
})

test('a new minute begins exactly at its start, not a millisecond earlier', async () => {
  const { apiKeys } = await household()
  const ask = asker(db)
  for (const _ of times(60, String)) await ask(apiKeys[0]!, '16:00:00')
  assert.deepEqual(budgetOf(await ask(apiKeys[0]!, '16:00:59.999')), ['minute', 0, 1440])
  assert.deepEqual(budgetOf(await ask(apiKeys[0]!, '16:01:00.000')), [null, 59, 1439])
})

test('a new hour begins at its start in UTC, even in a zone with a half-hour offset', async () => {
  const document = { ...ada, household: { ...ada.household, timezone: 'Asia/Kolkata' } }
  const { keys } = await loadDocument(runtime, document)
  const key = keys['rw']!.api_key
  const ask = asker(db)
  assert.deepEqual(budgetOf(await ask(key, '17:00:00')), [null, 59, 1499])
  assert.deepEqual(budgetOf(await ask(key, '17:29:59.999')), [null, 59, 1498])
  assert.deepEqual(budgetOf(await ask(key, '17:30:00')), [null, 59, 1497])
  assert.deepEqual(budgetOf(await ask(key, '17:59:59.999')), [null, 59, 1496])
  assert.deepEqual(budgetOf(await ask(key, '18:00:00.000')), [null, 59, 1499])
  const { limits } = await ask(key, '18:30:00')
  assert.equal(limits.hourResetsAt, at('19:00:00').epochMilliseconds / 1000)
  assert.equal(limits.minuteResetsAt, at('18:31:00').epochMilliseconds / 1000)
})

test('a refused request consumes neither budget', async () => {
  const { apiKeys } = await household('standard', 10)
  const ask = asker(db)
  const [first, second] = apiKeys as [string, string]
  for (const _ of times(60, String)) await ask(first, '19:00:00')
  for (const _ of times(30, String)) await ask(first, '19:00:01')
  assert.deepEqual(budgetOf(await ask(second, '19:00:02')), [null, 59, 439])
  for (const key of apiKeys.slice(2)) {
    for (const _ of times(60, String)) await ask(key, '19:00:03')
  }
  // The hour is used up now. A request refused for it keeps the budget of the minute.
  const refused = await ask(second, '19:00:04')
  assert.deepEqual([refused.exceeded, refused.limits.hourRemaining], ['hour', 0])
  for (const _ of times(30, String)) await ask(second, '19:00:05')
  assert.equal(
    (await ask(second, '19:00:06')).limits.minuteRemaining,
    refused.limits.minuteRemaining,
  )
})

test('if both budgets are empty, the hour is reported', async () => {
  const { household_id, apiKeys } = await household()
  const ask = asker(db)
  await ask(apiKeys[0]!, '20:00:00')
  await db
    .updateTable('household_windows')
    .set({ used: 1440 })
    .where('household_id', '=', household_id)
    .execute()
  for (const _ of times(59, String)) await ask(apiKeys[0]!, '20:00:01')
  assert.deepEqual(budgetOf(await ask(apiKeys[0]!, '20:00:02')), ['minute', 0, 1])
  for (const _ of times(1, String)) await ask(apiKeys[0]!, '20:01:00')
  assert.deepEqual(budgetOf(await ask(apiKeys[0]!, '20:01:00')), ['hour', 59, 0])
  await db
    .updateTable('key_windows')
    .set({ used: 60 })
    .where('household_id', '=', household_id)
    .execute()
  assert.deepEqual(budgetOf(await ask(apiKeys[0]!, '20:01:01')), ['hour', 0, 0])
})

test('a batch with many requests of one key admits exactly the remaining ones', async () => {
  const { apiKeys } = await household('premium', 2)
  const ask = asker(db)
  const [key, bystander] = apiKeys as [string, string]
  for (const _ of times(55, String)) await ask(key, '21:00:00')
  // The first request is alone; the others wait for it and share a batch.
  const mixed = times(20, (index) => (index % 4 === 3 ? bystander : key))
  const answers = await Promise.all(mixed.map((one) => ask(one, '21:00:01')))
  const own = answers.filter((_, index) => mixed[index] === key)
  assert.deepEqual(
    own.map(({ exceeded, limits }) => exceeded ?? limits.minuteRemaining),
    [4, 3, 2, 1, 0, ...times(10, () => 'minute')],
  )
  assert.equal(admittedOf(answers).length, 10)
  // Each request of a batch gets its own answer.
  assert.ok(answers.every(({ caller }) => caller !== null))
})

test('a change of a key by any process applies from the next request on', async () => {
  const { household_id, members, keys, apiKeys } = await household('premium', 2)
  const elsewhere = others[0]!
  const ask = asker(db)
  const change = (set: {
    plan?: 'standard' | 'free'
    standing?: 'trialing' | 'active' | 'lapsed'
  }) =>
    elsewhere.updateTable('households').set(set).where('household_id', '=', household_id).execute()
  const [key, other] = apiKeys as [string, string]
  assert.equal((await ask(key, '22:00:00')).limits.hourLimit, 1500)
  await change({ plan: 'standard' })
  assert.equal((await ask(key, '22:00:01')).limits.hourLimit, 500)
  await change({ standing: 'trialing' })
  assert.equal((await ask(key, '22:00:02')).limits.hourLimit, 1500)
  await change({ plan: 'free', standing: 'active' })
  const free = await ask(key, '22:00:03')
  assert.deepEqual([free.caller?.plan, free.limits.hourLimit], ['free', 500])
  await change({ standing: 'lapsed' })
  assert.equal((await ask(key, '22:00:04')).caller?.standing, 'lapsed')
  await elsewhere
    .updateTable('api_keys')
    .set({ revoked_at: at('22:00:05') })
    .where('id', '=', keys['k0']!.id)
    .execute()
  assert.equal((await ask(key, '22:00:06')).caller, null)
  assert.notEqual((await ask(other, '22:00:07')).caller, null)
  await elsewhere
    .updateTable('members')
    .set({ removed_at: at('22:00:08') })
    .where('id', '=', members['ada']!)
    .execute()
  assert.equal((await ask(other, '22:00:09')).caller, null)
})

test('a key is refused from the exact time of its expiry', async () => {
  const expires_at = '2026-01-05T22:30:00.000Z'
  const key = { ...ada.keys[0]!, expires_at, scopes: ['data.read'] as ['data.read'] }
  const { keys } = await loadDocument(runtime, { ...ada, keys: [key] })
  const ask = asker(db)
  assert.notEqual((await ask(keys['rw']!.api_key, '22:29:59.999')).caller, null)
  assert.equal((await ask(keys['rw']!.api_key, '22:30:00.000')).caller, null)
})

test('after a change to a smaller plan, the remaining requests are never negative', async () => {
  const { household_id, apiKeys } = await household()
  const ask = asker(db)
  await ask(apiKeys[0]!, '23:00:00')
  const used = db.updateTable('household_windows').set({ used: 700 })
  await used.where('household_id', '=', household_id).execute()
  const smaller = db.updateTable('households').set({ plan: 'standard' })
  await smaller.where('household_id', '=', household_id).execute()
  assert.deepEqual(budgetOf(await ask(apiKeys[0]!, '23:00:01')), ['hour', 59, 0])
})
