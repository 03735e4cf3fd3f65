import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBrowser } from '../../test/browser.ts'
import { startProduct } from '../../test/product.ts'
import { makeLink } from './links.ts'

const PASSWORD = 'a long walk in the rain'

const product = await startProduct()
const { world } = product

async function setUpLink() {
  return (await makeLink(world, { purpose: 'setup', personId: null })).token
}

const household = { name: 'Home', timezone: 'Europe/Madrid', currency: 'EUR' }
const account = { name: 'Ada', email: 'Ada@Example.com', password: PASSWORD, household }

test('the first account is made by the link of the log alone, once', async () => {
  const browser = startBrowser(product)
  assert.deepEqual((await browser.request('GET', '/entrance')).body, {
    needs_setup: true,
    passkeys: 'available',
  })
  const wrong = await browser.request('POST', '/setup', { body: { ...account, token: 'guessed' } })
  assert.deepEqual([wrong.status, wrong.body.error.code], [410, 'link_not_valid'])
  const none = await browser.request('POST', '/setup', { body: account })
  assert.deepEqual([none.status, none.body.error.code], [410, 'link_not_valid'])

  const [first, second] = [await setUpLink(), await setUpLink()]
  const checked = await browser.request('POST', '/setup/check', { body: { token: first } })
  assert.equal(checked.body['expires_at'], '2026-01-06T12:00:00.000Z')
  const made = await browser.request<Who>('POST', '/setup', { body: { ...account, token: first } })
  assert.equal(made.status, 201)
  assert.deepEqual(
    [made.body.person.email, made.body.household?.name, made.body.household?.role],
    ['Ada@Example.com', 'Home', 'owner'],
  )
  assert.deepEqual((await browser.request('GET', '/session')).body, made.body)
  assert.equal((await browser.request('GET', '/settings')).status, 200)

  const again = await browser.request('POST', '/setup', { body: { ...account, token: second } })
  assert.deepEqual([again.status, again.body.error.code], [409, 'setup_done'])
})

test('a password signs in however the address is capitalised, and signing out ends it at once', async () => {
  const browser = startBrowser(product)
  const wrong = { email: 'ada@example.com', password: 'a long walk in the sun' }
  const refused = await browser.request('POST', '/sign-in', { body: wrong })
  assert.deepEqual([refused.status, refused.body.error.code], [401, 'sign_in_failed'])
  assert.equal(refused.headers.get('set-cookie'), null)
  const entered = await browser.request<Who>('POST', '/sign-in', {
    body: { email: ' ada@EXAMPLE.com', password: PASSWORD },
  })
  assert.equal(entered.body.person.name, 'Ada')
  const cookie = browser.cookie()
  assert.equal((await browser.request('POST', '/sign-out')).status, 200)
  assert.equal(browser.cookie(), null)
  const kept = startBrowser(product, { cookie })
  const late = await kept.request('GET', '/session')
  assert.deepEqual([late.status, late.body.error.code], [401, 'session_required'])
})

type Who = {
  person: { id: string; name: string; email: string | null }
  household: { id: string; name: string; role: string; demo: boolean } | null
  households: { id: string }[]
  sudo_until: string | null
}
