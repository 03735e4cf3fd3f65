import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendar } from '#/app/calendar/contract.ts'
import { expensesApp } from '#/budget/expenses/app-contract.ts'
import { pruneOld } from '#/app/workers/prune.ts'
import { lockPerson, unlockPerson } from '#/people/access/lock.ts'
import type { Sent } from '#/platform/contract/endpoint.ts'
import { budget } from '../../../test/support/given.ts'
import { startProduct } from '../../../test/support/product.ts'
import { readCalendar } from '../../../test/support/read-calendar.ts'
import { calendarFeeds } from './contract.ts'

const product = await startProduct({ limited: false, start: '2026-01-25T10:00:00Z' })
const { db, runtime } = product

type Choice = Partial<Sent<typeof calendarFeeds.createFeed>['body']>

async function given(choice: Choice = {}, more: Parameters<typeof product.household>[0] = {}) {
  const loaded = await product.household({ ...budget, ...more })
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  await member.prove()
  const app = member.client({ ...calendarFeeds, ...calendar, ...expensesApp })
  const { path, id } = await app.createFeed({ body: choice })
  return { ...loaded, member, app, id, path: path!, read: () => readCalendarAt(path!) }
}

function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return product.app.request(path, { method, headers })
}

async function readCalendarAt(path: string) {
  const response = await get(path)
  assert.equal(response.status, 200, runtime.logged.at(-1) ?? '')
  return readCalendar(await response.text())
}

test('the address answers a valid calendar of bills, paydays and low points', async () => {
  const { path } = await given({ name: 'Money; home, \\ all' })
  const response = await get(path)
  assert.deepEqual(
    ['content-type', 'cache-control', 'referrer-policy', 'x-robots-tag'].map((name) =>
      response.headers.get(name),
    ),
    ['text/calendar; charset=utf-8', 'private, no-cache', 'no-referrer', 'noindex, nofollow'],
  )
  const text = await response.text()
  const { name, ttl, events } = readCalendar(text)
  assert.deepEqual([name, ttl], ['Money; home, \\ all', 'PT4H'])
  assert.match(text, /REFRESH-INTERVAL;VALUE=DURATION:PT4H\r\n/)
  assert.match(text, /X-APPLE-CALENDAR-COLOR:#/)
  const titles = events.map(({ day, title }) => `${day} ${title}`)
  assert.ok(titles.includes('2026-02-01 Rent · €1,000.00'), titles.join('\n'))
  assert.ok(titles.some((title) => title.startsWith('2026-02-28 Payday · sets aside €')))
  assert.ok(titles.some((title) => /^2026-\d\d-\d\d Low point of free to spend/.test(title)))
})

test('an event is on the day that the household has, in every zone', async () => {
  for (const timezone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Madrid']) {
    const { read } = await given(
      { kinds: ['bills'] },
      {
        household: {
          name: 'H',
          kind: 'personal',
          plan: 'premium',
          standing: 'active',
          timezone,
          currency: 'EUR',
        },
      },
    )
    const { events } = await read()
    const rent = events.filter(({ title }) => title.startsWith('Rent'))
    assert.equal(rent[0]?.day, '2026-02-01', timezone)
  }
})

test('names with line breaks, commas, control and direction characters stay within their line', async () => {
  const name = 'Evil\r\nEND:VCALENDAR\r\n; , \\n \u202Etxt\u2066 \u0007\u0085 " 🏠é'
  const { app, expenses, path, member } = await given({ kinds: ['bills', 'paydays'] })
  await app.changeExpense({ params: { id: expenses['rent']! }, body: { name: 'Ünï😀,;\\' } })
  await db.updateTable('expenses').set({ name }).where('id', '=', expenses['trip']!).execute()
  const { events } = await readCalendarAt(path)
  assert.ok(events.some(({ title }) => title.startsWith('Ünï😀,;\\ · €')))
  assert.ok(events.some(({ title }) => title.startsWith('Evil END:VCALENDAR ; , \\n txt " 🏠é')))
  const made = await member.request<{ path: string }>('POST', '/calendar-feeds', {
    body: { name: 'A, b; c\\d 日本語の非常に長いカレンダーの名前でございますよ、折り返し' },
  })
  assert.match((await readCalendarAt(made.body.path)).name, /^A, b; c\\d 日本語/)
})

test('a calendar without amounts has none, and one kind is only that kind', async () => {
  const { read } = await given({ amounts: false, kinds: ['bills', 'paydays', 'low_points'] })
  const { events } = await read()
  assert.ok(events.length > 10)
  for (const { title, details } of events) assert.doesNotMatch(title + details, /[€\d]/)
  const only = await (await given({ kinds: ['paydays'] })).read()
  assert.ok(only.events.length > 3 && only.events.every(({ title }) => title.startsWith('Payday')))
})

test('a calendar speaks the language that it was created in', async () => {
  const es = await (await given({ language: 'es' })).read()
  assert.ok(es.events.some(({ title }) => title.startsWith('Día de cobro · aparta')))
  const de = await (await given({ language: 'de' })).read()
  assert.ok(de.events.some(({ title }) => title.startsWith('Zahltag · legt')))
})

test('bills remind at nine as many days before as was chosen', async () => {
  const { read } = await given({ alarm_days: 2 })
  const { events } = await read()
  for (const { title, alarms } of events) {
    assert.deepEqual(alarms, /^(Rent|Visa bill|Trip)/.test(title) ? ['-P1DT15H'] : [], title)
  }
  const sameDay = await (await given({ alarm_days: 0, kinds: ['bills'] })).read()
  assert.ok(sameDay.events.every(({ alarms }) => alarms[0] === 'PT9H'))
})

test('a changed bill shows at the next read as the same event with a higher sequence', async () => {
  const { app, expenses, path, read } = await given({ kinds: ['bills'] })
  const rentOn = async (day: string) =>
    (await read()).events.find((one) => one.title.startsWith('Rent') && one.day === day)
  const first = (await rentOn('2026-03-01'))!
  const tag = (await get(path)).headers.get('etag')!
  assert.equal((await get(path, { 'if-none-match': tag })).status, 304)
  runtime.advance({ minutes: 5 })
  const rent = { params: { id: expenses['rent']! } }
  await app.changeExpense({ ...rent, body: { target_amount: 110_000 } })
  assert.equal((await get(path, { 'if-none-match': tag })).status, 200)
  const dearer = (await rentOn('2026-03-01'))!
  assert.match(dearer.title, /€1,100/)
  assert.deepEqual([dearer.uid, dearer.sequence], [first.uid, first.sequence + 1])
  assert.ok(dearer.stamp > first.stamp)
  await app.changeExpense({ ...rent, body: { recurrence_anchor_date: '2026-02-06' } })
  const moved = (await rentOn('2026-03-06'))!
  assert.equal(moved.uid, first.uid)
  assert.ok(moved.sequence > dearer.sequence)
  assert.equal(await rentOn('2026-03-01'), undefined)
  assert.deepEqual(await rentOn('2026-03-06'), moved)
  await app.archiveExpense({ ...rent, body: {} })
  assert.ok((await read()).events.every(({ title }) => !title.startsWith('Rent')))
})

test('a wrong, malformed or unknown address answers 404, a revoked one 410', async () => {
  const { path, app, id } = await given()
  const other = path.replace(/.(?=\.ics$)/, (last) => (last === 'a' ? 'b' : 'a'))
  for (const wrong of [
    other,
    '/calendar/x.ics',
    '/calendar/em_feed_.ics',
    `/calendar/${'a'.repeat(5000)}.ics`,
    `${path}.ics`,
    path.replace('em_feed_', 'em_live_'),
    '/calendar/%00%FF.ics',
  ]) {
    const response = await get(wrong)
    assert.equal(response.status, 404, wrong)
    assert.equal(response.headers.get('cache-control'), 'no-store')
  }
  const { revoked_at: at } = await app.revokeFeed({ params: { id }, body: {} })
  const response = await get(path)
  assert.deepEqual(
    [response.status, await response.text()],
    [410, 'This calendar address was revoked.\n'],
  )
  assert.equal((await app.revokeFeed({ params: { id }, body: {} })).revoked_at, at)
  assert.deepEqual(
    (await app.listFeeds({})).map((one) => one.revoked_at),
    [at],
  )
})

test('other methods, ranges and conditions have a defined answer', async () => {
  const { path } = await given()
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'REPORT']) {
    const response = await get(path, {}, method)
    assert.deepEqual([response.status, response.headers.get('allow')], [405, 'GET, HEAD'], method)
  }
  const whole = await get(path)
  const head = await get(path, {}, 'HEAD')
  assert.deepEqual(
    [head.status, await head.text(), head.headers.get('etag')],
    [200, '', whole.headers.get('etag')],
  )
  const range = await get(path, { range: 'bytes=0-9' })
  assert.deepEqual([range.status, await range.text()], [200, await whole.text()])
  assert.equal((await get(path, { 'if-none-match': '*' })).status, 304)
  assert.equal((await get(`${path}?anything=1&x`)).status, 200)
  assert.equal((await get(path, { cookie: 'a=b', authorization: 'Basic eDp5' })).status, 200)
})

test('an unchanged calendar is written once, however often it is asked for', async () => {
  const { path } = await given()
  await get(path)
  product.takeStatements()
  const texts = await Promise.all(Array.from({ length: 50 }, async () => (await get(path)).text()))
  assert.ok(texts[0]!.startsWith('BEGIN:VCALENDAR') && new Set(texts).size === 1)
  const heavy = product.takeStatements().filter((text) => /expense|calendar_feed_events/.test(text))
  assert.deepEqual(heavy, [])
})

test('a locked person’s address answers 404 until the lock ends, and a closed household’s 410', async () => {
  const { path, household_id: id, members } = await given()
  const { person_id: person } = await db
    .selectFrom('members')
    .select('person_id')
    .where('id', '=', members['ada']!)
    .executeTakeFirstOrThrow()
  await lockPerson(runtime, person!)
  assert.equal((await get(path)).status, 404)
  await unlockPerson(runtime, person!)
  assert.equal((await get(path)).status, 200)
  const standing = (to: 'closed' | 'lapsed' | 'trial_ended') =>
    db.updateTable('households').set({ standing: to }).where('household_id', '=', id).execute()
  const answers = []
  for (const one of ['closed', 'lapsed', 'trial_ended'] as const) {
    await standing(one)
    answers.push((await get(path)).status)
  }
  assert.deepEqual(answers, [410, 402, 200])
})

test('the address is shown once, and stored, listed and logged nowhere', async () => {
  const { path, member, app, household_id: id } = await given()
  await get(path)
  await get(path, {}, 'POST')
  const secret = /em_feed_.{10}(.{40})/.exec(path)![1]!
  const [listed] = await app.listFeeds({})
  assert.ok(listed!.last_read_at !== null)
  assert.ok(!JSON.stringify(listed).includes(secret))
  const create = () =>
    member.request<{ path?: string }>('POST', '/calendar-feeds', {
      body: {},
      headers: { 'idempotency-key': 'one-calendar-feed' },
    })
  assert.ok((await create()).body.path)
  assert.equal((await create()).body.path, undefined)
  for (const table of ['calendar_feeds', 'audit_entries', 'idempotency_keys'] as const) {
    const rows = await db
      .selectFrom(table as 'calendar_feeds')
      .selectAll()
      .where('household_id', '=', id)
      .execute()
    assert.ok(rows.length > 0 && !JSON.stringify(rows).includes(secret), table)
  }
  const lines = JSON.stringify(runtime.logged)
  assert.ok(lines.includes('/calendar/{secret}.ics') && !lines.includes(secret))
})

test('members see and end their own addresses only, and those of a leaver end', async () => {
  const {
    household_id: id,
    members,
    app,
    path,
  } = await given(
    {},
    {
      members: [
        { ref: 'ada', name: 'Ada', email: 'ada2@example.com', role: 'owner' },
        { ref: 'bo', name: 'Bo', email: 'bo2@example.com', role: 'member' },
      ],
    },
  )
  const bo = await product.member(id, members['bo']!)
  await bo.prove()
  const his = bo.client(calendarFeeds)
  assert.deepEqual(await his.listFeeds({}), [])
  const [hers] = await app.listFeeds({})
  const refused = await bo.request('POST', `/calendar-feeds/${hers!.id}/revoke`, { body: {} })
  assert.equal(refused.body.error.code, 'resource_not_found')
  const forHer = await bo.request('POST', '/calendar-feeds', {
    body: { member_id: members['ada'] },
  })
  assert.equal(forHer.body.error.code, 'resource_not_found')
  const made = await his.createFeed({ body: { name: 'Work' } })
  assert.equal((await get(made.path!)).status, 200)
  assert.equal((await app.listFeeds({})).length, 2)
  await bo.request('POST', '/leave', { body: {} })
  assert.deepEqual([(await get(made.path!)).status, (await get(path)).status], [410, 200])
})

test('creating needs a recent proof, names its faults, and has a limit', async () => {
  const { member, app } = await given()
  for (const [param, body] of [
    ['kinds', { kinds: [] }],
    ['kinds[0]', { kinds: ['rent'] }],
    ['kinds', { kinds: ['bills', 'bills'] }],
    ['months_ahead', { months_ahead: 0 }],
    ['months_ahead', { months_ahead: 13 }],
    ['alarm_days', { alarm_days: 15 }],
    ['language', { language: 'xx' }],
    ['name', { name: ' ' }],
  ] as const) {
    const { status, body: answer } = await member.request('POST', '/calendar-feeds', { body })
    assert.deepEqual([status, answer.error.param], [400, param])
  }
  for (let count = 1; count < 20; count += 1) await app.createFeed({ body: {} })
  const full = await member.request('POST', '/calendar-feeds', { body: {} })
  assert.equal(full.body.error.code, 'limit_reached')
  runtime.advance({ hours: 1 })
  const late = await member.request('POST', '/calendar-feeds', { body: {} })
  assert.equal(late.status, 403)
})

test('a revoked address is forgotten after 90 days, with its events', async () => {
  const { path, app, id } = await given()
  const kept = await given()
  await get(path)
  await app.revokeFeed({ params: { id }, body: {} })
  runtime.advance({ hours: 24 * 89 })
  await pruneOld(runtime)
  assert.equal((await get(path)).status, 410)
  runtime.advance({ hours: 48 })
  while ((await pruneOld(runtime)) > 0);
  assert.deepEqual([(await get(path)).status, (await get(kept.path)).status], [404, 200])
  const left = await db
    .selectFrom('calendar_feed_events')
    .selectAll()
    .where('feed_id', '=', id)
    .execute()
  assert.deepEqual(left, [])
})
