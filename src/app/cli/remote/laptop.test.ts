import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { loadDocument } from '#/documents/load.ts'
import { events } from '#/webhooks/contract.ts'
import { readKey, verifyDelivery } from '#/webhooks/signing/verify.ts'
import { blocks, commandsOf } from '../../../../test/documents/blocks.ts'
import { createTestDatabase } from '../../../../test/support/database.ts'
import { budget } from '../../../../test/support/given.ts'
import { until } from '../../../../test/support/other-processes.ts'
import { ada } from '../../../../test/support/product.ts'
import { createTestRuntime } from '../../../../test/support/runtime.ts'
import { startServer } from '../../../../test/support/server-process.ts'

// A server in a process of its own, and `earmark` as a laptop runs it: in an empty folder, with a home of its own.

const folder = mkdtempSync(join(tmpdir(), 'earmark-laptop-'))
after(() => rmSync(folder, { recursive: true }))
const { db, url: databaseUrl } = await createTestDatabase()
const runtime = createTestRuntime(db)
const loaded = await loadDocument(runtime, { ...ada, ...budget })
const server = await startServer(join(folder, 'server'), {
  DATABASE_URL: databaseUrl,
  EARMARK_ALLOW_CIDRS: '127.0.0.0/8',
})
const origin = server.url.replace('/v1', '')
const [home, settings] = [join(folder, 'home'), join(folder, 'settings')]
mkdirSync(home)

function start(line: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return spawn(
    process.execPath,
    [join(import.meta.dirname, '../../../../bin/earmark.js'), ...line],
    {
      cwd: home,
      env: {
        PATH: process.env['PATH'],
        XDG_CONFIG_HOME: settings,
        EARMARK_PROFILE: 'home',
        ...env,
      },
    },
  )
}

async function earmark(
  line: string,
  { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {},
) {
  const child = start(line.split(' '), env)
  child.stdin.end(input)
  const [out, err] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { code: child.exitCode, out, err }
}

const file = join(settings, 'earmark', 'profiles.json')
const login = (input: string) => earmark(`login ${origin} --profile home`, { input })

test('a key that does not open the instance is refused, and nothing is kept', async () => {
  const key = loaded.keys['rw']!.api_key
  for (const [input, said] of [
    ['secret\n', /no API key of Earmark/],
    [`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}\n`, /no API key of Earmark/],
  ] as const) {
    const { code, err } = await login(input)
    assert.deepEqual([code, said.test(err)], [1, true], err)
    assert.ok(!err.includes('em_live_p'), 'the key is not repeated')
  }
  assert.equal(existsSync(file), false)
})

test('a laptop logs in and shows the plan without loading the database’s driver or the server', async () => {
  const { code, out } = await login(`${loaded.keys['rw']!.api_key}\n`)
  assert.equal(code, 0)
  assert.match(out, /^Profile home: Ada at http:\S+\. The key reads and writes, until /)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  const loadedFiles = join(folder, 'loaded.mjs')
  writeFileSync(
    loadedFiles,
    `import { registerHooks } from 'node:module'
    registerHooks({ load: (url, context, next) => {
      if (/node_modules[/](kysely|pg|hono|undici)[/]|[/]src[/]app[/](http[/]app|workers)/.test(url)) {
        throw new Error('loaded ' + url)
      }
      return next(url, context)
    } })`,
  )
  const shown = await earmark('plan --month 2026-11', {
    env: { NODE_OPTIONS: `--import=${loadedFiles}` },
  })
  assert.deepEqual([shown.code, shown.err], [0, ''])
  assert.match(shown.out, /^2026-11, in EUR\. Free to spend now: /)
  assert.match(shown.out, /^Rent +[\d,.]+ +1,000\.00/m)
})

test('an error says which instance was asked, and a usage error exits with 2', async () => {
  const wrong = await earmark('expense fund Nothing 100')
  assert.deepEqual(
    [wrong.code, wrong.err],
    [1, `earmark: There is no Expense "Nothing". [${origin}, profile home]\n`],
  )
  assert.equal((await earmark('expense fund')).code, 2)
  const elsewhere = await earmark('plan', { env: { EARMARK_PROFILE: 'nobody' } })
  assert.match(elsewhere.err, /There is no profile "nobody", only home/)
  await db
    .updateTable('api_keys')
    .set({ revoked_at: runtime.now() })
    .where('id', '=', loaded.keys['ro']!.id)
    .execute()
  const revoked = await earmark('plan', {
    env: { EARMARK_PROFILE: '', EARMARK_URL: origin, EARMARK_API_KEY: loaded.keys['ro']!.api_key },
  })
  assert.match(
    revoked.err,
    new RegExp(`^earmark: The API key is wrong, expired or revoked.*\\[${origin}\\]\n$`),
  )
})

test('a statement is imported from a laptop, and one that leaves a question open is not', async () => {
  const account = `--account ${loaded.accounts['checking']}`
  const statement = join(home, 'march.csv')
  writeFileSync(
    statement,
    'Date,Description,Amount\n2026-03-18,Bakery,-4.20\n2026-03-19,Books,-12.90\n',
  )
  const done = await earmark(`import march.csv ${account}`)
  assert.deepEqual([done.code, done.out], [0, 'Read 2 rows of CSV: 2 added, 0 known already.\n'])
  writeFileSync(
    statement,
    'Date,Description,Amount\n03/04/2026,Bakery,4.20\n05/06/2026,Books,12.90\n',
  )
  const open = await earmark(`import march.csv ${account}`)
  assert.equal(open.code, 1)
  assert.match(open.err, /^march\.csv line 2: The file does not decide .* so nothing is stored/)
  const { n } = await db
    .selectFrom('transactions')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('provider', '=', 'import')
    .executeTakeFirstOrThrow()
  assert.equal(Number(n), 2)
})

type Arrived = { readonly headers: IncomingHttpHeaders; readonly body: string }

/** A receiver on this machine that answers with the given statuses, the last one for ever. */
async function receiver(...statuses: readonly number[]) {
  const arrived: Arrived[] = []
  const http = createServer((request, response) => {
    void text(request).then((body) => {
      arrived.push({ headers: request.headers, body })
      response.writeHead(statuses[Math.min(arrived.length, statuses.length) - 1] ?? 204).end()
    })
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  after(() => {
    http.closeAllConnections()
    http.close()
  })
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/hook`, arrived }
}

function isGenuine({ headers, body }: Arrived, secret: string): boolean {
  const arrived = {
    id: String(headers['webhook-id']),
    timestamp: String(headers['webhook-timestamp']),
    signatures: String(headers['webhook-signature']),
    body: Buffer.from(body),
  }
  return verifyDelivery(arrived, readKey(secret)!, Date.now() / 1000).genuine
}

test('a triggered event has the form of a delivery and its signature, and a refusal fails', async () => {
  const { url, arrived } = await receiver(204, 204, 500)
  for (const name of ['transaction.created', 'webhook.test'] as const) {
    const { out, code } = await earmark(`trigger ${name} --to ${url} --json`)
    const { secret } = JSON.parse(out) as { secret: string }
    const one = arrived.at(-1)!
    assert.deepEqual([code, isGenuine(one, secret)], [0, true])
    const { body } = events.find((declared) => declared.name === name)!
    assert.deepEqual(body.safeParse(JSON.parse(one.body)).error, undefined, name)
  }
  const failed = await earmark(`trigger test --to ${url}`)
  assert.deepEqual(
    [failed.code, /did not take the event \(500 in \d+ ms\)/.test(failed.err)],
    [1, true],
  )
})

test('new transactions reach a receiver that the instance cannot reach, until Ctrl-C', async () => {
  const { url, arrived } = await receiver(204)
  const child = start(['listen', '--poll', '--every', '2', '--forward-to', url, '--json'])
  after(() => child.kill('SIGKILL'))
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk))
  await until('it asks', () => printed.includes('\n'))
  const { secret } = JSON.parse(printed.split('\n')[0]!) as { secret: string }
  const account = loaded.accounts['checking']!
  const line = `transaction record --account-id ${account} --amount=-450 --concept Coffee --booked-at 2026-11-20 --json`
  const { id } = JSON.parse((await earmark(line)).out) as { id: string }
  await until('it arrives', () => printed.includes(id))
  child.kill('SIGINT')
  await once(child, 'close')
  assert.equal(child.exitCode, 0)
  assert.equal(arrived.length, 1)
  assert.equal(isGenuine(arrived[0]!, secret), true)
  assert.equal(arrived[0]!.headers['webhook-id'], `evt_transaction_${id}`)
})

test('a webhook that arrives is passed on as it came, and its receiver’s answer goes back', async () => {
  const { url, arrived } = await receiver(503)
  const child = start(['listen', '--port', '0', '--forward-to', url, '--json'])
  after(() => child.kill('SIGKILL'))
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk))
  await until('it listens', () => printed.includes('\n'))
  const { url: to } = JSON.parse(printed.split('\n')[0]!) as { url: string }
  const sent = await earmark(`trigger test --to ${to}`)
  assert.match(sent.err, /did not take the event \(503/)
  assert.equal(arrived.length, 1)
  assert.match(String(arrived[0]!.headers['webhook-signature']), /^v1,/)
  child.kill('SIGTERM')
  await once(child, 'close')
  assert.equal(child.exitCode, 0)
})

test('what the document shows works, down to the test that the instance sends', async () => {
  const { url, arrived } = await receiver(204)
  const made = await earmark(`webhook create --name Mine --url ${url} --json`)
  const { id } = JSON.parse(made.out) as { id: string }
  const own = blocks.filter(
    ({ path, marks }) =>
      path === 'docs/remote-command-line.md' &&
      marks['run-by'] === 'src/app/cli/remote/laptop.test.ts',
  )
  // The block about webhooks comes last, and needs the profile that the one before forgets.
  const lines = own.toReversed().flatMap(commandsOf)
  for (const line of lines) {
    const typed = line
      .replace(/ +#.*$/, '')
      .replace('https://budget.example.com', origin)
      .replace('http://localhost:3000/webhooks', url)
      .replace('WEBHOOK_ID', id)
    const input = `${loaded.keys['rw']!.api_key}\n`
    const { code, err } = await earmark(typed.replace(/^earmark /, ''), { input })
    assert.equal(code, 0, `${line}: ${err}`)
  }
  const names = arrived.map(({ body }) => (JSON.parse(body) as { name: string }).name)
  assert.deepEqual(names, ['transaction.created', 'webhook.test'])
  assert.equal(JSON.parse(readFileSync(file, 'utf8')).profiles.home, undefined)
})
