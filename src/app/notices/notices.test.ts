import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import {
  everything,
  givenNotices,
  startNotices,
  workOffNotices,
} from '../../../test/support/given-notices.ts'
import { givenPassword } from '../../../test/support/given-person.ts'
import { noticesApp } from '#/notices/app-contract.ts'
import { noticeKinds } from '#/core/values/notice-kinds.ts'
import { removeMember } from '#/access/households/remove-member.ts'
import { areWatchesDue, releaseDeadLooks } from './due.ts'
import { lookAtHouseholds } from './look-at-households.ts'

// One instance, and a household of its own for each test.
const on = await startNotices()
const { db, runtime } = on.product
const givenHome = () => givenNotices({ on })

const storedFor = (household: string) =>
  db.selectFrom('notices').selectAll().where('household_id', '=', household).execute()

test('every payment of a large import is looked at, also beyond one page of them', async () => {
  const given = await givenHome()
  const { app, choose, loaded, member } = given
  await choose({ large_from: 10_000, kinds: ['large_payment'] })
  const count = 450
  const transactions = Array.from({ length: count }, (_, n) => ({
    account_id: loaded.accounts['checking'],
    amount: -(n % 5 === 4 ? 20_000 + n : 100),
    booked_at: '2026-01-05',
    concept: `Shop ${n}`,
    type: 'expense',
  }))
  for (const part of [transactions.slice(0, 225), transactions.slice(225)]) {
    const body = { transactions: part }
    assert.equal((await member.request('POST', '/transactions/bulk', { body })).status, 200)
  }
  await given.after({ minutes: 1 })
  assert.equal((await storedFor(loaded.household_id)).length, count / 5)
  assert.equal((await app.listNotices({})).length, count / 5)
})

test('a condition that ends is shown as ended, and one that comes back within a day is the same', async () => {
  const given = await givenHome()
  await given.choose({ kinds: ['free_negative'] })
  await given.addNtfy()
  const { setBalance } = given
  const shown = async () =>
    (await given.app.listNotices({})).map(({ ended_at }) => ended_at === null)
  const have = async (balance: number, after: Temporal.DurationLike) => {
    await setBalance(balance)
    await given.after(after)
  }
  await have(100, { minutes: 1 })
  assert.deepEqual(await shown(), [true])
  await have(900_000, { minutes: 1 })
  assert.deepEqual(await shown(), [false])
  await have(100, { minutes: 1 })
  assert.deepEqual(await shown(), [true])
  assert.deepEqual(given.titles(), ['Free to spend is below zero'])
  await have(900_000, { hours: 25 })
  await given.after({ hours: 25 })
  await have(100, { minutes: 1 })
  assert.deepEqual(await shown(), [true, false])
  assert.equal(given.titles().length, 1)
})

test('a bill that is short again after days is the same notice, and true again', async () => {
  const given = await givenHome()
  await given.choose({ kinds: ['bill_short'] })
  await given.addNtfy()
  const { setBalance } = given
  const bills = await db
    .selectFrom('expenses')
    .select('id')
    .where('household_id', '=', given.loaded.household_id)
    .execute()
  assert.ok(bills.length > 0)
  await setBalance(0)
  await given.after({ minutes: 1 })
  const before = await given.app.listNotices({})
  const open = before.filter(({ ended_at }) => ended_at === null)
  given.titles()
  await given.choose({ kinds: [] })
  await db
    .updateTable('notices')
    .set({ ended_at: runtime.now() })
    .where('household_id', '=', given.loaded.household_id)
    .execute()
  await given.choose({ kinds: ['bill_short'] })
  await given.after({ hours: 30 })
  const after = await given.app.listNotices({})
  for (const one of open) {
    assert.equal(after.find(({ id }) => id === one.id)?.ended_at, null, one.title)
  }
  assert.ok(open.length > 0)
  assert.deepEqual(given.titles(), [])
})

test('a consent of a bank that ends within 14 days is one notice, until it is renewed', async () => {
  const given = await givenHome()
  await given.choose({ kinds: ['bank_needs_owner'], language: 'de' })
  await given.addNtfy()
  const id = runtime.newId()
  const household = given.loaded.household_id
  await db
    .insertInto('connections')
    .values({
      household_id: household,
      id,
      member_id: given.loaded.members['ada']!,
      provider: 'provider_c',
      status: 'healthy',
      consent_expires_at: runtime.now().add({ hours: 24 * 15 }),
      failures: 0,
      created_at: runtime.now(),
      updated_at: runtime.now(),
    })
    .execute()
  const change = (fields: object) =>
    db.updateTable('connections').set(fields).where('id', '=', id).execute()
  await given.after({ hours: 7 })
  assert.deepEqual(given.titles(), [])
  await given.after({ hours: 24 })
  assert.deepEqual(given.titles(), ['Deine Bank braucht dich'])
  assert.match((await given.app.listNotices({}))[0]!.text, /endet am \d+\. Januar/)
  await change({ status: 'reauth_required' })
  await given.after({ hours: 7 })
  assert.deepEqual(given.titles(), ['Deine Bank braucht dich'])
  await change({
    status: 'healthy',
    consent_expires_at: runtime.now().add({ hours: 24 * 90 }),
  })
  await given.after({ hours: 7 })
  const ended = (await given.app.listNotices({})).map(({ ended_at }) => ended_at !== null)
  assert.deepEqual([given.titles(), ended], [[], [true, true]])
})

test('what a write makes true is found within seconds, and a burst of writes is one look', async () => {
  const given = await givenHome()
  await given.choose({ large_from: 1000, kinds: ['large_payment'] })
  await given.after({ minutes: 1 })
  const looks = async () => {
    const { rows } = await sql<{ look_at: Temporal.Instant }>`
      select look_at from notice_watches where household_id = ${given.loaded.household_id}`.execute(
      db,
    )
    return runtime.now().until(rows[0]!.look_at).total('seconds')
  }
  assert.ok((await looks()) > 600)
  runtime.advance({ seconds: 30 })
  await given.pay(2000)
  assert.equal(await looks(), 0)
  await given.after({ seconds: 0 })
  await given.pay(3000)
  assert.equal(await looks(), 20)
  await given.after({ seconds: 19 })
  assert.equal((await storedFor(given.loaded.household_id)).length, 1)
  await given.after({ seconds: 1 })
  assert.equal((await storedFor(given.loaded.household_id)).length, 2)
})

test('a write during a look, and a look that died, lead to another one', async () => {
  const given = await givenHome()
  const { choose, pay, loaded } = given
  await choose({ large_from: 1000, kinds: ['large_payment'] })
  await given.after({ minutes: 1 })
  runtime.advance({ seconds: 30 })
  await pay(2000)
  let during = 0
  const dying = {
    ...runtime,
    // The look asks for chance at its end: the payment comes after what it has read, and then it dies.
    randomBytes: () => {
      during += 1
      throw new Error('died')
    },
    log: () => {
      throw new Error('died')
    },
  }
  await assert.rejects(lookAtHouseholds(dying), /died/)
  assert.equal(during, 1)
  assert.deepEqual(await storedFor(loaded.household_id), [])
  await pay(3000)
  await workOffNotices(runtime)
  assert.deepEqual(await storedFor(loaded.household_id), [], 'the dead one still holds it')
  await given.after({ minutes: 2 })
  assert.equal((await storedFor(loaded.household_id)).length, 2)
})

test('a look of a process that has ended is free once another one starts', async () => {
  const given = await givenHome()
  await given.choose({ large_from: 1000, kinds: ['large_payment'] })
  await given.after({ minutes: 1 })
  await given.pay(2000)
  runtime.advance({ seconds: 30 })
  const killed = {
    ...runtime,
    log: () => assert.fail('killed'),
    randomBytes: () => assert.fail('killed'),
  }
  await assert.rejects(lookAtHouseholds(killed), /killed/)
  await workOffNotices(runtime)
  assert.equal((await storedFor(given.loaded.household_id)).length, 0)
  const elsewhere = { ...runtime, host: { ...runtime.host, name: 'elsewhere' } }
  await releaseDeadLooks(elsewhere)
  await workOffNotices(runtime)
  assert.equal((await storedFor(given.loaded.household_id)).length, 0, 'of another host')
  await releaseDeadLooks(runtime)
  await workOffNotices(runtime)
  assert.equal((await storedFor(given.loaded.household_id)).length, 1)
})

test('a first way chooses what is proposed, in the language of the page; another changes nothing', async () => {
  const given = await givenHome()
  const { app, member } = given
  const add = async (language: 'de' | 'es', topic: string) => {
    await member.prove()
    const body = { kind: 'ntfy', name: topic, url: given.url, topic, language } as const
    return app.createNoticeWay({ body })
  }
  assert.equal((await add('de', 'first')).saved, true)
  const { ways: _, ...chosen } = await app.showNoticeSettings({})
  const night = { from: 1320, until: 420 }
  assert.deepEqual(chosen, { ...everything, language: 'de', quiet: night, saved: true })
  await given.setBalance(100)
  await given.after({ minutes: 1 })
  assert.ok(given.titles().some((title) => /freie Geld/.test(title)))
  await given.choose({ kinds: [] })
  const { kinds, language } = await add('es', 'second')
  assert.deepEqual([kinds, language], [[], 'en'])
})

test('looking for due households reads one index, however many are watched', async () => {
  const tx = await db.startTransaction().execute()
  await sql`alter table notice_watches drop constraint notice_watches_household_id_fkey`.execute(tx)
  await sql`
    insert into notice_watches (household_id, since, revision, rests_until, look_at)
    select gen_random_uuid(), now(), 0, now(), timestamptz '2026-04-01' + n * interval '1 s'
    from generate_series(1, 3000) as n`.execute(tx)
  await sql`analyze notice_watches`.execute(tx)
  const nothingIsDue = areWatchesDue(Temporal.Instant.from('2026-01-01T00:00:00Z'))
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain (analyze, costs off, timing off, summary off) select ${nothingIsDue}`.execute(tx)
  await tx.rollback().execute()
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  assert.match(plan, /Index Only Scan using notice_watches_due/)
  assert.doesNotMatch(plan, /households|Seq Scan/)
})

test('a sign-in with a new browser is one notice to its person alone', async () => {
  const given = await givenHome()
  await given.choose({ kinds: ['sign_in'], digest: 'week' })
  await given.addNtfy()
  const { product, titles, loaded } = given
  const { id, email } = await db
    .selectFrom('persons as p')
    .innerJoin('members as m', 'm.person_id', 'p.id')
    .select(['p.id', 'p.email'])
    .where('m.id', '=', loaded.members['ada']!)
    .executeTakeFirstOrThrow()
  await givenPassword(runtime, id, 'a long passphrase of Ada')
  const signIn = () =>
    product.app.request('http://earmark.test/app/api/sign-in', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0 Call 555 at once',
      },
      body: JSON.stringify({ email, password: 'a long passphrase of Ada' }),
    })
  assert.equal((await signIn()).status, 200)
  await workOffNotices(runtime)
  assert.deepEqual(titles(), ['Sign-in from a new browser'])
  const [notice] = await given.app.listNotices({})
  assert.match(notice!.text, /^Firefox, Linux, \S+\. If this was not you/)
})

test('a household in which nobody wants notices is not looked at', async () => {
  const { loaded, pay } = await givenHome()
  await pay(500_000)
  runtime.advance({ hours: 30 })
  await workOffNotices(runtime)
  assert.deepEqual(await storedFor(loaded.household_id), [])
})

test('a member who leaves takes their notices, ways and settings along', async () => {
  const given = await givenHome()
  const { loaded, choose } = given
  await choose({ kinds: ['sign_in'] })
  await given.addNtfy()
  await db
    .insertInto('notices')
    .values({
      household_id: loaded.household_id,
      id: runtime.newId(),
      kind: 'sign_in',
      about: 'x',
      key: 'x',
      member_id: loaded.members['ada']!,
      facts: JSON.stringify({ address: '192.0.2.1' }),
      lasts: false,
      at: runtime.now(),
    })
    .execute()
  await removeMember(runtime, loaded.household_id, loaded.members['ada']!)
  for (const table of ['notices', 'notice_ways', 'notice_settings'] as const) {
    const rows = db.selectFrom(table).selectAll().where('household_id', '=', loaded.household_id)
    assert.deepEqual(await rows.execute(), [], table)
  }
})

test('settings show what was chosen, per member', async () => {
  const { app, choose, product } = await givenHome()
  assert.equal((await app.showNoticeSettings({})).saved, false)
  const { ways, ...shown } = await choose({ quiet: { from: 1320, until: 420 }, free_below: 5 })
  assert.deepEqual(ways, [])
  const chosen = { ...everything, quiet: { from: 1320, until: 420 }, free_below: 5, saved: true }
  assert.deepEqual(shown, chosen)
  assert.deepEqual((await app.showNoticeSettings({})).kinds, noticeKinds)
  const other = await product.household({
    members: [{ ref: 'eve', name: 'Eve', email: 'eve@example.com', role: 'owner' }],
    keys: [],
  })
  const eve = await product.member(other.household_id, other.members['eve']!)
  assert.equal((await eve.client(noticesApp).showNoticeSettings({})).free_below, null)
})
