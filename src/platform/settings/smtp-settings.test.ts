import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSmtpSettings } from './smtp-settings.ts'

const FROM = 'Earmark <budget@example.com>'
const read = (given: Readonly<Record<string, string>>) =>
  readSmtpSettings({ EARMARK_MAIL_FROM: FROM, ...given })
const login = { user: 'ada', password: 'secret' }
const open = { user: null, password: null }

test('without a server there are no settings, and a sender alone is a fault', () => {
  assert.deepEqual(readSmtpSettings({}), { settings: null, faults: [] })
  assert.deepEqual(readSmtpSettings({ EARMARK_SMTP_HOST: '' }), { settings: null, faults: [] })
  assert.match(read({}).faults.join(), /EARMARK_MAIL_FROM needs EARMARK_SMTP_HOST/)
})

test('port and encryption follow from each other, in one address as in parts', () => {
  const cases: readonly (readonly [Readonly<Record<string, string>>, readonly unknown[]])[] = [
    [{ EARMARK_SMTP_HOST: 'mail.example' }, [587, 'starttls']],
    [{ EARMARK_SMTP_HOST: 'mail.example', EARMARK_SMTP_PORT: '465' }, [465, 'tls']],
    [{ EARMARK_SMTP_HOST: 'mail.example', EARMARK_SMTP_PORT: '2525' }, [2525, 'starttls']],
    [{ EARMARK_SMTP_HOST: 'mail.example', EARMARK_SMTP_TLS: 'none' }, [25, 'none']],
    [{ EARMARK_SMTP_HOST: 'mail.example', EARMARK_SMTP_TLS: 'tls' }, [465, 'tls']],
    [{ EARMARK_SMTP_URL: 'smtp://mail.example' }, [587, 'starttls']],
    [{ EARMARK_SMTP_URL: 'smtps://mail.example' }, [465, 'tls']],
    [{ EARMARK_SMTP_URL: 'smtps://mail.example:8465/' }, [8465, 'tls']],
    [{ EARMARK_SMTP_URL: 'smtp://mail.example:465' }, [465, 'tls']],
    [{ EARMARK_SMTP_URL: 'smtp://mail.example', EARMARK_SMTP_TLS: 'none' }, [25, 'none']],
  ]
  for (const [given, [port, security]] of cases) {
    const expected = { host: 'mail.example', port, security, ...open, from: FROM }
    assert.deepEqual(read(given), { settings: expected, faults: [] }, JSON.stringify(given))
  }
})

test('an address may hold a login, escaped, and a host that is an IPv6 address', () => {
  const escaped = 'smtp://ada%40example.com:p%2Fw%25@[::1]:2587'
  assert.deepEqual(read({ EARMARK_SMTP_URL: escaped }).settings, {
    host: '::1',
    port: 2587,
    security: 'starttls',
    user: 'ada@example.com',
    password: 'p/w%',
    from: FROM,
  })
})

test('a fault names its variable, and never the value', () => {
  const host = { EARMARK_SMTP_HOST: 'mail.example' }
  const parts = { ...host, EARMARK_SMTP_USER: login.user, EARMARK_SMTP_PASSWORD: login.password }
  const cases: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
    [{ EARMARK_SMTP_PORT: '25' }, /^EARMARK_SMTP_HOST must/],
    [{ EARMARK_SMTP_HOST: 'secret host' }, /^EARMARK_SMTP_HOST must/],
    [{ ...host, EARMARK_SMTP_PORT: 'secret' }, /^EARMARK_SMTP_PORT must/],
    [{ ...host, EARMARK_SMTP_PORT: '65536' }, /^EARMARK_SMTP_PORT must/],
    [{ ...host, EARMARK_SMTP_TLS: 'secret' }, /^EARMARK_SMTP_TLS must be one of/],
    [{ ...host, EARMARK_SMTP_USER: 'secret' }, /^EARMARK_SMTP_PASSWORD must be set together/],
    [{ ...host, EARMARK_SMTP_PASSWORD: 'secret' }, /^EARMARK_SMTP_USER must be set together/],
    [{ ...parts, EARMARK_SMTP_TLS: 'none' }, /^EARMARK_SMTP_TLS must be tls or starttls/],
    [{ ...host, EARMARK_MAIL_FROM: '' }, /^EARMARK_MAIL_FROM must be set/],
    [{ ...host, EARMARK_MAIL_FROM: 'secret' }, /^EARMARK_MAIL_FROM must be an address/],
    [{ EARMARK_SMTP_URL: 'https://secret.example' }, /^EARMARK_SMTP_URL must/],
    [{ EARMARK_SMTP_URL: 'secret' }, /^EARMARK_SMTP_URL must/],
    [{ EARMARK_SMTP_URL: 'smtp://a:secret%zz@mail.example' }, /^EARMARK_SMTP_URL must/],
    [{ EARMARK_SMTP_URL: 'smtp://mail.example/secret' }, /^EARMARK_SMTP_URL must/],
    [{ EARMARK_SMTP_URL: 'smtp://mail.example?secret' }, /^EARMARK_SMTP_URL must/],
    [
      { EARMARK_SMTP_URL: 'smtp://mail.example', ...host },
      /^EARMARK_SMTP_HOST must not be set beside/,
    ],
  ]
  for (const [given, expected] of cases) {
    const { faults } = read(given)
    assert.match(faults[0] ?? '', expected, JSON.stringify(given))
    assert.doesNotMatch(faults.join(), /secret/, JSON.stringify(given))
  }
})
