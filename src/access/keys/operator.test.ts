import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UsageError } from '#/app/cli/parsing/command.ts'
import { startProduct } from '../../../test/support/product.ts'
import { runCommand } from '../../../test/support/run-command.ts'

const product = await startProduct({ remote: '127.0.0.1', trustedProxies: ['127.0.0.1'] })
const { household_id: household, members } = await product.household()
const run = (...words: string[]) => runCommand(product.runtime, words)
const create = async (...options: string[]) => {
  const words = ['key', 'create', household, '--member', members['ada']!, ...options]
  return (await run(...words)).json as { id: string; api_key: string }
}
const statusOf = async (key: string, path: string, address = '203.0.113.9') => {
  const headers = { 'x-forwarded-for': address, 'user-agent': 'sensor/2' }
  return (await product.request('GET', path, { key, headers })).status
}
const usage = (message: RegExp) => (error: unknown) =>
  error instanceof UsageError && message.test(error.message)

test('a key is created with permissions and networks, and its scope follows from them', async () => {
  const { id, api_key: key } = await create(
    '--allow=accounts:read',
    '--allow=transactions:write,sync:read',
    '--from=203.0.113.0/24',
    '--from=2001:db8::1',
  )
  assert.equal(await statusOf(key, '/accounts'), 200)
  assert.equal(await statusOf(key, '/expenses'), 403)
  assert.equal(await statusOf(key, '/accounts', '192.0.2.1'), 401)
  assert.equal(await statusOf(key, '/accounts', '2001:db8::1'), 200)
  await product.journal.flush()
  const { json, text } = await run('key', 'list', household)
  const listed = (json as { id: string; [name: string]: unknown }[]).find((one) => one.id === id)!
  assert.deepEqual(
    [
      listed['scopes'],
      listed['grants'],
      listed['allowed_from'],
      listed['last_used_from'],
      listed['last_used_by'],
    ],
    [
      ['data.read', 'data.write'],
      ['accounts:read', 'transactions:write', 'sync:read'],
      ['203.0.113.0/24', '2001:db8::1/128'],
      '2001:db8:0:0',
      'sensor/2',
    ],
  )
  assert.deepEqual(
    (listed['places'] as { network: string }[]).map(({ network }) => network).toSorted(),
    ['2001:db8:0:0', '203.0.113.9'],
  )
  assert.match(text, /accounts:read transactions:write sync:read +203\.0\.113\.0\/24/)
  assert.match(text, /20\d\d-\S+ \S+ +2001:db8:0:0/)
  const events = (await run('events')).json as { action: string; address: string }[]
  const places = events.filter(({ action }) => action === 'key_new_place')
  assert.equal(places.length, 2)
})

test('a key is changed by what is given, and opened again by all and anywhere', async () => {
  const { id, api_key: key } = await create('--scope=data.read,data.write')
  const change = (...options: string[]) => run('key', 'change', id, ...options)
  await change('--allow=categories:read', '--from=198.51.100.1')
  assert.equal(await statusOf(key, '/categories'), 401)
  assert.equal(await statusOf(key, '/categories', '198.51.100.1'), 200)
  assert.equal(await statusOf(key, '/accounts', '198.51.100.1'), 403)
  const { text } = await change('--from=anywhere', '--name=Screen')
  assert.equal(text, `Changed ${id}: categories:read.`)
  assert.equal(await statusOf(key, '/categories'), 200)
  await change('--allow=all')
  assert.equal(await statusOf(key, '/accounts'), 200)
})

test('what cannot be understood is refused by name, and changes nothing', async () => {
  const { id } = await create('--scope=data.read')
  await assert.rejects(create('--allow=loans:read'), usage(/^--allow: one of accounts:read, /))
  await assert.rejects(create('--allow=accounts'), usage(/^--allow: one of accounts:read, /))
  await assert.rejects(create('--from=203.0.113.0/24'), usage(/--scope is missing/))
  await assert.rejects(run('key', 'change', id), usage(/Say what to change/))
  await assert.rejects(run('key', 'change', id, '--from=home'), /Send a network such as/)
  await assert.rejects(
    run('key', 'change', id, '--from=203.0.113.7/24'),
    /network 203\.0\.113\.0\/24/,
  )
  await assert.rejects(
    create('--scope=data.read', '--allow=accounts:write'),
    /Permission to write needs the scope/,
  )
  const listed = (await run('key', 'list', household)).json as { id: string; grants: unknown }[]
  assert.equal(listed.find((one) => one.id === id)!.grants, null)
})
