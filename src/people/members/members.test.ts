import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { actFor } from '#/app/cli/budgeting/act-for.ts'
import type { WrittenDocument } from '#/documents/document.ts'
import { loadDocument } from '#/documents/load.ts'
import { startBrowser } from '../../../test/support/browser.ts'
import { readExport } from '../../../test/support/exported.ts'
import { givenAccount, outcome, PASSWORD, type Who } from '../../../test/support/given-account.ts'
import { startProduct } from '../../../test/support/product.ts'
import { membersApp } from './app-contract.ts'
import { createInvitation } from './invite.ts'

const product = await startProduct()
const { runtime, db } = product
const ada = await givenAccount(product)
const home = ada.who.household!

type Invitation = { id: string; token: string; error: { code: string } }
const invite = (body: object = {}) => ada.request<Invitation>('POST', '/invitations', { body })
const accept = (token: string, body: object = {}, browser = startBrowser(product)) =>
  browser.request<Who & { error: { code: string } }>('POST', '/invitations/accept', {
    body: { token, ...body },
  })
const accountOf = (name: string) => ({
  account: { name, email: `${name.toLowerCase()}@example.com`, password: PASSWORD },
})

test('an invitation creates one member, with an account of their own', async () => {
  const { body } = await invite({ email: 'bo@example.com' })
  const bo = startBrowser(product)
  const said = await bo.request('POST', '/invitations/check', { body: { token: body.token } })
  assert.deepEqual(
    [said.body['household_name'], said.body['invited_by'], said.body['role'], said.body['account']],
    ['Home', 'Ada', 'member', 'none'],
  )
  const wrong = await accept(body.token, accountOf('Eve'))
  assert.deepEqual([wrong.status, wrong.body.error.code], [400, 'invalid_parameter'])
  const answers = await Promise.all([
    accept(body.token, accountOf('Bo'), bo),
    accept(body.token, accountOf('Bo')),
  ])
  assert.deepEqual(
    answers.map(({ status }) => status === 201).toSorted((a, b) => Number(a) - Number(b)),
    [false, true],
  )
  assert.deepEqual(outcome(await accept(body.token, accountOf('Bo'))), [410, 'link_not_valid'])
  const { body: again } = await invite({ email: 'bo@example.com' })
  assert.equal(again.error.code, 'already_member')
})

test('an invitation ends after seven days, when it is revoked, and when its author leaves', async () => {
  const late = await invite()
  const taken = await invite()
  await ada.request('DELETE', `/invitations/${taken.body.id}`)
  assert.deepEqual(outcome(await accept(taken.body.token, accountOf('Eve'))), [
    410,
    'link_not_valid',
  ])
  assert.equal((await ada.request<unknown[]>('GET', '/invitations')).body.length, 1)
  runtime.advance({ hours: 7 * 24 })
  assert.deepEqual(outcome(await accept(late.body.token, accountOf('Eve'))), [
    410,
    'link_not_valid',
  ])
  assert.deepEqual(outcome(await accept('guessed', accountOf('Eve'))), [410, 'link_not_valid'])
  await ada.request('POST', '/sudo', { body: { password: PASSWORD } })
})

const cleo = startBrowser(product)

test('a person of two households acts in the one that a page names, else in the last one', async () => {
  const { body: first } = await invite()
  await accept(first.token, accountOf('Cleo'), cleo)
  const made = await cleo.request<Who>('POST', '/households', {
    body: { name: 'Cleo alone', timezone: 'Europe/Paris', currency: 'EUR' },
  })
  assert.deepEqual(
    [made.body.household?.name, made.body.households.map(({ name }) => name)],
    ['Cleo alone', ['Home', 'Cleo alone']],
  )
  const other = made.body.household!.id
  const nameIn = async (household?: string) => {
    const headers: Record<string, string> = household ? { 'x-earmark-household': household } : {}
    const answer = await cleo.request('GET', '/settings', { headers })
    return answer.body['name'] ?? outcome(answer)
  }
  assert.equal(await nameIn(), 'Cleo alone')
  assert.equal(await nameIn(home.id), 'Home')
  await cleo.request('POST', '/session/household', { body: { household_id: home.id } })
  assert.equal(await nameIn(), 'Home')
  assert.equal(await nameIn(other), 'Cleo alone')
  const foreign = await ada.request('GET', '/settings', {
    headers: { 'x-earmark-household': other },
  })
  assert.deepEqual(outcome(foreign), [404, 'resource_not_found'])
  const choose = await ada.request('POST', '/session/household', { body: { household_id: other } })
  assert.deepEqual(outcome(choose), [404, 'resource_not_found'])
})

test('an existing account must sign in to accept an invitation, and only for its own address', async () => {
  const { body: second } = await invite({ email: 'dan@example.com' })
  assert.deepEqual(outcome(await accept(second.token, {}, cleo)), [409, 'sign_in_required'])
  const { body: third } = await invite({ role: 'owner' })
  assert.deepEqual(outcome(await accept(third.token, {}, cleo)), [409, 'already_member'])
  assert.deepEqual(outcome(await accept(third.token, accountOf('Cleo'))), [409, 'sign_in_required'])
})

test('the operator’s invitation lets a member of a document sign in', async () => {
  const loaded = await product.household()
  const asOperator = (body: { member_id?: string; email?: string }) =>
    actFor(runtime, loaded.household_id, {
      endpoint: membersApp.createInvitation,
      verb: createInvitation,
      input: { body: { role: 'member', ...body } },
    })
  const first = membersApp.createInvitation.response.parse(
    await asOperator({ member_id: loaded.members['ada']! }),
  )
  assert.deepEqual([first.role, first.email, first.invited_by], ['owner', 'ada@example.com', null])
  const second = membersApp.createInvitation.response.parse(
    await asOperator({ email: 'ADA@example.com' }),
  )
  assert.equal(second.member_id, loaded.members['ada'])
  // The invited address has an account, so its owner must sign in.
  assert.deepEqual(outcome(await accept(first.token!, accountOf('Ada'))), [409, 'sign_in_required'])
  const joined = await accept(first.token!, {}, ada)
  assert.deepEqual(
    [joined.body.household?.member_id, joined.body.household?.role],
    [loaded.members['ada'], 'owner'],
  )
  // The member has an account now, so the other link no longer works.
  assert.deepEqual(outcome(await accept(second.token!, {}, ada)), [410, 'link_not_valid'])
  await assert.rejects(asOperator({ member_id: loaded.members['ada']! }), {
    code: 'already_member',
  })
  await ada.request('POST', '/session/household', { body: { household_id: home.id } })
})

test('only owners manage people and settings; a new role applies from the next request on', async () => {
  const bo = startBrowser(product)
  const signedIn = await bo.request<Who>('POST', '/sign-in', {
    body: { email: 'bo@example.com', password: PASSWORD },
  })
  const me = signedIn.body.household!.member_id
  const asked: [string, string, object?][] = [
    ['GET', '/invitations'],
    ['POST', '/invitations', {}],
    ['DELETE', `/invitations/${me}`],
    ['PATCH', `/members/${me}`, { role: 'owner' }],
    ['DELETE', `/members/${me}`],
    ['PATCH', '/settings', { name: 'Mine' }],
    ['PATCH', '/request-log', { kept: false }],
    ['GET', '/export'],
    ['DELETE', '/household', { name: 'Home' }],
    ['GET', '/household/access'],
    ['POST', '/household/access/revoke-all'],
    ['GET', '/household/webhooks'],
    ['POST', `/household/webhooks/${home.id}/pause`, {}],
  ]
  for (const [method, path, body] of asked) {
    const answer = await bo.request(method, path, { ...(body && { body }) })
    assert.deepEqual(outcome(answer), [403, 'owner_required'], `${method} ${path}`)
  }
  assert.equal((await bo.request('GET', '/members')).status, 200)
  assert.equal((await bo.request('POST', '/expense-groups', { body: { name: 'x' } })).status, 200)

  const demote = await ada.request('PATCH', `/members/${home.member_id}`, {
    body: { role: 'member' },
  })
  assert.deepEqual(outcome(demote), [409, 'last_owner'])
  assert.deepEqual(outcome(await ada.request('POST', '/leave')), [409, 'last_owner'])
  await ada.request('PATCH', `/members/${me}`, { body: { role: 'owner' } })
  assert.equal((await bo.request('GET', '/invitations')).status, 200)
  await ada.request('PATCH', `/members/${me}`, { body: { role: 'member' } })
  assert.deepEqual(outcome(await bo.request('GET', '/invitations')), [403, 'owner_required'])

  assert.equal((await bo.request('POST', '/leave')).status, 200)
  assert.deepEqual(outcome(await bo.request('GET', '/settings')), [409, 'household_required'])
  const { body } = await invite()
  assert.equal((await accept(body.token, {}, bo)).body.household?.name, 'Home')
})

test('sensitive actions require a proof of the last five minutes', async () => {
  runtime.advance({ minutes: 4 })
  assert.equal((await ada.request('GET', '/export')).status, 200)
  runtime.advance({ minutes: 1 })
  const asked: [string, string, object?][] = [
    ['POST', '/keys', { name: 'x', scopes: ['data.read'], expires_at: '2027-01-01T00:00:00Z' }],
    ['POST', `/keys/${home.id}/roll`, { overlap_hours: 0 }],
    ['POST', '/webhooks', { name: 'x', url: 'https://receiver.example/' }],
    ['POST', '/wallet/devices', { name: 'x' }],
    ['POST', '/invitations', {}],
    ['PATCH', `/members/${home.member_id}`, { role: 'member' }],
    ['DELETE', `/members/${home.member_id}`],
    ['GET', '/export'],
    ['DELETE', '/household', { name: 'Home' }],
    ['DELETE', `/connections/${home.id}`],
    ['POST', `/accounts/${home.id}/close`, {}],
    ['DELETE', '/sessions'],
    ['POST', '/access/revoke-all', {}],
    ['POST', '/household/access/revoke-all'],
    ['PUT', '/password', { password: 'another long walk' }],
    ['POST', '/authenticator'],
    ['DELETE', '/authenticator'],
    ['POST', '/passkeys/options'],
    ['PATCH', '/profile', { name: 'x' }],
    ['DELETE', '/profile', { email: 'ada@example.com' }],
  ]
  for (const [method, path, body] of asked) {
    const answer = await ada.request(method, path, { ...(body && { body }) })
    assert.deepEqual(outcome(answer), [403, 'sudo_required'], `${method} ${path}`)
  }
  const wrong = await ada.request('POST', '/sudo', { body: { password: 'not the password' } })
  assert.deepEqual(outcome(wrong), [401, 'sign_in_failed'])
  const right = await ada.request('POST', '/sudo', { body: { password: PASSWORD } })
  assert.equal(
    right.body['sudo_until'],
    runtime.now().add({ minutes: 5 }).toString({ smallestUnit: 'millisecond' }),
  )
  assert.equal((await ada.request('GET', '/export')).status, 200)
})

test('a household loaded from the application’s export equals the original', async () => {
  const settings = { month_starts_on_day: 15, week_starts_on: 'sunday', include_pending: false }
  const change = await ada.request('PATCH', '/settings', { body: settings })
  assert.equal(change.status, 200, change.text)
  const { body } = await ada.request<WrittenDocument>('GET', '/export')
  assert.partialDeepStrictEqual(body.household, { name: 'Home', ...settings })
  const loaded = await loadDocument(runtime, body)
  assert.notEqual(loaded.household_id, home.id)
  assert.deepEqual(await readExport(runtime, loaded.household_id), body)
})

test('the audit log shows what people do, and holds no secret', async () => {
  const entries = await ada.request<{ action: string }[]>('GET', '/audit', {
    query: { limit: 500 },
  })
  const actions = new Set(entries.body.map(({ action }) => action))
  for (const action of [
    'household.create',
    'household.change',
    'household.export',
    'invitation.create',
    'invitation.revoke',
    'invitation.accept',
  ]) {
    assert.ok(actions.has(action), action)
  }
  const events = await ada.request<{ action: string }[]>('GET', '/profile/events')
  const mine = new Set(events.body.map(({ action }) => action))
  for (const action of ['setup', 'sudo', 'sign_in.failed']) assert.ok(mine.has(action), action)
  for (const secret of [PASSWORD, ada.cookie()!]) assert.ok(!entries.text.includes(secret))
})

test('under one Idempotency-Key a household is created once, even by simultaneous requests', async () => {
  const make = (name: string, key = 'make-it-once') =>
    ada.request<Who & { error: { code: string } }>('POST', '/households', {
      headers: { 'idempotency-key': key },
      body: { name, timezone: 'Europe/Madrid', currency: 'EUR' },
    })
  const before = (await ada.request<Who>('GET', '/session')).body.households.length
  const [first, second] = await Promise.all([make('Boat'), make('Boat')])
  assert.deepEqual([first.status, second.status], [201, 201])
  assert.equal(first.text, second.text)
  const replays = [first, second, await make('Boat')].map(({ headers }) =>
    headers.get('idempotent-replayed'),
  )
  assert.equal(replays.filter((replayed) => replayed === 'true').length, 2)
  assert.deepEqual(outcome(await make('Car')), [409, 'idempotency_key_reused'])
  assert.deepEqual(outcome(await make('Boat', 'short')), [400, 'invalid_parameter'])
  const refused = await make('', 'never-made-it')
  assert.deepEqual(outcome(refused), [400, 'invalid_parameter'])
  const after = (await ada.request<Who>('GET', '/session')).body
  assert.equal(after.households.length, before + 1)
  await ada.request('DELETE', '/household', { body: { name: 'Boat' } })
  await ada.request('POST', '/session/household', { body: { household_id: home.id } })
})

test('in any standing a household can be exported and deleted, and the last owner cannot leave', async () => {
  const second = await ada.request<Who>('POST', '/households', {
    body: { name: 'Second', timezone: 'Europe/Madrid', currency: 'EUR' },
  })
  const { id } = second.body.household!
  const ask = (method: string, path: string, body?: object) =>
    ada.request(method, path, {
      headers: { 'x-earmark-household': id },
      ...(body && { body }),
    })
  for (const [standing, status, code] of [
    ['trial_ended', 423, 'account_read_only'],
    ['lapsed', 402, 'subscription_required'],
    ['closed', 410, 'account_closed'],
  ] as const) {
    await db.updateTable('households').set({ standing }).where('household_id', '=', id).execute()
    const write = await ask('POST', '/expense-groups', { name: 'x' })
    assert.deepEqual(outcome(write), [status, code])
    assert.equal((await ask('GET', '/export')).status, 200, standing)
    assert.deepEqual(outcome(await ask('POST', '/leave')), [409, 'last_owner'], standing)
  }
  assert.equal((await ask('DELETE', '/household', { name: 'Second' })).status, 200)
})

test('a deleted household is gone from every table; its people and other households stay', async () => {
  const demo = await ada.request<Who>('POST', '/households/demo')
  const { id, name, demo: isDemo } = demo.body.household!
  assert.ok(isDemo)
  const second = await ada.request<Who>('POST', '/households/demo')
  assert.equal(second.body.household?.id, id)
  assert.equal((await ada.request('GET', '/transactions/summary')).status, 200)
  const remove = (typed: string, household: string) =>
    ada.request('DELETE', '/household', {
      body: { name: typed },
      headers: { 'x-earmark-household': household },
    })
  const mistyped = await remove('Something else', id)
  assert.deepEqual(outcome(mistyped), [400, 'invalid_parameter'])
  assert.equal((await remove(name, id)).status, 200)
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'household_id'`.execute(db)
  assert.ok(tables.length > 30)
  for (const table of tables) {
    const { rows } =
      await sql`select 1 from ${sql.table(table.name)} where household_id = ${id}`.execute(db)
    assert.deepEqual(rows, [], table.name)
  }
  const left = await ada.request<Who>('GET', '/session')
  assert.deepEqual(
    left.body.households.map((each) => each.name),
    ['Home', 'Ada'],
  )
  assert.equal(left.body.household?.id, home.id)
})
