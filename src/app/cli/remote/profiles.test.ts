import assert from 'node:assert/strict'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { profilePlace } from './profile-place.ts'
import { findProfile, type Profiles, readProfiles, writeProfiles } from './profiles.ts'

const root = mkdtempSync(join(tmpdir(), 'earmark-profiles-'))
after(() => rmSync(root, { recursive: true }))
let count = 0

const home: Profiles = {
  version: 1,
  current: 'home',
  profiles: {
    home: {
      url: 'https://budget.example',
      api_key: 'em_live_x',
      household_id: '01890000-0000-7000-8000-000000000000',
      scopes: ['data.read'],
      expires_at: '2027-01-01T00:00:00.000Z',
    },
  },
}

async function written(): Promise<{ folder: string; file: string }> {
  const folder = join(root, String((count += 1)), 'earmark')
  const file = join(folder, 'profiles.json')
  await writeProfiles(file, home)
  return { folder, file }
}

test('profiles are readable for their user alone, and nothing else is left beside them', async () => {
  const { folder, file } = await written()
  assert.deepEqual([statSync(folder).mode & 0o777, statSync(file).mode & 0o777], [0o700, 0o600])
  await writeProfiles(file, { ...home, current: null })
  assert.deepEqual(readdirSync(folder), ['profiles.json'])
  assert.deepEqual(await readProfiles(file), { ...home, current: null })
})

test('a file that others can read is refused, with the remedy', async () => {
  for (const mode of [0o640, 0o604, 0o644, 0o620]) {
    const { file } = await written()
    chmodSync(file, mode)
    await assert.rejects(readProfiles(file), (error: Error) => {
      assert.ok(error.message.includes(`chmod 600 ${file}`), error.message)
      assert.ok(error.message.includes(`mode ${mode.toString(8)}`))
      return true
    })
  }
})

test('a folder in which others can replace files is refused, for reading and writing', async () => {
  const { folder, file } = await written()
  chmodSync(folder, 0o770)
  await assert.rejects(readProfiles(file), /chmod 700/)
  await assert.rejects(writeProfiles(file, home), /chmod 700/)
  chmodSync(folder, 0o755)
  assert.deepEqual(await readProfiles(file), home)
})

test('a damaged file is refused by its name and left as it is', async () => {
  const { file } = await written()
  for (const [text, fault] of [
    ['{"version":1,', /not a file of profiles \(it is not JSON\)/],
    ['', /it is not JSON/],
    ['[]', /not a file of profiles/],
    ['{"version":2,"current":null,"profiles":{}}', /not a file of profiles \(version/],
    [
      '{"version":1,"current":null,"profiles":{"a":{}}}',
      /not a file of profiles \(profiles\.a\.url/,
    ],
  ] as const) {
    writeFileSync(file, text, { mode: 0o600 })
    await assert.rejects(readProfiles(file), fault, text)
    assert.equal(readFileSync(file, 'utf8'), text)
  }
})

test('a file that cannot be replaced stays whole, and says so', async () => {
  const { folder, file } = await written()
  // Even the superuser cannot replace a folder by a file.
  rmSync(file)
  mkdirSync(join(file, 'in-the-way'), { recursive: true })
  await assert.rejects(writeProfiles(file, home), /profiles\.json cannot be written/)
  assert.deepEqual(readdirSync(folder), ['profiles.json'])
})

test('a link to the file is kept, and the file behind it is replaced', async () => {
  const { file } = await written()
  const link = join(root, 'link.json')
  symlinkSync(file, link)
  await writeProfiles(link, { ...home, current: null })
  assert.ok(lstatSync(link).isSymbolicLink())
  assert.equal((await readProfiles(file)).current, null)
})

test('without a file there is no profile, and an unknown name says which there are', async () => {
  assert.deepEqual(await readProfiles(join(root, 'nowhere', 'profiles.json')), {
    version: 1,
    current: null,
    profiles: {},
  })
  assert.throws(() => findProfile(home, 'work'), /There is no profile "work", only home\./)
  assert.throws(() => findProfile(home, 'toString'), /only home/)
})

test('each system keeps the profiles where it keeps settings', () => {
  const place = (platform: NodeJS.Platform, env: Record<string, string> = {}) =>
    profilePlace({ platform, env, home: '/home/ada' })
  assert.equal(place('linux'), '/home/ada/.config/earmark/profiles.json')
  assert.equal(place('linux', { XDG_CONFIG_HOME: '/x' }), '/x/earmark/profiles.json')
  assert.equal(place('linux', { XDG_CONFIG_HOME: 'x' }), '/home/ada/.config/earmark/profiles.json')
  assert.equal(place('darwin'), '/home/ada/Library/Application Support/earmark/profiles.json')
  assert.equal(place('win32', { APPDATA: '/roaming' }), '/roaming/earmark/profiles.json')
})
