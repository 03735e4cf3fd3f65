import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { buy, FIRST_DAY, givenFridays, type Home } from '../../../test/support/given-fridays.ts'
import { assertBooks } from '../../../test/support/ledger.ts'
import { changeHousehold } from './change.ts'

// The household has a payday every Friday from 6 March on and saves for a rent of 40,000 on 1 April: 10,000 per payday.
// Changes arrive before its days are processed, right after midnight, and after a worker of another process.

/** Ways for a write to arrive on a day. `worked`: a worker ran on the days before; `first`: it runs on this day, too. */
const arrivals = {
  'right after a start': { worked: false, time: '09:00:00', first: false },
  'right after midnight': { worked: true, time: '00:00:01', first: false },
  'after the worker of another process': { worked: true, time: '09:00:00', first: true },
}

type Change = {
  readonly zone?: string
  /** Runs on the second day. */
  readonly before?: (home: Home) => Promise<unknown>
  readonly day: string
  readonly change: (home: Home) => Promise<unknown>
  /** The rent's balance right after the change, in cents. */
  readonly holds: number
  readonly ran: readonly string[]
  /** The last simulated day, and the paydays that have run by then. */
  readonly later: readonly [string, readonly string[]]
}

const cases: Readonly<Record<string, Change>> = {
  'a schedule that is resumed': {
    before: ({ send, pay }) => send('PATCH', pay, { paused: true }),
    day: '2026-03-30',
    change: ({ send, pay }) => send('PATCH', pay, { paused: false }),
    holds: 0,
    ran: [],
    later: ['2026-04-04', ['2026-04-03']],
  },
  'a schedule that is resumed on its own payday': {
    before: ({ send, pay }) => send('PATCH', pay, { paused: true }),
    day: '2026-03-13',
    change: ({ send, pay }) => send('PATCH', pay, { paused: false }),
    holds: 0,
    ran: [],
    later: ['2026-03-21', ['2026-03-20']],
  },
  'a schedule that is paused on its payday': {
    day: '2026-03-13',
    change: ({ send, pay }) => send('PATCH', pay, { paused: true }),
    holds: 20_000,
    ran: ['2026-03-06', '2026-03-13'],
    later: ['2026-03-30', ['2026-03-06', '2026-03-13']],
  },
  'an Expense that is resumed': {
    before: ({ send, rentPath }) => send('PATCH', rentPath, { paused: true }),
    day: '2026-03-30',
    change: ({ send, rentPath }) => send('PATCH', rentPath, { paused: false }),
    holds: 0,
    ran: ['2026-03-06', '2026-03-13', '2026-03-20', '2026-03-27'],
    later: ['2026-03-31', ['2026-03-06', '2026-03-13', '2026-03-20', '2026-03-27']],
  },
  'another day of pay': {
    day: '2026-03-13',
    change: ({ send, pay }) => send('PATCH', pay, { anchor: '2026-03-04' }),
    holds: 20_000,
    ran: ['2026-03-06', '2026-03-13'],
    later: ['2026-03-19', ['2026-03-06', '2026-03-13', '2026-03-18']],
  },
  'a due date of today': {
    day: '2026-03-13',
    change: async (home) => {
      await home.send('PATCH', home.rentPath, { recurrence_anchor_date: '2026-03-13' })
      assert.equal((await home.rent()).due_date, '2026-04-13')
    },
    holds: 20_000,
    ran: ['2026-03-06', '2026-03-13'],
    later: ['2026-03-14', ['2026-03-06', '2026-03-13']],
  },
  'a due date in the past': {
    day: '2026-03-13',
    change: async (home) => {
      await home.send('PATCH', home.rentPath, { recurrence_anchor_date: '2026-03-05' })
      assert.equal((await home.rent()).due_date, '2026-04-05')
    },
    holds: 20_000,
    ran: ['2026-03-06', '2026-03-13'],
    later: ['2026-03-14', ['2026-03-06', '2026-03-13']],
  },
  'another target': {
    day: '2026-03-20',
    change: ({ send, rentPath }) => send('PATCH', rentPath, { target_amount: 80_000 }),
    holds: 30_000,
    ran: ['2026-03-06', '2026-03-13', '2026-03-20'],
    later: ['2026-03-21', ['2026-03-06', '2026-03-13', '2026-03-20']],
  },
  'a floor that leaves nothing': {
    day: '2026-03-13',
    change: ({ send }) => send('PATCH', '/settings', { floor: 500_000 }),
    holds: 20_000,
    ran: ['2026-03-06', '2026-03-13'],
    later: ['2026-03-14', ['2026-03-06', '2026-03-13']],
  },
  'an added payday': {
    day: '2026-03-13',
    change: async ({ send, pay }) => {
      const add = (day: string) => send('POST', `${pay}/extra-paydays`, { day })
      assert.equal(await add('2026-03-12'), 'invalid_parameter')
      assert.equal(await add('2026-03-13'), 'invalid_parameter')
      assert.ok(Number(await add('2026-03-14')) < 300)
    },
    holds: 20_000,
    ran: ['2026-03-06', '2026-03-13'],
    later: ['2026-03-15', ['2026-03-06', '2026-03-13', '2026-03-14']],
  },
  'a zone in which it is still the day before': {
    zone: 'Pacific/Auckland',
    day: '2026-03-13',
    change: ({ send }) => send('PATCH', '/settings', { timezone: 'America/Los_Angeles' }),
    holds: 20_000,
    ran: ['2026-03-06', '2026-03-13'],
    later: ['2026-03-19', ['2026-03-06', '2026-03-13']],
  },
  'a zone in which it is the day after already': {
    zone: 'Pacific/Pago_Pago',
    day: '2026-03-12',
    // On Kiritimati it is already 13 March.
    change: ({ send }) => send('PATCH', '/settings', { timezone: 'Pacific/Kiritimati' }),
    holds: 10_000,
    ran: ['2026-03-06'],
    later: ['2026-03-13', ['2026-03-06', '2026-03-13']],
  },
}

for (const [what, change] of Object.entries(cases)) {
  for (const [when, { worked, time, first }] of Object.entries(arrivals)) {
    test(`${what} changes no earlier day, ${when}`, async () => {
      const home = await givenFridays(change.zone)
      if (change.before) {
        await home.reach('2026-03-02', '10:00:00', worked)
        await change.before(home)
      }
      await home.reach(change.day, time, worked)
      if (first) await home.run()
      await change.change(home)
      assert.deepEqual(await home.ran(), change.ran)
      assert.equal((await home.rent()).balance, change.holds)
      const [day, ran] = change.later
      await home.reach(day, '12:00:00', true)
      await home.run()
      assert.deepEqual(await home.ran(), ran)
      await assertBooks(home.product.db, home.id)
    })
  }
}

test('a purchase on an unprocessed payday is paid from the money of that payday', async () => {
  const home = await givenFridays()
  await home.reach('2026-03-06', '00:00:01', true)
  const { revision } = await home.household()
  assert.equal((await buy(home.product, home)).status, 200)
  // The payday gave 10,000, and the rest came from free-to-spend.
  assert.equal((await home.rent()).balance, 0)
  assert.deepEqual(await home.ran(), ['2026-03-06'])
  const after = await home.household()
  assert.deepEqual([after.revision, after.processed_through], [revision + 1, '2026-03-06'])
  await home.run()
  assert.deepEqual(await home.ran(), ['2026-03-06'])
  await assertBooks(home.product.db, home.id)
})

test('a write sends no statement for the engine if nothing is due', async () => {
  const home = await givenFridays()
  await home.run()
  await buy(home.product, home)
  home.product.takeStatements()
  await buy(home.product, home)
  const sameDay = home.product.takeStatements()
  await home.reach('2026-03-05', '09:00:00', false)
  home.product.takeStatements()
  await buy(home.product, home)
  assert.deepEqual(home.product.takeStatements(), sameDay)
  assert.ok(!sameDay.some((text) => /savepoint/.test(text)))
})

test('a repeated or mismatched Idempotency-Key processes no days', async () => {
  const home = await givenFridays()
  const key = { 'idempotency-key': 'a-purchase' }
  await buy(home.product, home, key)
  await home.reach('2026-03-06', '00:00:01', true)
  assert.equal((await buy(home.product, home, key)).status, 200)
  const other = await home.product.request('POST', '/transactions', {
    key: home.key,
    headers: key,
    body: { account_id: home.accounts['c']!, amount: -1, concept: 'X', booked_at: '2026-03-06' },
  })
  assert.equal(other.body.error.code, 'idempotency_key_reused')
  assert.deepEqual(await home.ran(), [])
  await home.run()
  assert.deepEqual(await home.ran(), ['2026-03-06'])
})

test('if days cannot be processed, writes continue and the days stay due', async () => {
  const home = await givenFridays()
  const { db, runtime } = home.product
  await sql`
    create function refuse_payday() returns trigger language plpgsql as
      $$ begin raise exception 'no payday today'; end $$`.execute(db)
  await sql`create trigger refuse_payday before insert on paydays
    execute function refuse_payday()`.execute(db)
  await home.reach('2026-03-13', '09:00:00', false)
  assert.equal((await buy(home.product, home)).status, 200)
  const fault = JSON.parse(runtime.logged.find((line) => line.includes('engine.fault'))!) as object
  assert.ok(JSON.stringify(fault).includes(home.id))
  // The change also applies to the days that are still due, because none has been processed.
  assert.equal(await home.send('PATCH', home.rentPath, { target_amount: 20_000 }), 200)
  await sql`drop trigger refuse_payday on paydays`.execute(db)
  const { processed_through } = await home.household()
  assert.deepEqual([await home.ran(), processed_through], [[], FIRST_DAY])
  await home.run()
  assert.deepEqual(await home.ran(), ['2026-03-06', '2026-03-13'])
  assert.equal((await home.rent()).balance, 10_000)
  await assertBooks(db, home.id)
})

test('after an engine fault, workers and writes skip the household’s days for five minutes', async () => {
  const home = await givenFridays()
  const { db, runtime } = home.product
  const faults = () => runtime.logged.filter((line) => line.includes('engine.fault')).length
  await sql`
    create function refuse_entry() returns trigger language plpgsql as
      $$ begin raise exception 'no entry today'; end $$`.execute(db)
  await sql`create trigger refuse_entry before insert on payday_fundings
    execute function refuse_entry()`.execute(db)
  await home.reach('2026-03-06', '09:00:00', false)
  await home.run()
  assert.equal((await buy(home.product, home)).status, 200)
  await home.run()
  assert.equal(faults(), 1)
  runtime.advance({ minutes: 5 })
  assert.equal((await buy(home.product, home)).status, 200)
  await home.run()
  assert.equal(faults(), 2)
  await sql`drop trigger refuse_entry on payday_fundings`.execute(db)
  runtime.advance({ minutes: 5 })
  assert.equal((await buy(home.product, home)).status, 200)
  assert.deepEqual(await home.ran(), ['2026-03-06'])
})

test('a closed household’s days are processed when it opens again, all of them', async () => {
  const home = await givenFridays()
  const { runtime } = home.product
  await changeHousehold(runtime, home.id, { standing: 'closed' })
  await home.reach('2026-03-13', '09:00:00', true)
  await changeHousehold(runtime, home.id, { plan: 'premium' })
  assert.deepEqual(await home.ran(), [])
  await changeHousehold(runtime, home.id, { standing: 'active' })
  assert.equal((await buy(home.product, home)).status, 200)
  assert.deepEqual(await home.ran(), ['2026-03-06', '2026-03-13'])
})

test('income that arrives before the worker releases the payday that waits for it', async () => {
  const home = await givenFridays()
  const { product, accounts } = home
  await home.send('PATCH', home.pay, { wait_for_deposit: true })
  // Spend everything: the payday has nothing to give until its deposit arrives.
  const book = (amount: number, booked_at: string) =>
    product.request('POST', '/transactions', {
      key: home.key,
      body: { account_id: accounts['c']!, amount, concept: 'X', booked_at },
    })
  assert.equal((await book(-500_000, FIRST_DAY)).status, 200)
  await home.reach('2026-03-06', '00:00:01', true)
  assert.equal((await book(200_000, '2026-03-06')).status, 200)
  assert.deepEqual(await home.ran(), ['2026-03-06'])
  assert.equal((await home.rent()).balance, 0)
  assert.equal((await book(-1, '2026-03-06')).status, 200)
  assert.equal((await home.rent()).balance, 10_000)
})
