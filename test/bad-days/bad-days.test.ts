import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { givenChance } from '#/budget/expenses/rules/given.ts'
import { type Database, openDatabase } from '#/platform/database/database.ts'
import { assertBooks } from '../support/ledger.ts'
import { until } from '../support/other-processes.ts'
import { shuffled } from './days.ts'
import { ask, startLoad } from './load.ts'
import { directAddressOf } from './machine.ts'
import { openScene, PAYDAY } from './scene.ts'

// Clients read, and write under keys; webhooks are delivered, a bank is imported and a payday comes, while everything fails
// in turn. It takes about three minutes, so `npm test -- --bad-days` runs it alone. EARMARK_SEED changes the order.

const SEED = Number(process.env['EARMARK_SEED'] ?? 1)
/** Milliseconds of peace between two bad days. */
const PEACE = 3000
/** Seconds after a promotion in which the service must be back. */
const BACK_MOST = 5
const TWICE_MOST = 0.02
/** Milliseconds in which the clients must come to an end afterwards. */
const END_MOST = 60_000

test('bad days', { timeout: 480_000 }, async (t) => {
  const scene = await openScene(t)
  const { apis, homes, receiver, say, story } = scene
  const chance = givenChance(SEED)
  const load = startLoad(apis, homes)
  t.after(() => load.abandon())
  const late: string[] = []
  const history = () => story.join('\n')

  say(`seed ${SEED}`)
  await sleep(PEACE)
  for (const { what, act } of shuffled(chance)) {
    say(what)
    await ask(load.heard, apis[0]!, { path: '/v1/sync', key: homes[0]!.key, body: {} })
    const back = await act(scene, chance)
    for (const [service, seconds] of Object.entries(back ?? {})) {
      if (seconds > BACK_MOST) late.push(`${what}: ${service} after ${seconds} s`)
    }
    await sleep(PEACE)
    say(load.describe())
  }
  await Promise.race([load.finish(), sleep(END_MOST, undefined, { ref: false })])
  const { acknowledged, faults, open } = load.heard
  const db = openDatabase({ url: directAddressOf(scene.primary()), connectionsMax: 2 })
  t.after(() => db.destroy())

  await t.test('clients see 503 with Retry-After, and nothing else', () => {
    assert.equal(faults.length, 0, [...faults.slice(0, 10), ...story].join('\n'))
    assert.equal(open.size, 0, 'writes were never acknowledged')
  })

  await t.test('the service is back five seconds after each promotion', () => {
    assert.equal(late.length, 0, [...late, ...story].join('\n'))
  })

  await t.test('no process ends by itself, so that it would have to be started again', () => {
    const ended = [...apis, ...scene.workers].filter((one) => one.endedByItself())
    assert.deepEqual(
      ended.map(({ name, logged }) => `${name}: ${logged().slice(-2000)}`),
      [],
    )
  })

  await t.test('each acknowledged write is stored once, under its id', async () => {
    const { rows } = await sql<{ once: string; id: string }>`
      select idempotency_key as once, id from transactions where idempotency_key is not null`.execute(
      db,
    )
    const stored = new Map(rows.map(({ once, id }) => [once, id]))
    assert.equal(rows.length, stored.size, 'a key was used twice')
    assert.deepEqual(stored, acknowledged)
  })

  await t.test('payments that came together were recorded together', async () => {
    const { rows } = await sql<{ together: number }>`
      select count(*)::int as together from (
        select from transactions where concept like 'Kiosk%' group by xmin having count(*) > 1) t`.execute(
      db,
    )
    say(`${rows[0]!.together} statements recorded several payments`)
    assert.ok(rows[0]!.together > 50, history())
  })

  await t.test('each payment of the bank is imported once', async () => {
    const all = scene.offered()
    await until('all are imported', async () => (await countImported(db)).different >= all)
    assert.deepEqual(await countImported(db), { all, different: all })
  })

  await t.test('the payday happens once in each household, and the books agree', async () => {
    await until('all had it', async () => (await listPaydays(db)).length >= homes.length)
    assert.deepEqual(await listPaydays(db), homes.map(({ id }) => id).toSorted())
    for (const { id } of homes) await assertBooks(db, id)
  })

  await t.test('each event arrives, and fewer than 2 % arrive twice', async () => {
    const events = await listEvents(db)
    const announced = new Set(events)
    for (const id of load.heard.announced) assert.ok(announced.has(`evt_transaction_${id}`), id)
    const missing = events.filter((id) => !receiver.arrivals.has(id))
    assert.deepEqual(missing, [])
    const again = events.filter((id) => receiver.arrivals.get(id)! > 1)
    say(`${events.length} events, ${again.length} of them twice`)
    assert.ok(again.length < events.length * TWICE_MOST, history())
  })
})

async function countImported(db: Database) {
  const { rows } = await sql<{ all: number; different: number }>`
    select count(*)::int as all, count(distinct p.external_id)::int as different
    from transactions t left join provider_transactions p on p.transaction_id = t.id
    where t.provider = 'provider_a'`.execute(db)
  return rows[0]!
}

async function listPaydays(db: Database): Promise<string[]> {
  const { rows } = await sql<{ household_id: string }>`
    select household_id from paydays where nominal = ${PAYDAY} order by 1`.execute(db)
  return rows.map(({ household_id: id }) => id)
}

/** Lists all events, once all are delivered. */
async function listEvents(db: Database): Promise<string[]> {
  const deliveries = () =>
    db.selectFrom('webhook_deliveries').select(['event_id', 'state']).execute()
  await until('all are delivered', async () => {
    return (await deliveries()).every(({ state }) => state === 'delivered')
  })
  return (await deliveries()).map(({ event_id: id }) => `evt_transaction_${id}`)
}
