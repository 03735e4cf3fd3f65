import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { commands } from '#/app/cli/commands.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import { failureText } from '#/app/cli/words/failure-text.ts'
import { until } from '../support/other-processes.ts'
import { blockCommands, type Documented, inlineCommands, mentioned, PROGRAM } from './documented.ts'
import { prepareInstance } from './instance.ts'
import { createPlaceholders, elsewhere, extra, named, withoutRecord } from './placeholders.ts'
import { readLine, type ShellLine } from './shell-line.ts'

// Runs every command of `docs` and the README, in the order in which documents have them, on one instance with the demo
// household. The operator's commands run in this process, as `earmark` runs each in its own; a few are real processes.

const root = process.cwd()
const instance = await prepareInstance()
const demo = (await instance.run(['demo'])).json as { household_id: string }
const placeholder = createPlaceholders(instance, demo.household_id)
const ran = new Set<string>()

/** Secrets that documents read from standard input, by command. */
const secrets: Readonly<Record<string, () => string>> = {
  'connect simplefin': () => instance.simplefin.setupToken(),
  'connect plaid': () => instance.plaid.publicToken(),
  listen: () => `whsec_${Buffer.alloc(24, 1).toString('base64')}`,
}

async function runDocumented({ place, line, output = '' }: Documented): Promise<string[]> {
  try {
    const read = readLine(line)
    const refusal = read.comment.startsWith('refused')
    answered = ''
    const code = await runLine(read)
    if ((code !== 0) !== refusal) return [`${place}: ${line}\n    exit code ${code}`]
    return unknownNames(output, answered).map(
      (name) => `${place}: ${line}\n    the answer has no ${name}`,
    )
  } catch (error) {
    return [`${place}: ${line}\n    ${failureText(error)}`]
  }
}

async function runLine(read: ShellLine): Promise<number> {
  // A line that sets a variable; its value stands for what the reader has.
  if (read.words.length === 0 && Object.keys(read.env).length > 0) return 0
  const program = PROGRAM.exec(read.words.slice(0, 2).join(' '))?.[0]
  if (program !== undefined) return runEarmark(read, program.split(' ').length)
  if (read.words[0] === 'curl') return runCurl(read)
  throw new Error('nothing here runs it: mark its block with not-run or run-by')
}

async function runEarmark(read: ShellLine, own: number): Promise<number> {
  const typed = read.words.slice(own)
  const command = commands
    .filter(({ words }) => `${typed.join(' ')} `.startsWith(`${words} `))
    .toSorted((a, b) => b.words.length - a.words.length)[0]
  const name = command?.words ?? ''
  const other = elsewhere[name]
  if (other !== undefined) {
    if (existsSync(join(root, other))) return 0
    throw new Error(`${other}, which should run it, does not exist`)
  }
  const words: string[] = []
  for (const word of [...typed, ...(extra[name] ?? [])]) words.push(await replace(name, word))
  const input =
    read.before !== null
      ? String(spawnSync('sh', ['-c', read.before], { timeout: 10_000 }).stdout)
      : read.input === null
        ? (secrets[name]?.() ?? null)
        : await readFile(read.input, 'utf8')
  const { text, code } = await instance.run(words, input).catch((error: unknown) => {
    ran.add(name)
    if (withoutRecord.has(name) && isNotFound(error)) return { text: '', code: 0 }
    if (read.comment.startsWith('refused')) return { text: '', code: 1 }
    throw error
  })
  ran.add(name)
  if (read.output !== null) writeFileSync(read.output, text)
  return code
}

function isNotFound(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'resource_not_found'
}

/** Replaces the words in capitals, and checks that none is left over. */
async function replace(command: string, word: string): Promise<string> {
  let replaced = word
  for (const [name] of word.matchAll(/\b[A-Z][A-Z_]+\b/g)) {
    const make = placeholder(command, name)
    if (make) replaced = replaced.replace(name, await make())
    else if (name === word)
      throw new Error(`${name}: test/documents/placeholders.ts does not know it`)
  }
  return replaced
}

/** The last answer to curl. */
let answered = ''
/** Tags that curl has stored, by their files. */
const tags = new Map<string, string>()

/** The names of fields in a documented answer that the real one lacks. An answer that is cut short has only some. */
function unknownNames(documented: string, real: string): readonly string[] {
  if (!documented.startsWith('{') || real === '') return []
  const names = [...documented.matchAll(/"\w+":/g)].map(([name]) => name)
  return [...new Set(names)].filter((name) => !real.includes(name))
}

/** Sends what curl would send, to the instance. */
async function runCurl({ words, comment }: ShellLine): Promise<number> {
  const headers: [string, string][] = []
  let [url, method, body, store]: (string | undefined)[] = []
  const given = words.slice(1).values()
  const next = () => String(given.next().value)
  for (const word of given) {
    if (word === '-s') continue
    if (word === '-X') method = next()
    else if (word === '-d') body = next()
    else if (word === '--etag-save') store = next()
    else if (word === '--etag-compare') headers.push(['If-None-Match', tags.get(next())!])
    else if (word === '-H') {
      const [name, ...value] = next().split(': ')
      headers.push([name!, value.join(': ')])
    } else if (/^https?:/.test(word)) url = await replace('', word)
    else throw new Error(`curl ${word}: not known here`)
  }
  const { pathname, search } = new URL(url!)
  const answer = await fetch(instance.url + pathname + search, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: await Promise.all(
      headers.map(async ([name, value]) => [name, await credential(value)] as [string, string]),
    ),
    ...(body !== undefined && { body: await known(body) }),
  })
  answered = await answer.text()
  if (store !== undefined) tags.set(store, answer.headers.get('etag')!)
  if (comment.startsWith('refused')) return answer.ok ? 0 : 1
  const isUnchanged = answer.status === 304 && new Headers(headers).has('if-none-match')
  if (!answer.ok && !isUnchanged) throw new Error(`${answer.status} ${answered}`)
  return 0
}

async function credential(value: string): Promise<string> {
  if (value.includes('em_wallet_…')) {
    const { json } = await instance.run(['wallet', 'create', demo.household_id, '--name', 'Curl'])
    return `Bearer ${(json as { token: string }).token}`
  }
  return value.replace('$KEY', await placeholder('', 'API_KEY')!())
}

/** A body that documents cut short with “…” gets a real account. */
async function known(body: string): Promise<string> {
  const account = await placeholder('', 'ACCOUNT_ID')!()
  return body.replaceAll('"account_id": "…"', `"account_id": "${account}"`)
}

/** The last test starts the server so. */
const START = /^npm ci && npm start\b/
const plain = blockCommands.filter(({ line }) => !START.test(line))

test('the first visit begins with a link, and then there is an account', async () => {
  const { text, code } = await instance.run(['setup-link'])
  ran.add('setup-link')
  assert.equal(code, 0)
  const token = /#k=(\S+)/.exec(text)![1]
  const made = await fetch(`${instance.url}/app/api/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({
      token,
      name: 'Ada',
      email: 'ada@example.com',
      password: 'a long walk in the rain',
      household: { name: 'Home', timezone: 'Europe/Madrid', currency: 'EUR' },
    }),
  })
  assert.equal(made.status, 201, await made.text())
})

test('every command in a block of the documents runs', async () => {
  const faults: string[] = []
  for (const each of plain) faults.push(...(await runDocumented(each)))
  assert.deepEqual(faults, [])
  assert.ok(plain.length > 40)
})

test('every whole command in a sentence of the documents runs', async () => {
  const faults: string[] = []
  for (const each of inlineCommands) {
    faults.push(...(await runDocumented(each)))
  }
  assert.deepEqual(faults, [])
})

test('every command that a sentence only names was run', async () => {
  const faults: string[] = []
  const known = named.filter((line) =>
    commands.some(({ words }) => line.startsWith(`earmark ${words} `)),
  )
  for (const line of known) faults.push(...(await runDocumented({ place: 'named', line })))
  assert.deepEqual(faults, [])
  const missing = mentioned.filter(({ words }) => !ran.has(words) && !(words in elsewhere))
  assert.deepEqual(missing, [])
})

test('the server starts as the documents start it, and a command runs beside it', async () => {
  const env = { ...process.env, ...instance.env, EARMARK_DATA: join(instance.folder, 'real') }
  const child = spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
  await until('npm start serves', () => /is ready on http/.test(printed))
  const listed = spawnSync(process.execPath, [join(root, 'bin/earmark.js'), 'household', 'list'], {
    env,
  })
  assert.match(String(listed.stdout), new RegExp(demo.household_id))
  child.kill('SIGTERM')
  await once(child, 'exit')
})
