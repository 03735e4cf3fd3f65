import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '#/platform/runtime/config.ts'
import { startFakeOidc } from '../../../test/fakes/fake-oidc.ts'
import { checkProviders } from './check-providers.ts'

const DOCUMENT = '/.well-known/openid-configuration'
const fake = await startFakeOidc()
const now = () => Temporal.Instant.from('2026-11-20T09:00:00Z')

/** Checks one provider with these settings. */
async function look(more: Readonly<Record<string, string>> = {}) {
  const config = readConfig({
    EARMARK_OIDC_1_ISSUER: fake.issuer,
    EARMARK_OIDC_1_CLIENT_ID: 'earmark',
    EARMARK_OIDC_1_NAME: 'Home',
    EARMARK_ALLOW_CIDRS: '127.0.0.0/8',
    ...more,
  })
  const [check, ...others] = await checkProviders(config, now)
  assert.equal(others.length, 0)
  return check!
}
const answering = (body: object) =>
  fake.lie({ answers: { [DOCUMENT]: { status: 200, body: JSON.stringify(body) } } })
const honest = {
  issuer: fake.issuer,
  authorization_endpoint: `${fake.issuer}/authorize`,
  token_endpoint: `${fake.issuer}/token`,
  jwks_uri: `${fake.issuer}/jwks`,
}

test('without providers there is nothing to check', async () => {
  assert.deepEqual(await checkProviders(readConfig({}), now), [])
})

test('a provider that answers is fine, and its ways to sign out are named', async () => {
  fake.lie()
  const plain = await look()
  assert.deepEqual([plain.check, plain.status], ['providers', 'ok'])
  assert.match(plain.says, /^Home answers, and offers no sign-out\.$/)
  const out = { ...honest, end_session_endpoint: `${fake.issuer}/end` }
  answering(out)
  assert.match((await look()).says, /offers sign-out\.$/)
  answering({ ...out, backchannel_logout_supported: true })
  assert.match((await look()).says, /offers sign-out, here too when people sign out there\.$/)
})

test('a provider without PKCE is a warning', async () => {
  answering({ ...honest, code_challenge_methods_supported: ['plain'] })
  const { status, says } = await look()
  assert.equal(status, 'warning')
  assert.match(says, /Home does not name PKCE with S256/)
})

test('a provider that is another, down, broken or forbidden is a fault with a remedy', async () => {
  const faulty = async (more?: Readonly<Record<string, string>>) => {
    const { status, says, remedy } = await look(more)
    assert.equal(status, 'fault', says)
    assert.match(remedy ?? '', /EARMARK_OIDC_1_ISSUER.*EARMARK_ALLOW_CIDRS/)
    return says
  }
  answering({ ...honest, issuer: 'https://evil.example' })
  assert.match(await faulty(), /wrong_issuer/)
  fake.lie({ answers: { [DOCUMENT]: { status: 200, body: 'not json' } } })
  assert.match(await faulty(), /unavailable/)
  fake.lie({ answers: { [DOCUMENT]: { status: 404, body: '' } } })
  await faulty()
  fake.lie()
  assert.match(await faulty({ EARMARK_ALLOW_CIDRS: '' }), /unavailable/)
  assert.match(await faulty({ EARMARK_OIDC_1_ISSUER: 'http://127.0.0.1:9' }), /unavailable/)
})
