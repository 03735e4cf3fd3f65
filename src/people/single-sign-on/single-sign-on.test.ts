import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { lockPerson } from '#/people/access/lock.ts'
import { makeLink } from '#/people/links.ts'
import { prunePeople } from '#/people/prune.ts'
import { startBrowser } from '../../../test/support/browser.ts'
import { account, givenAccount, outcome, PASSWORD } from '../../../test/support/given-account.ts'
import {
  type Finished,
  givenOutbound,
  ORIGIN,
  providerAt,
  settingsOf,
  startOidcBrowser,
} from '../../../test/support/oidc/given-oidc.ts'
import { startRealProvider } from '../../../test/support/oidc/real-provider.ts'
import { startProduct } from '../../../test/support/product.ts'

const provider = await startRealProvider({ redirectUris: [`${ORIGIN}/oidc/1`], origin: ORIGIN })
const settings = settingsOf([providerAt(provider.issuer, { trustsMfa: true })])
const outbound = givenOutbound()
const product = await startProduct({ limited: false, oidc: settings, outbound })
const { runtime, db } = product
const inner = await givenAccount(product)
const ada = startOidcBrowser(product, inner)
const adaId = inner.who.person.id
const prove = () => ada.request('POST', '/sudo', { body: { password: PASSWORD } })
const actionsOf = async (id: string) => {
  const rows = await db
    .selectFrom('person_events')
    .select('action')
    .where('person_id', '=', id)
    .execute()
  return rows.map(({ action }) => action)
}
type Security = {
  identities: { id: string; account: string | null; last_used_at: string | null }[]
}
const identities = async () => (await ada.request<Security>('GET', '/security')).body.identities

test('a stranger whose address at the provider is that of an account does not get in', async () => {
  provider.signInAs('stranger')
  const stranger = startOidcBrowser(product)
  const answer = await stranger.login()
  assert.deepEqual(outcome(answer), [401, 'oidc_not_linked'])
  assert.equal((await stranger.request('GET', '/session')).status, 401)
  const rows = await db.selectFrom('instance_events').select(['action', 'detail']).execute()
  assert.deepEqual(rows, [{ action: 'oidc.refused', detail: 'provider 1: not_linked' }])
})

test('a stranger may choose another account, also while the provider knows them', async () => {
  const stranger = startOidcBrowser(product)
  await stranger.login()
  const shown = provider.forms()
  assert.deepEqual(outcome(await stranger.login()), [401, 'oidc_not_linked'])
  assert.equal(provider.forms(), shown, 'the provider answers with the same account')
  const body = { provider: '1', purpose: 'sign_in', choose_account: true }
  const { body: begun } = await stranger.request<{ url: string }>('POST', '/oidc/begin', { body })
  assert.deepEqual(outcome(await stranger.finish(await stranger.goTo(begun.url))), [
    401,
    'oidc_not_linked',
  ])
  assert.equal(provider.forms(), shown + 1)
})

test('linking needs a recent proof; then the provider signs that person in anywhere', async () => {
  provider.signInAs('ada')
  runtime.advance({ minutes: 6 })
  const early = await ada.request('POST', '/oidc/link', { body: { provider: '1' } })
  assert.deepEqual(outcome(early), [403, 'sudo_required'])
  await prove()
  const linked = await ada.finish(await ada.goTo(await ada.linkAddress()))
  assert.deepEqual([linked.status, linked.body.outcome], [200, 'linked'], linked.text)
  const elsewhere = startOidcBrowser(product)
  const { body, text } = await elsewhere.login()
  assert.deepEqual([body.outcome, body.session?.person.id], ['signed_in', adaId], text)
  assert.equal((await elsewhere.request('GET', '/session')).status, 200)
  const sessions = await ada.request<{ through: string }[]>('GET', '/sessions')
  assert.ok(sessions.body.some(({ through }) => through === 'oidc'))
  const [first] = await identities()
  assert.deepEqual([first!.account, first!.last_used_at === null], ['ada', false])
  const actions = await actionsOf(adaId)
  assert.ok(actions.includes('identity.link') && actions.includes('sign_in.oidc'))
  assert.ok(runtime.logged.some((line) => line.includes('security.browser.new')))
})

test('a login that cannot be stored whole opens no session, and works once it can', async () => {
  provider.signInAs('ada')
  const sessionsOf = async () => (await ada.request<object[]>('GET', '/sessions')).body.length
  const before = await sessionsOf()
  const browser = startOidcBrowser(product)
  const query = await browser.goTo(await browser.begin())
  await sql`alter table oidc_sessions add constraint full_disk check (false) not valid`.execute(db)
  const failed = await browser.finish(query)
  await sql`alter table oidc_sessions drop constraint full_disk`.execute(db)
  assert.ok(failed.status >= 500, failed.text)
  assert.equal(await sessionsOf(), before, 'a provider could not end such a session')
  assert.equal((await browser.request('GET', '/session')).status, 401)
  assert.equal((await browser.finish(query)).body.outcome, 'signed_in')
})

test('an identity belongs to one account: nobody else can link it', async () => {
  const { body: invitation } = await ada.request<{ token: string }>('POST', '/invitations', {
    body: {},
  })
  const bo = startOidcBrowser(product)
  const joined = await bo.request('POST', '/invitations/accept', {
    body: {
      token: invitation.token,
      account: { name: 'Bo', email: 'bo@example.com', password: PASSWORD },
    },
  })
  assert.equal(joined.status, 201, joined.text)
  const taken = await bo.finish(await bo.goTo(await bo.linkAddress()))
  assert.deepEqual(outcome(taken), [409, 'oidc_taken'])
})

test('an invitation accepted through a provider takes over no existing account', async () => {
  const invite = async (body: object = {}) =>
    (await ada.request<{ token: string }>('POST', '/invitations', { body })).body.token
  provider.signInAs('cleo')
  const cleo = startOidcBrowser(product)
  const token = await invite({ email: 'cleo@example.com' })
  const other = { token, account: { name: 'Cleo', email: 'ada@example.com' } }
  const wrong = await cleo.login('invitation', { invitation: other })
  assert.deepEqual(outcome(wrong), [400, 'invalid_parameter'])
  const stolen = { token: await invite(), account: { name: 'Cleo', email: account.email } }
  const refused = await cleo.login('invitation', { invitation: stolen })
  assert.deepEqual(outcome(refused), [409, 'sign_in_required'])
  const own = { token, account: { name: 'Cleo', email: 'cleo@example.com' } }
  const joined = await cleo.login('invitation', { invitation: own })
  assert.deepEqual([joined.status, joined.body.outcome], [200, 'joined'], joined.text)
  const again = await startOidcBrowser(product).login('invitation', { invitation: own })
  assert.equal(again.body.outcome, 'signed_in', 'the identity is linked, so nobody joins twice')
})

test('two factors: Earmark asks for its own code, unless a trusted provider has checked one', async () => {
  provider.signInAs('ada')
  await prove()
  const { body: made } = await ada.request<{ secret: string }>('POST', '/authenticator', {
    body: {},
  })
  const totp = new TOTP({ secret: made.secret })
  const code = () => totp.generate({ timestamp: runtime.now().epochMilliseconds })
  await ada.request('POST', '/authenticator/confirm', { body: { code: code() } })
  const browser = startOidcBrowser(product)
  const query = await browser.goTo(await browser.begin())
  assert.deepEqual(outcome(await browser.finish(query)), [401, 'second_factor_required'])
  assert.deepEqual(outcome(await browser.finish(query, { code: '000000' })), [
    401,
    'second_factor_failed',
  ])
  runtime.advance({ minutes: 1 })
  const right = await browser.finish(query, { code: code() })
  assert.equal(right.body.outcome, 'signed_in', right.text)
  assert.deepEqual(outcome(await browser.finish(query, { code: code() })), [401, 'oidc_failed'])
  provider.signInAs('ada', ['pwd', 'otp', 'mfa'])
  assert.equal((await startOidcBrowser(product).login()).body.outcome, 'signed_in')
  await ada.request('POST', '/sudo', { body: { password: PASSWORD, code: code() } })
  await ada.request('DELETE', '/authenticator', { body: {} })
})

test('a proof needs a new login, by the same account', async () => {
  provider.signInAs('ada')
  const browser = startOidcBrowser(product)
  await browser.login()
  runtime.advance({ minutes: 6 })
  const revoke = () => browser.request('DELETE', '/sessions')
  assert.deepEqual(outcome(await revoke()), [403, 'sudo_required'])
  const forms = provider.forms()
  browser.forgetProvider()
  provider.signInAs('stranger')
  assert.deepEqual(outcome(await browser.login('sudo')), [401, 'oidc_failed'])
  browser.forgetProvider()
  provider.signInAs('ada')
  await browser.goTo(await browser.begin())
  const proved = await browser.login('sudo')
  assert.deepEqual([proved.body.outcome, provider.forms() - forms], ['proved', 3], proved.text)
  assert.equal((await revoke()).status, 200)
  await ada.request('POST', '/sign-in', { body: { email: account.email, password: PASSWORD } })
  assert.deepEqual(
    outcome(
      await startBrowser(product).request('POST', '/oidc/begin', {
        body: { provider: '1', purpose: 'sudo' },
      }),
    ),
    [401, 'session_required'],
  )
})

test('a locked person does not get in through the provider', async () => {
  await lockPerson(runtime, adaId)
  assert.deepEqual(outcome(await startOidcBrowser(product).login()), [401, 'account_locked'])
  await db.updateTable('persons').set({ locked_at: null }).where('id', '=', adaId).execute()
  await db.updateTable('members').set({ locked_at: null }).where('person_id', '=', adaId).execute()
  await ada.request('POST', '/sign-in', { body: { email: account.email, password: PASSWORD } })
})

test('signing out ends the session here, and names the sign-out of the provider', async () => {
  const browser = startOidcBrowser(product)
  await browser.login()
  const { body } = await browser.request<{ url: string }>('POST', '/sign-out')
  const url = new URL(body.url)
  assert.deepEqual(
    [
      url.origin,
      url.searchParams.get('post_logout_redirect_uri'),
      url.searchParams.has('id_token_hint'),
    ],
    [provider.issuer, `${ORIGIN}/sign-in`, true],
  )
  const page = await (await fetch(url)).text()
  assert.doesNotMatch(page, /invalid_request|error/i)
  assert.equal((await browser.request('GET', '/session')).status, 401)
  const byPassword = startBrowser(product)
  await byPassword.request('POST', '/sign-in', {
    body: { email: account.email, password: PASSWORD },
  })
  assert.equal((await byPassword.request('POST', '/sign-out')).body['url'], null)
})

test('the last way in stays: a person without a password keeps one linked provider', async () => {
  provider.signInAs('cleo')
  const cleo = startOidcBrowser(product)
  const { body } = await cleo.login()
  assert.equal(body.session.person.email, 'cleo@example.com')
  const [only] = (await cleo.request<Security>('GET', '/security')).body.identities
  const unlink = (browser: typeof cleo, id: string) =>
    browser.request('DELETE', `/identities/${id}`)
  assert.deepEqual(outcome(await unlink(cleo, only!.id)), [409, 'last_way_in'])
  assert.deepEqual(outcome(await unlink(ada, only!.id)), [404, 'resource_not_found'])
  await prove()
  const [adas] = await identities()
  assert.equal((await unlink(ada, adas!.id)).status, 200)
  provider.signInAs('ada')
  assert.deepEqual(outcome(await startOidcBrowser(product).login()), [401, 'oidc_not_linked'])
})

test('a code that was issued to another browser is refused', async () => {
  provider.signInAs('cleo')
  const [victim, attacker] = [startOidcBrowser(product), startOidcBrowser(product)]
  const stolen = await victim.goTo(await victim.begin())
  const own = await attacker.goTo(await attacker.begin())
  const swapped = await attacker.finish({ ...own, code: stolen['code']! })
  assert.deepEqual(outcome(swapped), [401, 'oidc_failed'])
  assert.equal((await attacker.request('GET', '/session')).status, 401)
  assert.equal((await victim.finish(stolen)).body.outcome, 'signed_in', 'its own browser')
})

test('a person who cancels at the provider is not signed in, and pending logins are pruned', async () => {
  provider.cancel()
  const browser = startOidcBrowser(product)
  const query = await browser.goTo(await browser.begin())
  assert.equal(query['error'], 'access_denied')
  assert.deepEqual(outcome(await browser.finish(query)), [401, 'oidc_failed'])
  runtime.advance({ minutes: 16 })
  await prunePeople(runtime)
  assert.deepEqual(await db.selectFrom('oidc_logins').select('id').execute(), [])
})

test('the first account of an instance may come from a provider, with the setup link only', async () => {
  const empty = await startProduct({ limited: false, oidc: { ...settings, only: true }, outbound })
  provider.signInAs('dora')
  const { token } = await makeLink(empty.runtime, { purpose: 'setup', personId: null })
  const { password: _password, ...owner } = account
  const dora = startOidcBrowser(empty)
  const blank = await dora.login('setup', { setup: { ...owner, token: 'not the token' } })
  assert.deepEqual(outcome(blank), [410, 'link_not_valid'])
  const byPassword = await dora.request('POST', '/setup', { body: { ...account, token } })
  assert.deepEqual(outcome(byPassword), [403, 'oidc_only'])
  const made = await dora.login('setup', { setup: { ...owner, token } })
  assert.deepEqual([made.status, made.body.outcome], [200, 'joined'], made.text)
  const late = await startOidcBrowser(empty).login('setup', { setup: { ...owner, token } })
  assert.ok(late.status >= 400 || late.body.session.person.id === made.body.session.person.id)

  const entrance = await dora.request('GET', '/entrance')
  assert.deepEqual(
    [entrance.body['passwords'], entrance.body['passkeys'], entrance.body['providers']],
    [false, 'off', [{ id: '1', name: 'Home' }]],
  )
  const { person } = made.body.session
  const signIn = { email: account.email, password: PASSWORD }
  assert.deepEqual(outcome(await dora.request('POST', '/sign-in', { body: signIn })), [
    403,
    'oidc_only',
  ])
  const { body: invitation } = await dora.request<{ token: string }>('POST', '/invitations', {
    body: {},
  })
  const eve = { name: 'Eve', email: 'eve@example.com', password: PASSWORD }
  const accepted = await startBrowser(empty).request('POST', '/invitations/accept', {
    body: { token: invitation.token, account: eve },
  })
  assert.deepEqual(outcome(accepted), [403, 'oidc_only'])
  const set = await dora.request('PUT', '/password', { body: { password: PASSWORD } })
  assert.deepEqual(outcome(set), [403, 'oidc_only'])
  const [only] = (await dora.request<Security>('GET', '/security')).body.identities
  assert.deepEqual(outcome(await dora.request('DELETE', `/identities/${only!.id}`)), [
    409,
    'last_way_in',
  ])
  const link = await makeLink(empty.runtime, { purpose: 'reset', personId: person.id })
  const reset = await startBrowser(empty).request('POST', '/password-reset', {
    body: { token: link.token, password: PASSWORD },
  })
  assert.equal(reset.status, 200, 'the operator lets people in again')
  assert.deepEqual(
    outcome(await startBrowser(empty).request('POST', '/sign-in', { body: signIn })),
    [403, 'oidc_only'],
  )
})

test('without providers nothing is offered, and nothing can be begun', async () => {
  const plain = await startProduct({ limited: false })
  const browser = startBrowser(plain)
  const entrance = await browser.request('GET', '/entrance')
  assert.deepEqual([entrance.body['providers'], entrance.body['passwords']], [[], true])
  const begun = await browser.request<Finished>('POST', '/oidc/begin', {
    body: { provider: '1', purpose: 'sign_in' },
  })
  assert.deepEqual(outcome(begun), [404, 'resource_not_found'])
})
