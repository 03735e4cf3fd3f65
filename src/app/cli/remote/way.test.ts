import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { commands } from '#/app/cli/commands.ts'
import { understand } from '#/app/cli/parsing/understand.ts'
import { readOrigin, requireSafeWay } from './check-url.ts'
import { type Profile, writeProfiles } from './profiles.ts'
import { readWay, seeCommands } from './way.ts'

const root = mkdtempSync(join(tmpdir(), 'earmark-way-'))
after(() => rmSync(root, { recursive: true }))
const id = '01890000-0000-7000-8000-000000000000'

const profile = (url: string): Profile => ({
  url,
  api_key: `em_live_${url}`,
  household_id: id,
  scopes: [],
  expires_at: '',
})
const place = join(root, 'earmark', 'profiles.json')
await writeProfiles(place, {
  version: 1,
  current: 'home',
  profiles: { home: profile('https://home.example'), work: profile('https://work.example') },
})

type World = { env?: Record<string, string>; hasInstance?: boolean; at?: string }

/** Says where a line works: at an address, or `here`. */
async function where(line: string, { env = {}, hasInstance = false, at = place }: World = {}) {
  const way = readWay(line.split(' '), env, at)
  const seen = await seeCommands(way, commands, () => Promise.resolve(hasInstance))
  const { kind } = understand(way.line, seen.commands)
  assert.equal(kind, 'run', line)
  return seen.target?.url ?? 'here'
}

test('a named instance is asked, an instance here comes next, and then the profile in use', async () => {
  const named = { EARMARK_URL: 'https://ci.example', EARMARK_API_KEY: 'em_live_ci' }
  for (const hasInstance of [true, false]) {
    const world = { hasInstance }
    assert.equal(await where('expense list --profile work', world), 'https://work.example')
    assert.equal(await where('--profile=work expense list', world), 'https://work.example')
    assert.equal(
      await where('expense list', { ...world, env: { EARMARK_PROFILE: 'work' } }),
      'https://work.example',
    )
    assert.equal(await where('expense list', { ...world, env: named }), 'https://ci.example')
    assert.equal(
      await where('expense list --profile work', { ...world, env: named }),
      'https://work.example',
    )
  }
  assert.equal(await where(`expense list ${id}`, { hasInstance: true }), 'here')
  assert.equal(await where('expense list'), 'https://home.example')
  const nobody = join(root, 'nobody', 'profiles.json')
  assert.equal(await where(`expense list ${id}`, { at: nobody }), 'here')
})

test('a line for one way is not understood the other way, so that nothing is done elsewhere', async () => {
  await assert.rejects(where('expense list', { hasInstance: true }), /HOUSEHOLD_ID is missing/)
  await assert.rejects(where(`expense list ${id}`), /one word too many/)
  await assert.rejects(where(`expense archive ${id} ${id}`), /one word too many/)
  await assert.rejects(where(`expense archive ${id}`, { hasInstance: true }), /ID is missing/)
})

test('commands of a server work here beside any profile, and refuse a named instance', async () => {
  assert.equal(await where('doctor'), 'here')
  assert.equal(await where('household list'), 'here')
  for (const env of [
    { EARMARK_PROFILE: 'home' },
    { EARMARK_URL: 'https://x.example', EARMARK_API_KEY: 'k' },
    { EARMARK_API_KEY: 'k' },
  ]) {
    await assert.rejects(
      where('household list', { env, hasInstance: true }),
      /works only on the machine/,
    )
    assert.equal(await where('profile list', { env }), 'here')
  }
})

test('a half-named instance is refused, never guessed', async () => {
  const refused = async (env: Record<string, string>, why: RegExp, line = 'expense list') =>
    assert.rejects(where(line, { env }), why)
  await refused({ EARMARK_API_KEY: 'k' }, /EARMARK_URL does not say for which instance/)
  await refused(
    { EARMARK_URL: 'https://x.example' },
    /EARMARK_API_KEY or EARMARK_API_KEY_FILE is missing/,
  )
  await refused(
    { EARMARK_URL: 'https://x.example', EARMARK_PROFILE: 'home' },
    /must not both be set/,
  )
  await refused({ EARMARK_URL: 'x.example', EARMARK_API_KEY: 'k' }, /is not an address/)
  await refused({ EARMARK_PROFILE: 'nobody' }, /There is no profile "nobody", only home, work/)
  await refused({}, /the name of a profile is missing/, 'expense list --profile')
  await refused({}, /the name of a profile is missing/, '--profile --json expense list')
  await refused({}, /given twice/, 'expense list --profile a --profile b')
})

test('the key of EARMARK_URL may be in a file', async () => {
  const file = join(root, 'key')
  writeFileSync(file, 'em_live_file\n')
  const env = { EARMARK_URL: 'https://ci.example/', EARMARK_API_KEY_FILE: file }
  assert.deepEqual(await readWay(['plan'], env, place).find(), {
    profile: null,
    url: 'https://ci.example',
    apiKey: 'em_live_file',
  })
  const both = { ...env, EARMARK_API_KEY: 'k' }
  await assert.rejects(readWay(['plan'], both, place).find(), /must not both be set/)
})

test('an address is an origin without credentials, and plain http stays in private networks', async () => {
  assert.equal(readOrigin('https://budget.example/v1/'), 'https://budget.example')
  for (const text of [
    'budget.example',
    'ftp://budget.example',
    'https://ada:pw@budget.example',
    'https://budget.example/app',
    'https://budget.example/?a=1',
  ]) {
    assert.throws(() => readOrigin(text), { name: 'CommandError' }, text)
  }
  for (const origin of [
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://192.168.1.5',
    'http://[::1]:3000',
    'http://[fd00::5]',
    'https://1.1.1.1',
  ]) {
    await requireSafeWay(origin, false)
  }
  await assert.rejects(requireSafeWay('http://1.1.1.1', false), /unencrypted over public networks/)
  await assert.rejects(requireSafeWay('http://[2606:4700::1111]', false), /unencrypted/)
  await requireSafeWay('http://1.1.1.1', true)
})
