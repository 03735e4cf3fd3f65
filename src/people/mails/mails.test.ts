import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headerOf, startMailServer, textOf } from '../../../test/fakes/mail-server.ts'
import { startBrowser } from '../../../test/support/browser.ts'
import { givenAccount, outcome, PASSWORD } from '../../../test/support/given-account.ts'
import { startProduct } from '../../../test/support/product.ts'
import { claimMails } from '#/platform/mail/outbox/claim-mails.ts'
import { deliverDueMails } from '#/platform/mail/outbox/deliver-due.ts'
import { deliverDueNotices } from '#/notices/delivering/deliver-due.ts'
import { addOperator } from '#/people/operators.ts'
import { answerAsked } from './answer-asked.ts'

const PUBLIC_URL = 'https://budget.example.com'
const mails = await startMailServer()
const { caught, mischief } = mails
const product = await startProduct({ mail: { server: mails.settings, publicUrl: PUBLIC_URL } })
const { runtime, db } = product
const ada = await givenAccount(product)

const deliver = async () => {
  while ((await answerAsked(runtime)) + (await deliverDueMails(runtime)) > 0);
}
const take = async () => {
  await deliver()
  return caught.splice(0)
}
const tokenIn = (text: string) => /#k=([\w-]+)/.exec(text)![1]!
const ask = (email: string) =>
  startBrowser(product).request('POST', '/password-reset/mail', { body: { email, language: 'es' } })
const states = async () =>
  (await db.selectFrom('mails').select(['kind', 'state', 'content']).orderBy('id').execute()).map(
    ({ kind, state, content }) => [kind, state, content === null],
  )

await take()

test('a forgotten password is answered alike for all addresses, and mailed to accounts only', async () => {
  const [known, unknown] = [await ask('ADA@example.com'), await ask('nobody@example.com')]
  assert.deepEqual([known.status, known.text], [200, unknown.text])
  const [mail, ...others] = await take()
  assert.equal(others.length, 0)
  assert.equal(mail!.to, 'ada@example.com')
  assert.equal(headerOf(mail!, 'auto-submitted'), 'auto-generated')
  const text = textOf(mail!)
  assert.ok(text.includes(`${PUBLIC_URL}/reset#k=`))
  assert.match(text, /contraseña nueva/)
  const token = tokenIn(text)
  const browser = startBrowser(product)
  const body = { token, password: 'another long pass phrase' }
  assert.equal((await browser.request('POST', '/password-reset', { body })).status, 200)
  assert.deepEqual(outcome(await browser.request('POST', '/password-reset', { body })), [
    410,
    'link_not_valid',
  ])
  const [warning] = await take()
  assert.match(textOf(warning!), /browser that was not known before\.\s+An unknown program\s/)
  assert.ok((await states()).every(([, state, isErased]) => state !== 'queued' && isErased))
})

test('a mailed link works for an hour', async () => {
  await ask('ada@example.com')
  const token = tokenIn(textOf((await take())[0]!))
  runtime.advance({ minutes: 61 })
  const browser = startBrowser(product)
  const check = await browser.request('POST', '/password-reset/check', { body: { token } })
  assert.deepEqual(outcome(check), [410, 'link_not_valid'])
})

test('resets are limited for an address, whether or not an account has it', async () => {
  for (const email of ['ada@example.com', 'stranger@example.com']) {
    const answers = []
    for (let count = 0; count < 4; count += 1) answers.push((await ask(email)).status)
    assert.deepEqual(answers, [200, 200, 200, 429])
  }
  runtime.advance({ minutes: 16 })
  caught.splice(0)
  await take()
})

test('an invitation is mailed once through a greylisting server, and its state is shown', async () => {
  mischief.recipients = [450]
  const member = await product.member(ada.who.household!.id, ada.who.household!.member_id)
  const body = { email: 'bo@example.com', mail: { language: 'de' } }
  const made = await member.request('POST', '/invitations', { body })
  assert.deepEqual([made.status, made.body['mail']], [201, 'queued'])
  assert.equal((await take()).length, 0)
  const list = async () =>
    (
      await member.request<readonly { mail: string; mail_problem: string | null }[]>(
        'GET',
        '/invitations',
      )
    ).body[0]!
  assert.equal((await list()).mail, 'queued')
  assert.match((await list()).mail_problem!, /try again later/)
  runtime.advance({ seconds: 61 })
  const [mail, ...others] = await take()
  assert.equal(others.length, 0)
  assert.match(textOf(mail!), /lädt dich zum Haushalt/)
  assert.equal((await list()).mail, 'sent')
  const check = await startBrowser(product).request('POST', '/invitations/check', {
    body: { token: tokenIn(textOf(mail!)) },
  })
  assert.equal(check.status, 200)
})

test('a revoked invitation is not mailed', async () => {
  const member = await product.member(ada.who.household!.id, ada.who.household!.member_id)
  const body = { email: 'cy@example.com', mail: { language: 'en' } }
  const made = await member.request('POST', '/invitations', { body })
  await member.request('DELETE', `/invitations/${String(made.body['id'])}`)
  assert.equal((await take()).length, 0)
})

test('an invitation whose mail was refused is mailed again once, with a new link', async () => {
  const member = await product.member(ada.who.household!.id, ada.who.household!.member_id)
  await member.prove()
  mischief.recipients = [550]
  const sent = { email: 'di@example.com', role: 'owner', mail: { language: 'en' } }
  const made = await member.request('POST', '/invitations', { body: sent })
  const again = (id: unknown) =>
    member.request('POST', `/invitations/${String(id)}/mail-again`, { body: { language: 'de' } })
  assert.deepEqual(outcome(await again(made.body['id'])), [404, 'resource_not_found'], 'it waits')
  assert.equal((await take()).length, 0)
  mischief.recipients = []
  const answers = await Promise.all([again(made.body['id']), again(made.body['id'])])
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201, 404]))
  const { body } = answers.find(({ status }) => status === 201)!
  assert.deepEqual([body['role'], body['email'], body['mail']], ['owner', sent.email, 'queued'])
  assert.equal(body['token'], undefined)
  const [mail, ...others] = await take()
  assert.deepEqual([mail!.to, others.length], [sent.email, 0])
  assert.match(textOf(mail!), /lädt dich zum Haushalt/)
  assert.equal((await again(body['id'])).status, 404, 'it was sent')
  const check = (token: unknown) =>
    startBrowser(product).request('POST', '/invitations/check', { body: { token } })
  assert.equal((await check(tokenIn(textOf(mail!)))).status, 200)
  assert.deepEqual(outcome(await check(made.body['token'])), [410, 'link_not_valid'])
})

test('a process that dies with a mail in hand sends it once, or says that it is not sure', async () => {
  await ask('ada@example.com')
  await answerAsked(runtime)
  const [held] = await claimMails(runtime, 1)
  assert.equal((await take()).length, 0)
  runtime.advance({ seconds: 61 })
  assert.equal((await take()).length, 1)
  await ask('ada@example.com')
  await answerAsked(runtime)
  const [handed] = await claimMails(runtime, 1)
  await db
    .updateTable('mails')
    .set({ handed_over_at: runtime.now() })
    .where('id', '=', handed!.id)
    .execute()
  runtime.advance({ seconds: 61 })
  assert.equal((await take()).length, 0)
  const ended = await db
    .selectFrom('mails')
    .select(['id', 'state', 'content'])
    .where('id', 'in', [held!.id, handed!.id])
    .orderBy('id')
    .execute()
  assert.deepEqual(
    ended.map(({ state, content }) => [state, content]),
    [
      ['sent', null],
      ['unsure', null],
    ],
  )
  runtime.advance({ minutes: 16 })
})

test('a server that is cut after the text is not sent the mail again', async () => {
  mischief.cutAfterText = 1
  await ask('ada@example.com')
  assert.equal((await take()).length, 1)
  runtime.advance({ hours: 2 })
  assert.equal((await take()).length, 0)
  assert.equal((await states()).at(-1)![1], 'unsure')
})

test('an address gets notices once its owner has followed the link, until one click ends them', async () => {
  const { id, member_id: memberId } = ada.who.household!
  const member = await product.member(id, memberId)
  const body = { name: 'Mail', address: 'notices@example.com', language: 'es' }
  assert.equal((await member.request('POST', '/notices/ways/mail', { body })).status, 200)
  const [asked] = await take()
  assert.equal(asked!.to, 'notices@example.com')
  const { body: before } = await member.request<{ ways: unknown[] }>('GET', '/notices/settings')
  assert.equal(before.ways.length, 0)
  const token = { token: tokenIn(textOf(asked!)) }
  const other = await product.household()
  const eve = await product.member(other.household_id, other.members['ada']!)
  const stolen = await eve.request('POST', '/notices/ways/mail/confirm', { body: token })
  assert.deepEqual(outcome(stolen), [410, 'link_not_valid'])
  for (let twice = 0; twice < 2; twice += 1) {
    assert.equal(
      (await member.request('POST', '/notices/ways/mail/confirm', { body: token })).status,
      200,
    )
  }
  type Settings = {
    readonly ways: readonly { readonly id: string; readonly gone: boolean }[]
    readonly saved: boolean
    readonly language: string
  }
  const settings = async () => (await member.request<Settings>('GET', '/notices/settings')).body
  const ways = async () => (await settings()).ways
  const { saved, language } = await settings()
  assert.deepEqual([saved, language], [true, 'es'])
  const [way, ...more] = await ways()
  assert.equal(more.length, 0)
  const tried = await member.request('POST', `/notices/ways/${way!.id}/test`, { body: {} })
  assert.deepEqual(tried.body, { sent: true, reason: null })
  const [notice] = caught.splice(0)
  assert.match(
    textOf(notice!),
    /Ver en Earmark:\s+https:\/\/budget\.example\.com\/settings\/notices\s/,
  )
  assert.equal(headerOf(notice!, 'list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
  const link = headerOf(notice!, 'list-unsubscribe')!.slice(1, -1)
  assert.ok(link.startsWith(`${PUBLIC_URL}/unsubscribe/`))
  const path = new URL(link).pathname
  const get = await product.app.request(path)
  assert.deepEqual([get.status, (await ways())[0]!.gone], [200, false])
  const post = await product.app.request(path, {
    method: 'POST',
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  assert.deepEqual([post.status, (await ways())[0]!.gone], [200, true])
  assert.equal(
    (await product.app.request(`${path.slice(0, -4)}aaaa`, { method: 'POST' })).status,
    404,
  )
  assert.equal(await deliverDueNotices(runtime), 0)
})

test('a browser that is signed in is not reported as new when it sets a password', async () => {
  const password = 'another long pass phrase'
  const browser = startBrowser(product)
  const body = { email: 'ada@example.com', password }
  assert.equal((await browser.request('POST', '/sign-in', { body })).status, 200)
  assert.equal((await take()).length, 1)
  const notices = async () =>
    (await db.selectFrom('notices').select('id').where('kind', '=', 'sign_in').execute()).length
  assert.equal(await notices(), 1)
  // The cookie that marks a known browser was deleted.
  const unmarked = startBrowser(product, { cookie: browser.cookie() })
  for (const [method, path, sent] of [
    ['PUT', '/password', { password }],
    ['POST', '/access/revoke-all', { passkeys: false }],
  ] as const) {
    assert.equal((await unmarked.request(method, path, { body: sent })).status, 200, path)
    assert.deepEqual([await take(), await notices()], [[], 1], path)
  }
})

test('without a mail server or PUBLIC_URL no link is mailed, and the entrance says so', async () => {
  for (const mail of [
    { server: null, publicUrl: PUBLIC_URL },
    { server: mails.settings, publicUrl: null },
  ]) {
    const bare = await startProduct({ mail })
    const bo = await givenAccount(bare)
    const browser = startBrowser(bare)
    const { body } = await browser.request('GET', '/entrance')
    assert.equal(body['mails_links'], false)
    const reset = { body: { email: 'ada@example.com' } }
    assert.deepEqual(outcome(await browser.request('POST', '/password-reset/mail', reset)), [
      409,
      'mail_unavailable',
    ])
    const mailed = { email: 'x@example.com', mail: { language: 'en' } }
    assert.deepEqual(outcome(await bo.request('POST', '/invitations', { body: mailed })), [
      409,
      'mail_unavailable',
    ])
  }
})

test('operators alone set the mail server of the page; its password goes to no other server', async () => {
  const own = await startProduct({ mail: { server: null, publicUrl: null } })
  const bo = await givenAccount(own)
  await own.db.deleteFrom('operators').execute()
  assert.deepEqual(outcome(await bo.request('GET', '/mail')), [403, 'operator_required'])
  await addOperator({ ...own.runtime, db: own.db }, bo.who.person.id)
  const server = {
    host: 'mail.example.com',
    port: 587,
    security: 'starttls',
    user: 'ada',
    from: 'a@b.example',
  }
  const set = await bo.request('PUT', '/mail', { body: { ...server, password: PASSWORD } })
  assert.equal(set.status, 200)
  assert.doesNotMatch(set.text, new RegExp(PASSWORD))
  const kept = await bo.request('PUT', '/mail', { body: { ...server, from: 'c@d.example' } })
  assert.equal(kept.status, 200)
  const elsewhere = await bo.request('PUT', '/mail', {
    body: { ...server, host: 'evil.example.com' },
  })
  assert.deepEqual([elsewhere.status, elsewhere.body.error.param], [400, 'password'])
  const open = { ...server, security: 'none', password: PASSWORD }
  const unsafe = await bo.request('PUT', '/mail', { body: open })
  assert.deepEqual([unsafe.status, unsafe.body.error.param], [400, 'security'])
  const removed = await bo.request('DELETE', '/mail')
  assert.equal(removed.body['server'], null)
})
