import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  headerOf,
  startMailServer,
  startMuteServer,
  textOf,
  trustMailCertificate,
} from '../../../test/fakes/mail-server.ts'
import { readMailAddress, readSender } from '#/core/values/mail-address.ts'
import { MailFailure } from './failure.ts'
import { sendMail } from './send-mail.ts'
import { tryServer } from './try-server.ts'
import type { MailServer } from '#/platform/settings/smtp-settings.ts'

const now = () => Temporal.Instant.from('2026-01-05T12:00:00Z')
const mail = { to: 'bo@example.com', subject: 'Hello', text: 'A text.\n', id: 'one' }
const patience = { connect: 300, greeting: 300, silence: 300, whole: 1000 }

const failure = async (server: MailServer, changes: Partial<typeof mail> = {}) => {
  const error = await sendMail({ now }, { ...mail, ...changes }, { server, patience }).then(
    () => assert.fail('it was sent'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof MailFailure, String(error))
  return [error.kind, error.step, error.fault]
}

const login = { user: 'ada', password: 'a secret of the mail server' }

test('a server without TLS gets no password and no mail where TLS is wanted', async () => {
  const open = await startMailServer({ login })
  const server = { ...open.settings, security: 'starttls' as const }
  assert.deepEqual(await failure(server), ['later', 'tls', 'no_tls'])
  assert.deepEqual(await failure({ ...server, security: 'tls' }), ['later', 'tls', 'no_tls'])
  assert.equal(open.caught.length, 0)
})

test('a certificate that nobody knows is refused', async () => {
  for (const security of ['tls', 'starttls'] as const) {
    const { settings, caught } = await startMailServer({ security, login })
    assert.deepEqual(await failure(settings), ['later', 'tls', 'bad_certificate'])
    assert.equal(caught.length, 0)
  }
})

test('a mail arrives over TLS, after a login, with its headers', async () => {
  trustMailCertificate()
  for (const security of ['tls', 'starttls'] as const) {
    const { settings, caught } = await startMailServer({ security, login })
    await sendMail(
      { now },
      {
        ...mail,
        subject: 'Señal: 5 €',
        text: 'Más\n.\nEnd',
        html: '<p>Más</p>',
        unsubscribe: 'https://e.test/u/1',
      },
      { server: settings },
    )
    assert.equal(caught.length, 1)
    assert.equal(caught[0]!.to, 'bo@example.com')
    assert.equal(headerOf(caught[0]!, 'message-id'), '<one@example.com>')
    assert.equal(headerOf(caught[0]!, 'list-unsubscribe'), '<https://e.test/u/1>')
    assert.equal(headerOf(caught[0]!, 'list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
    assert.match(textOf(caught[0]!), /Más\r?\n\.\r?\nEnd/)
  }
})

test('a wrong password is reported as such, and tried again later', async () => {
  const { settings } = await startMailServer({ security: 'tls', login })
  assert.deepEqual(await failure({ ...settings, password: 'wrong' }), [
    'later',
    'login',
    'login_refused',
  ])
})

test('a server that hangs, that is no mail server or that is not there is tried again', async () => {
  assert.deepEqual(await failure(await startMuteServer(null)), ['later', 'connect', 'timeout'])
  const web = await startMuteServer('HTTP/1.1 400 Bad Request\r\n\r\n')
  assert.deepEqual(await failure(web), ['later', 'connect', 'no_smtp'])
  assert.deepEqual(await failure({ ...web, port: 1 }), ['later', 'connect', 'unreachable'])
  assert.deepEqual(await failure({ ...web, host: 'no.invalid' }), [
    'later',
    'connect',
    'unknown_host',
  ])
})

test('a refused recipient is final, and a greylisted one is not', async () => {
  const { settings, mischief, caught } = await startMailServer()
  mischief.recipients = [550, 450]
  assert.deepEqual(await failure(settings), ['refused', 'recipient', 'refused'])
  assert.deepEqual(await failure(settings), ['later', 'recipient', 'later'])
  mischief.texts = [554, 451]
  assert.deepEqual(await failure(settings), ['refused', 'message', 'refused'])
  assert.deepEqual(await failure(settings), ['later', 'message', 'later'])
  assert.equal(caught.length, 0)
})

test('a server that is cut or silent after the text may have the mail', async () => {
  const { settings, mischief, caught } = await startMailServer()
  mischief.cutAfterText = 1
  assert.deepEqual(await failure(settings), ['unsure', 'message', 'unanswered'])
  mischief.silentAfterText = 1
  assert.deepEqual(await failure(settings), ['unsure', 'message', 'unanswered'])
  assert.equal(caught.length, 2)
})

test('no value begins another header or another recipient', async () => {
  const { settings, caught } = await startMailServer()
  const subject = 'Hello\r\nBcc: eve@example.com\r\n\r\nbody'
  await sendMail({ now }, { ...mail, subject }, { server: settings })
  assert.equal(headerOf(caught[0]!, 'bcc'), null)
  assert.equal(headerOf(caught[0]!, 'subject'), 'Hello Bcc: eve@example.com body')
  for (const to of [
    'bo@example.com\r\nRCPT TO:<eve@example.com>',
    'a@b, c@d',
    '<bo@example.com>',
  ]) {
    assert.deepEqual(await failure(settings, { to }), ['refused', 'recipient', 'bad_address'])
  }
  assert.equal(caught.length, 1)
})

test('a trial names the steps that passed and the fault, and never the password', async () => {
  const { settings } = await startMailServer({ security: 'starttls', login })
  const good = await tryServer({ now }, settings, { mail })
  assert.deepEqual(
    good.passed.map(({ step }) => step),
    ['connect', 'tls', 'login', 'message'],
  )
  const bad = await tryServer({ now }, { ...settings, password: 'not this' })
  assert.deepEqual(
    bad.passed.map(({ step }) => step),
    ['connect', 'tls'],
  )
  assert.equal(bad.failure?.fault, 'login_refused')
  assert.doesNotMatch(JSON.stringify([bad, bad.failure?.message]), /not this/)
})

test('addresses are those that SMTP carries', () => {
  assert.equal(readMailAddress('Ada.B+x@Example.COM'), 'Ada.B+x@example.com')
  assert.equal(readMailAddress('ada@münchen.example'), 'ada@xn--mnchen-3ya.example')
  for (const wrong of [
    'ada',
    '@example.com',
    'a b@example.com',
    'ada@',
    'ada@ex ample',
    'ä@example.com',
    'ada@[127.0.0.1]',
    'ada@10.0.0.1',
    'a..b@example.com',
  ]) {
    assert.equal(readMailAddress(wrong), null, wrong)
  }
  assert.deepEqual(readSender('"Our money" <a@b.example>'), {
    name: 'Our money',
    address: 'a@b.example',
  })
  assert.equal(readSender('Eve\r\nBcc: x <a@b.example>'), null)
})
