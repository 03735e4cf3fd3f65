import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '#/platform/runtime/config.ts'
import { startBrowser } from '../../../../test/support/browser.ts'
import { account, outcome, PASSWORD, type Who } from '../../../../test/support/given-account.ts'
import { startProduct } from '../../../../test/support/product.ts'
import { commands } from '#/app/cli/commands.ts'
import type { Invocation } from '#/app/cli/parsing/command.ts'
import { understand } from '#/app/cli/parsing/understand.ts'

const server = {
  host: 'mail.example.com',
  port: 25,
  security: 'none',
  user: null,
  password: null,
  from: 'budget@example.com',
} as const
const product = await startProduct({ mail: { server, publicUrl: 'https://budget.example' } })

async function run(...words: string[]): Promise<{ url: string; token: string }> {
  const understood = understand(words, commands)
  assert.ok(understood.kind === 'run', words.join(' '))
  const invocation: Invocation = {
    ...understood,
    config: readConfig({ PUBLIC_URL: 'https://budget.example' }),
    withRuntime: (work) => work(product.runtime),
    read: () => assert.fail('it reads nothing'),
    print: () => assert.fail('its output is returned'),
    isTerminal: false,
    notice: () => {},
    stopped: () => assert.fail('it does not wait'),
  }
  const { json } = (await understood.command.run(invocation))!
  const { url = null, urls = null } = json as { url?: string; urls?: { open: string } }
  return read(url ?? urls!.open)
}

function read(url: string): { url: string; token: string } {
  return { url, token: new URL(url).hash.slice('#k='.length) }
}

test('the operator prints links to set up, to become a member, and to reset a password', async () => {
  await assert.rejects(
    run('reset-password', 'ada@example.com'),
    /There is no account with the address/,
  )
  const setup = await run('setup-link')
  assert.match(setup.url, /^https:\/\/budget\.example\/setup#k=/)
  const ada = startBrowser(product)
  const made = await ada.request<Who>('POST', '/setup', {
    body: { ...account, token: setup.token },
  })
  assert.equal(made.status, 201)
  await assert.rejects(run('setup-link'), /has been set up/)

  const { household_id, members } = await product.household({
    members: [{ ref: 'bo', name: 'Bo', email: 'bo@example.com', role: 'owner' }],
    keys: [],
  })
  const invited = await run('member', 'invite', household_id, '--member', members['bo']!)
  assert.match(invited.url, /^https:\/\/budget\.example\/invite#k=/)
  const joined = await startBrowser(product).request<Who>('POST', '/invitations/accept', {
    body: {
      token: invited.token,
      account: { name: 'Bo', email: 'Bo@example.com', password: PASSWORD },
    },
  })
  assert.deepEqual(
    [joined.body.household?.id, joined.body.household?.member_id, joined.body.household?.role],
    [household_id, members['bo'], 'owner'],
  )
  const invite = (...words: string[]) => run('member', 'invite', household_id, ...words)
  await assert.rejects(invite('--email', 'x'), /not an address/)
  await assert.rejects(invite('--mail', 'de'), /address to which the link is mailed/)
  await invite('--email', 'cy@example.com', '--mail', 'de')
  const mails = product.db.selectFrom('mails').select(['kind', 'state'])
  assert.deepEqual(await mails.where('kind', '=', 'invitation').execute(), [
    { kind: 'invitation', state: 'queued' },
  ])

  const reset = await run('reset-password', 'BO@example.com')
  assert.match(reset.url, /^https:\/\/budget\.example\/reset#k=/)
  const done = await startBrowser(product).request('POST', '/password-reset', {
    body: { token: reset.token, password: 'another walk in the snow' },
  })
  assert.deepEqual(outcome(done), [200])
})

test('the demo prints a link by which a stranger opens it at once, once', async () => {
  const { url, token } = await run('demo', '--transactions', '20')
  assert.match(url, /^https:\/\/budget\.example\/demo#k=/)
  const guest = startBrowser(product)
  const made = await guest.request<Who>('POST', '/demo/open', { body: { token } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.deepEqual(
    [made.body.person.email, made.body.household?.demo, made.body.household?.role],
    [null, true, 'owner'],
  )
  const home = await guest.request<{ household: { name: string }; counts: { expenses: number } }>(
    'GET',
    '/home',
  )
  assert.equal(home.body.household.name, 'The Alameda household')
  assert.ok(home.body.counts.expenses > 10)
  const again = await startBrowser(product).request('POST', '/demo/open', { body: { token } })
  assert.equal(again.status, 410, JSON.stringify(again.body))
})

test('a signed-in person opens the demo beside their own household', async () => {
  const { household_id, members } = await product.household({})
  const ada = await product.member(household_id, members['ada']!)
  const { token } = await run('demo', '--transactions', '20')
  const opened = await ada.request<Who>('POST', '/demo/open', { body: { token } })
  assert.equal(opened.status, 201, JSON.stringify(opened.body))
  assert.equal(opened.body.household?.demo, true)
  assert.equal(opened.body.households.length, 2)
})

test('an invitation into another household opens no demo', async () => {
  const { household_id, members } = await product.household({
    members: [{ ref: 'bo', name: 'Bo', email: 'bo2@example.com', role: 'owner' }],
    keys: [],
  })
  const { token } = await run('member', 'invite', household_id, '--member', members['bo']!)
  const refused = await startBrowser(product).request('POST', '/demo/open', { body: { token } })
  assert.equal(refused.status, 410, JSON.stringify(refused.body))
})
