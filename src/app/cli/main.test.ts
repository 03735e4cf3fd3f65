import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { createTestDatabase } from '../../../test/support/database.ts'
import { exampleDocument } from '../../../test/support/example-document.ts'

// Starts real processes with an operator's lines, on a database of their own and on the embedded one.

const main = join(import.meta.dirname, 'main.ts')
const { url } = await createTestDatabase()
const dataFolder = mkdtempSync(join(tmpdir(), 'earmark-cli-'))
after(() => rmSync(dataFolder, { recursive: true, force: true }))

type Ran = { readonly code: number | null; readonly out: string; readonly err: string }

function start(line: string, env: Record<string, string>) {
  return spawn(process.execPath, [main, ...line.split(' ')], {
    env: { ...process.env, EARMARK_DATA: dataFolder, DATABASE_URL: url, PORT: '0', ...env },
  })
}

async function run(line: string, input = '', env: Record<string, string> = {}): Promise<Ran> {
  const child = start(line, env)
  child.stdin.end(input)
  const [out, err] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { code: child.exitCode, out, err }
}

/** Waits for the first line that a process prints. Fails with the process. */
async function firstLine(child: ReturnType<typeof start>): Promise<string> {
  for await (const line of createInterface({ input: child.stdout })) return line
  throw new Error('The process printed nothing and ended.')
}

async function json<T>(line: string, input = ''): Promise<T> {
  const { code, out, err } = await run(`${line} --json`, input)
  assert.equal(code, 0, err)
  assert.equal(err, '')
  assert.equal(out.trimEnd().split('\n').length, 1)
  return JSON.parse(out) as T
}

test('a household is loaded, exported, changed and given keys from the command line', async () => {
  const loaded = await json<{
    household_id: string
    members: { ada: string }
    keys: { rw: object }
  }>('load -', JSON.stringify(exampleDocument()))
  const id = loaded.household_id
  const [set, key, listed, csv, exported] = await Promise.all([
    json<object>(`household set ${id} --plan standard --standing trialing`),
    json<{ id: string; api_key: string; expires_at: string }>(
      `key create ${id} --member ${loaded.members.ada} --scope data.read --expires-at 2100-01-01`,
    ),
    run('household list'),
    run('household list --csv'),
    run(`export ${id}`),
  ])
  assert.deepEqual(set, { id, plan: 'standard', standing: 'trialing' })
  assert.match(key.api_key, /^em_live_/)
  assert.match(key.expires_at, /^2100-01-01T/)
  assert.match(listed.out, new RegExp(`^NAME .*\\n(?:.*\\n)*Ada .*${id}\\n`))
  assert.match(csv.out, new RegExp(`^name,plan,[a-z_,]*,id\\r\\n(?:.*\\r\\n)*Ada,.*,${id}\\r\\n`))
  const [rows, journal, archives, refused] = await Promise.all([
    run(`export ${id} --csv --search coffee`),
    run(`export ${id} --beancount --from 2026-01-01`),
    Promise.all([run(`export ${id} --archive 2026`), run(`export ${id} --archive 2026`)]),
    run(`export ${id} --hledger --search coffee`),
  ])
  assert.match(rows.out, /^day,payee,.*\r\n2026-11-19,Coffee,/)
  assert.match(journal.out, / balance Assets:Checking {2}3000\.00 EUR\n$/)
  assert.ok(archives[0].out.startsWith('PK'))
  assert.equal(archives[0].out, archives[1].out)
  assert.deepEqual(
    [refused.code, refused.out, refused.err.split('.')[0]],
    [2, '', 'earmark: --search does not go with this export'],
  )
  const document = JSON.parse(exported.out) as { household: { name: string }; state: object }
  assert.equal(document.household.name, 'Ada')
  assert.ok(document.state)
  const again = await json<{ household_id: string }>('load -', exported.out)
  assert.notEqual(again.household_id, id)
})

test('a failure is one line on standard error and an exit code, never a stack trace', async () => {
  const broken = exampleDocument()
  broken.transactions[0]!.account = 'savings'
  const cases = [
    ['fly', '', 2, /^earmark: There is no command "fly"\./, {}],
    ['key lst x', '', 2, /There is no command "key lst"\. Did you mean "key list"\?/, {}],
    ['key list x --fast', '', 2, /There is no option --fast\. Run "earmark key list --help"/, {}],
    ['key list nobody', '', 2, /^earmark: "nobody" is not an id\./, {}],
    ['load -', '{', 1, /^earmark: Standard input is not JSON/, {}],
    ['load -', JSON.stringify(broken), 1, /^earmark: transactions\[0\]\.account: /, {}],
    ['migrate', '', 1, /cannot be reached/, { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' }],
  ] as const
  await Promise.all(
    cases.map(async ([line, input, code, message, env]) => {
      const ran = await run(line, input, env)
      assert.equal(ran.code, code, ran.err)
      assert.match(ran.err, message)
      assert.doesNotMatch(ran.err, /\n\s+at /)
      assert.equal(ran.out, '')
    }),
  )
})

test('commands join a running server on the embedded database; the last process out stops it', async () => {
  const embedded = { DATABASE_URL: '', PORT: '0', EARMARK_NOW: '2030-05-05T10:00:00Z' }
  const server = start('serve --json', embedded)
  const log = text(server.stderr)
  const line = await firstLine(server)
  const { url: address } = JSON.parse(line) as { url: string }
  const loaded = await run('load - --json', JSON.stringify(exampleDocument()), embedded)
  const { keys, household_id } = JSON.parse(loaded.out) as {
    keys: { rw: { api_key: string } }
    household_id: string
  }
  const created = await run('household list --json', '', embedded)
  assert.match(created.out, new RegExp(household_id))
  // EARMARK_NOW also sets the clock of commands.
  assert.match(created.out, /"created_at":"2030-05-05T10:00/)
  // The document's key expired in 2027.
  const answer = await fetch(`${address}/v1/me`, {
    headers: { authorization: `Bearer ${keys.rw.api_key}` },
  })
  assert.equal(answer.status, 401)
  server.kill('SIGTERM')
  const [code] = (await once(server, 'close')) as [number]
  assert.equal(code, 0, await log)
  assert.match(await log, /"postgres\.stopped"/)
})

test('--version prints the version of Earmark, as one JSON value with --json', async () => {
  const { version } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'),
  ) as { version: string }
  assert.deepEqual(await run('--version'), { code: 0, out: `${version}\n`, err: '' })
  assert.deepEqual(await json('--version'), { version })
  assert.equal((await run('--version loud')).code, 2)
})

test('a command that needs existing data fails without it, and creates nothing', async () => {
  const folder = join(dataFolder, 'nothing-here')
  const env = { DATABASE_URL: '', EARMARK_DATA: folder }
  const id = '0190a000-0000-7000-8000-000000000001'
  for (const line of [
    'household list',
    `export ${id}`,
    `key list ${id}`,
    `expense list ${id} --json`,
  ]) {
    const { code, out, err } = await run(line, '', env)
    assert.deepEqual([code, out], [1, ''], line)
    assert.ok(err.startsWith(`earmark: There is no database in ${folder} yet.`), err)
    assert.equal(existsSync(folder), false, line)
  }
})
