import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { loadDocument } from '#/documents/load.ts'
import { pruneExpired } from '#/platform/idempotency/prune.ts'
import { makeToken, readToken, type Token } from '#/access/keys/token.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import { openAnother, until } from '../../../test/support/other-processes.ts'
import { ada } from '../../../test/support/product.ts'
import { createTestRuntime } from '../../../test/support/runtime.ts'
import { createAdmission } from './admit.ts'
import type { Admitted } from './admitted.ts'

const { db, isDistributed } = await createTestDatabase()
const other = await openAnother(db)
const runtime = createTestRuntime(db)

/** Returns a time on the test day. Each test uses a separate hour. */
const at = (time: string) => Temporal.Instant.from(`2026-01-06T${time}Z`)
const clock = { now: at('00:00') }
const admit = createAdmission(db, () => clock.now, { isDistributed })

function ask(address: string, time: string, token: Token | null = null): Promise<Admitted> {
  clock.now = at(time)
  return admit({ token, address })
}

const budgetOf = ({ exceeded, caller, limits }: Admitted) => ({
  exceeded,
  known: caller !== null,
  minute: [limits.minuteRemaining, limits.minuteLimit],
  hour: [limits.hourRemaining, limits.hourLimit],
})
const many = <T>(count: number, make: () => Promise<T>) =>
  Promise.all(Array.from({ length: count }, make))

test('requests without a valid key share their address’s budget: 600 a minute, 6,000 an hour', async () => {
  const unknown = makeToken(runtime.randomBytes)
  const unlikely: readonly (Token | null)[] = [null, unknown]
  let asked = 0
  const next = () => ask('192.0.2.1', '01:00:00', unlikely[(asked += 1) % 2]!)
  assert.deepEqual(budgetOf(await next()), {
    exceeded: null,
    known: false,
    minute: [599, 600],
    hour: [5999, 6000],
  })
  const answers = await many(619, next)
  assert.equal(answers.filter(({ exceeded }) => exceeded === null).length, 599)
  assert.deepEqual(budgetOf(await next()), {
    exceeded: 'minute',
    known: false,
    minute: [0, 600],
    hour: [5400, 6000],
  })
  assert.equal((await ask('192.0.2.2', '01:00:01')).limits.minuteRemaining, 599)
  for (let minute = 1; minute < 10; minute += 1) {
    await many(600, () => ask('192.0.2.1', `01:0${minute}:00`))
  }
  assert.deepEqual(budgetOf(await ask('192.0.2.1', '01:10:00')), {
    exceeded: 'hour',
    known: false,
    minute: [600, 600],
    hour: [0, 6000],
  })
  assert.equal((await ask('192.0.2.1', '02:00:00')).exceeded, null)
})

test('requests without a key take nothing from the budget of keys at the same address', async () => {
  const { keys } = await loadDocument(runtime, ada)
  const token = readToken(keys['rw']!.api_key)
  await many(650, () => ask('192.0.2.3', '03:00:00'))
  const answer = await ask('192.0.2.3', '03:00:01', token)
  assert.deepEqual(budgetOf(answer), {
    exceeded: null,
    known: true,
    minute: [59, 60],
    hour: [1499, 1500],
  })
})

test('a key with a known public part and a wrong secret is unknown', async () => {
  const { keys } = await loadDocument(runtime, ada)
  const { publicId } = readToken(keys['rw']!.api_key)!
  const forged = { publicId, digest: Buffer.alloc(32) }
  assert.equal((await ask('192.0.2.4', '03:30:00', forged)).caller, null)
})

test('two processes with different clocks do not admit twice as many requests', async () => {
  const { keys } = await loadDocument(runtime, ada)
  const token = readToken(keys['rw']!.api_key)
  const admissions = [
    createAdmission(db, () => at('04:01:00.002'), { isDistributed }),
    createAdmission(other, () => at('04:00:59.998'), { isDistributed }),
  ]
  let admitted = 0
  for (let turn = 0; turn < 140; turn += 1) {
    const { exceeded } = await admissions[turn % 2]!({ token, address: '192.0.2.5' })
    if (exceeded === null) admitted += 1
  }
  assert.equal(admitted, 60)
  let strangers = 0
  for (let turn = 0; turn < 40; turn += 1) {
    const answers = await many(20, () =>
      admissions[turn % 2]!({ token: null, address: '192.0.2.6' }),
    )
    strangers += answers.filter(({ exceeded }) => exceeded === null).length
  }
  assert.equal(strangers, 600)
})

test('a clock that is set back past the start of the hour does not reopen the last one', async () => {
  const { keys, household_id } = await loadDocument(runtime, ada)
  const token = readToken(keys['rw']!.api_key)
  await ask('192.0.2.7', '06:00:01', token)
  const empty = db.updateTable('household_windows').set({ used: 1500 })
  await empty.where('household_id', '=', household_id).execute()
  assert.equal((await ask('192.0.2.7', '05:59:59', token)).exceeded, 'hour')
  assert.equal((await ask('192.0.2.7', '06:00:02', token)).exceeded, 'hour')
})

test('a window opened far ahead by a wrong clock blocks nobody', async () => {
  const { keys } = await loadDocument(runtime, ada)
  const token = readToken(keys['rw']!.api_key)
  const early = { expires_at: Temporal.Instant.from('2040-01-01T00:00:00Z') }
  await db.updateTable('api_keys').set(early).where('id', '=', keys['rw']!.id).execute()
  const ahead = createAdmission(db, () => Temporal.Instant.from('2035-01-01T00:00:00Z'), {
    isDistributed,
  })
  await many(70, () => ahead({ token, address: '192.0.2.8' }))
  const answer = await ask('192.0.2.8', '07:00:00', token)
  assert.deepEqual(budgetOf(answer).minute, [59, 60])
  assert.deepEqual(budgetOf(answer).hour, [1499, 1500])
})

test('an address is admitted even while its idle window is being pruned', async () => {
  await ask('192.0.2.9', '08:00:00')
  // Pruning has deleted the row without committing; the request waits for it, then inserts a new row.
  const pruning = Promise.withResolvers<void>()
  const pruned = db.transaction().execute(async (tx) => {
    await sql`delete from address_windows where address = '192.0.2.9'`.execute(tx)
    await pruning.promise
  })
  await until('the row is gone for its pruner', async () => {
    const { rows } = await sql<{ locked: boolean }>`
      select xmax <> 0 as locked from address_windows where address = '192.0.2.9'`.execute(other)
    return rows[0]?.locked === true
  })
  const asked = ask('192.0.2.9', '12:00:00')
  await until('the request waits', async () => {
    const { rows } = await sql`select 1 from pg_locks where not granted`.execute(other)
    return rows.length > 0
  })
  pruning.resolve()
  await pruned
  assert.equal((await asked).limits.minuteRemaining, 599)
})

test('only windows of addresses without requests for two hours are pruned', async () => {
  await ask('192.0.2.10', '13:59:59')
  await ask('192.0.2.11', '14:00:00')
  await pruneExpired({ ...runtime, now: () => at('16:00:00') })
  const rows = await db.selectFrom('address_windows').select('address').execute()
  const addresses = rows.map(({ address }) => address)
  assert.ok(!addresses.includes('192.0.2.10'))
  assert.ok(addresses.includes('192.0.2.11'))
})

test('every request of a failed statement fails, and the next one is admitted', async () => {
  const broken = createAdmission(other, () => at('17:00:00'), { isDistributed })
  const name = sql.raw(isDistributed ? 'admit_addresses' : 'admit')
  await sql`alter function ${name} rename to admit_away`.execute(db)
  const answers = await Promise.allSettled(
    Array.from({ length: 5 }, () => broken({ token: null, address: '192.0.2.12' })),
  )
  await sql`alter function admit_away rename to ${name}`.execute(db)
  assert.ok(answers.every(({ status }) => status === 'rejected'))
  assert.equal((await broken({ token: null, address: '192.0.2.12' })).limits.minuteRemaining, 599)
})
