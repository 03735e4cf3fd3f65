import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addIdentity } from '#/access/oidc/identities.ts'
import { givenAccount } from '../../../../test/support/given-account.ts'
import { providerAt, settingsOf } from '../../../../test/support/oidc/given-oidc.ts'
import { startProduct } from '../../../../test/support/product.ts'
import { runCommand } from '../../../../test/support/run-command.ts'
import { CommandError, UsageError } from '#/app/cli/parsing/command.ts'

const ISSUER = 'https://auth.example.com/'
const oidc = settingsOf([providerAt(ISSUER, { name: 'Home ID' })])
const product = await startProduct({ oidc })
const { runtime, db } = product
const { person } = (await givenAccount(product)).who
const run = (...words: string[]) => runCommand(runtime, words)
const link = (issuer: string, subject: string) =>
  addIdentity(runtime, person.id, { issuer, subject, account: 'ada' })

type Shown = { readonly identities: readonly { id: string; provider: string | null }[] }

test('`person show` lists linked logins by name, and those whose provider is gone', async () => {
  assert.match((await run('person', 'show', person.email!)).text, /has no linked login\./)
  await link(ISSUER, 'subject one')
  runtime.advance({ seconds: 1 })
  await link('https://old.example.com/', 'subject two')
  const { json, text } = await run('person', 'show', person.id)
  assert.deepEqual(
    (json as Shown).identities.map(({ provider }) => provider),
    ['1', null],
  )
  assert.match(text, /Home ID +ada/)
  assert.match(text, /https:\/\/old\.example\.com\//)
  assert.doesNotMatch(text, /subject/, 'the subject is nobody’s business')
  assert.match((await run('person', 'list')).text, /2 linked logins/)
})

test('`person unlink` removes one login of that person, even the last, and their history says so', async () => {
  const { identities } = (await run('person', 'show', person.id)).json as Shown
  for (const { id } of identities) {
    const { text } = await run('person', 'unlink', person.email!, id)
    assert.match(text, /unlinked from .*sign-out/)
  }
  assert.deepEqual(((await run('person', 'show', person.id)).json as Shown).identities, [])
  const events = await db
    .selectFrom('person_events')
    .select('address')
    .where('action', '=', 'identity.unlink')
    .execute()
  assert.deepEqual(events, [{ address: 'command line' }, { address: 'command line' }])
})

test('`person show` and `person unlink` name what they do not find, and change nothing', async () => {
  await link(ISSUER, 'subject three')
  const other = runtime.newId()
  const refused = async (pattern: RegExp, ...words: string[]) =>
    assert.rejects(run(...words), (error) => {
      assert.ok(error instanceof CommandError || error instanceof UsageError, String(error))
      assert.match(error.message, pattern)
      return true
    })
  await refused(
    /no account with the address nobody@x\.example/,
    'person',
    'show',
    'nobody@x.example',
  )
  await refused(/no account with the id/, 'person', 'show', other)
  await refused(/no linked login .*person show/, 'person', 'unlink', person.email!, other)
  await refused(/is not an id/, 'person', 'unlink', person.email!, 'not-an-id')
  assert.equal(((await run('person', 'show', person.id)).json as Shown).identities.length, 1)
})
