import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { nextVersion, releaseChangelog } from '../bin/release/notes.ts'

// Releases in a repository of its own, whose check is quick.

const folder = mkdtempSync(join(tmpdir(), 'earmark-release-'))
after(() => rmSync(folder, { recursive: true }))

const git = (...given: string[]) =>
  execFileSync('git', ['-C', folder, ...given], { encoding: 'utf8' }).trim()
const read = (path: string) => readFileSync(join(folder, path), 'utf8')
const write = (path: string, text: string) => writeFileSync(join(folder, path), text)

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>
}
cpSync('bin', join(folder, 'bin'), { recursive: true })
cpSync('.gitignore', join(folder, '.gitignore'))
cpSync('CHANGELOG.md', join(folder, 'CHANGELOG.md'))
for (const path of ['compose.yaml', 'compose.postgres.yaml']) cpSync(path, join(folder, path))
mkdirSync(join(folder, 'src'))
const PYTHON = 'sdk/python/src/earmark_budget/_version.py'
cpSync(PYTHON, join(folder, PYTHON))
for (const path of ['sdk/typescript/package.json', 'sdk/typescript/src/version.ts'])
  cpSync(path, join(folder, path))
const scripts = { check: 'node check.js' }
write('check.js', 'process.exit(0)\n')
write('package.json', `${JSON.stringify({ ...manifest, version: '0.1.0', scripts }, null, 2)}\n`)
write(
  'package-lock.json',
  `${JSON.stringify({ version: '0.1.0', packages: { '': { version: '0.1.0' }, 'sdk/typescript': { version: '0.1.0' } } }, null, 2)}\n`,
)
git('init', '--quiet', '--initial-branch=main')
git('config', 'user.email', 'ada@example.com')
git('config', 'user.name', 'Ada')
git('add', '.')
git('commit', '--quiet', '--message', 'begin')

function release(...given: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/release.ts', ...given], {
    cwd: folder,
    encoding: 'utf8',
  })
  return {
    status,
    said: stdout + stderr,
    head: git('log', '-1', '--format=%s'),
    left: git('status', '--porcelain'),
  }
}

test('a dry run says what it would release, and changes nothing', () => {
  const { status, said, head, left } = release('minor', '--dry-run')
  assert.equal(status, 0, said)
  assert.match(said, /0\.1\.0 → 0\.2\.0/)
  assert.deepEqual([head, left, git('tag')], ['begin', '', ''])
})

test('a release is refused without a green check, with changes, or without a version', () => {
  write('check.js', 'process.exit(1)\n')
  assert.match(release('minor').said, /The tree is not clean/)
  git('commit', '--quiet', '--all', '--message', 'break')
  assert.equal(release('minor').status, 1)
  write('check.js', 'process.exit(0)\n')
  git('commit', '--quiet', '--all', '--message', 'mend')
  assert.match(release().said, /npm run release/)
  assert.match(release('newest').said, /is not a version/)
  assert.deepEqual([git('tag'), git('log', '-1', '--format=%s')], ['', 'mend'])
  assert.equal(existsSync(join(folder, 'build')), false)
})

test('a release is one commit and a tag with the notes, and leaves a clean tree', () => {
  const before = read('CHANGELOG.md')
  const { status, said, head, left } = release('minor')
  assert.equal(status, 0, said)
  assert.deepEqual([head, left], ['release: 0.2.0', ''])
  assert.match(said, /git push origin main v0\.2\.0/)
  const versionOf = (path: string) => (JSON.parse(read(path)) as { version: string }).version
  assert.deepEqual([versionOf('package.json'), versionOf('package-lock.json')], ['0.2.0', '0.2.0'])
  assert.equal(versionOf('sdk/typescript/package.json'), '0.2.0')
  assert.match(read('sdk/typescript/src/version.ts'), /VERSION = '0\.2\.0'/)
  assert.match(read('package-lock.json'), /"sdk\/typescript": \{\s+"version": "0\.2\.0"/)
  for (const path of ['compose.yaml', 'compose.postgres.yaml']) {
    assert.match(read(path), /image: earmark-budget\/server:0\.2\.0\n/)
  }
  assert.equal(read(PYTHON), 'VERSION = "0.2.0"\n')
  assert.match(read('CHANGELOG.md'), /## \[Unreleased\]\n\n## \[0\.2\.0\] - \d{4}-\d\d-\d\d\n\n/)
  const notes = read('build/release-notes-0.2.0.md').trim()
  assert.ok(before.includes(notes))
  assert.equal(git('tag', '--list', 'v0.2.0', '--format=%(contents)'), notes)
  // Nothing is unreleased now.
  assert.match(release('patch').said, /says nothing below/)
  assert.match(release('0.2.0').said, /has a section 0\.2\.0 already/)
})

test('versions follow each other as semantic versions do', () => {
  assert.deepEqual(
    ['patch', 'minor', 'major', '2.0.0-rc.1'].map((wanted) => nextVersion('1.2.3', wanted)),
    ['1.2.4', '1.3.0', '2.0.0', '2.0.0-rc.1'],
  )
  for (const wrong of ['v1.2.3', '1.2', '1.2.3 ', '1.2.3-', '']) {
    assert.throws(() => nextVersion('1.2.3', wrong), /is not a version/)
  }
})

test('the sections of earlier versions stay as they are', () => {
  const earlier = '\n## [0.1.0] - 2026-01-01\n\n- First.\n'
  const text = `# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n${earlier}`
  const { changelog, notes } = releaseChangelog(text, '0.2.0', '2026-02-01')
  assert.equal(notes, '### Added\n\n- A thing.\n')
  assert.equal(
    changelog,
    `# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-02-01\n\n### Added\n\n- A thing.\n${earlier}`,
  )
})
