import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#/platform/contract/refusal.ts'
import { readConfig } from '#/platform/runtime/config.ts'
import { givenAccount, outcome } from '../../../../test/support/given-account.ts'
import { startProduct } from '../../../../test/support/product.ts'
import { commands } from '#/app/cli/commands.ts'
import type { Invocation } from '#/app/cli/parsing/command.ts'
import { understand } from '#/app/cli/parsing/understand.ts'

const product = await startProduct({ limited: false })
const ada = await givenAccount(product)
const { id: household, member_id: member } = ada.who.household!

async function run(...words: string[]) {
  const understood = understand(words, commands)
  assert.ok(understood.kind === 'run', words.join(' '))
  const invocation: Invocation = {
    ...understood,
    config: readConfig({}),
    withRuntime: (work) => work(product.runtime),
    read: () => assert.fail('it reads nothing'),
    print: () => assert.fail('its output is returned'),
    isTerminal: false,
    notice: () => {},
    stopped: () => assert.fail('it does not wait'),
  }
  return (await understood.command.run(invocation))!
}

async function makeKey(): Promise<string> {
  const expires_at = product.runtime.now().add({ hours: 24 }).toString()
  const { body } = await ada.request<{ api_key: string }>('POST', '/keys', {
    body: { name: 'Sheet', scopes: ['data.read'], expires_at },
  })
  return body.api_key
}

test('the operator lists every credential, and ends them', async () => {
  const key = await makeKey()
  const { json, text } = await run('access', household)
  const listed = json as { keys: { name: string }[]; members: { person: { sessions: [] } }[] }
  assert.deepEqual([listed.keys[0]?.name, listed.members[0]?.person.sessions.length], ['Sheet', 1])
  for (const word of ['session', 'known browser', 'Sheet', 'no authenticator']) {
    assert.ok(text.includes(word), word)
  }
  assert.ok(!JSON.stringify(json).includes(key))
  await run('access', household, '--member', member, '--revoke-all')
  assert.equal((await product.request('GET', '/me', { key })).status, 401)
  assert.deepEqual(outcome(await ada.request('GET', '/session')), [401, 'session_required'])
  const after = (await run('access', household)).json as typeof listed
  assert.deepEqual([after.keys, after.members[0]?.person.sessions], [[], []])
})

test('an unknown household or member is refused', async () => {
  const nobody = product.runtime.newId()
  await assert.rejects(run('access', nobody), Refusal)
  await assert.rejects(run('access', household, '--member', nobody), Refusal)
})

test('a reset link of the operator can end all access, and still works afterwards', async () => {
  const { json } = await run('reset-password', 'ada@example.com', '--revoke-all')
  const { url } = json as { url: string }
  const body = { token: new URL(url).hash.slice('#k='.length), password: 'nine slow herons wade' }
  assert.deepEqual(outcome(await ada.request('POST', '/password-reset', { body })), [200])
})

test('the operator sees the host of every webhook, and pauses it', async () => {
  const owned = { household_id: household, member_id: member }
  const id = product.runtime.newId()
  const at = product.runtime.now()
  const { db } = product
  await db
    .insertInto('webhooks')
    .values({
      ...owned,
      id,
      name: 'Out',
      url: 'https://hooks.example/secret-path',
      header_names: [],
      headers: null,
      secret: product.runtime.seal.seal('whsec_x', `webhooks.secret:${id}`),
      enabled: true,
      epoch: 0,
      created_at: at,
      updated_at: at,
    })
    .execute()
  const of = { household_id: household, webhook_id: id }
  await db.insertInto('webhook_lanes').values(of).execute()
  await db
    .insertInto('webhook_health')
    .values({ ...of, silent: 0 })
    .execute()
  const { json, text } = await run('webhook', 'list', household)
  assert.equal((json as { host: string }[])[0]?.host, 'hooks.example')
  assert.ok(text.includes('hooks.example') && !text.includes('secret-path'))
  const paused = (await run('webhook', 'pause', household, id)).json as { enabled: boolean }
  assert.equal(paused.enabled, false)
})
