import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'

// The documentation as a folder for any web server: `npm run docs:build -- --out FOLDER --base ADDRESS`.

const folder = mkdtempSync(join(tmpdir(), 'earmark-site-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const build = (...args: string[]) => {
  const script = join(import.meta.dirname, '../../packaging/docs/build.ts')
  return spawnSync(process.execPath, [script, ...args], { encoding: 'utf8', cwd: tmpdir() })
}
const out = join(folder, 'site')
const built = build('--out', out, '--base', 'https://docs.example/earmark')
assert.equal(built.status, 0, built.stderr)
const pages = globSync('**/*.html', { cwd: out })
const read = (name: string) => readFileSync(join(out, name), 'utf8')

test('every link of the folder leads to a file in it, and to a heading that is there', () => {
  assert.ok(pages.includes('index.html') && pages.length > 40)
  let seen = 0
  for (const name of pages) {
    for (const [, target] of read(name).matchAll(
      /\s(?:href|src|data-search|data-index)="([^"]+)"/g,
    )) {
      if (target!.startsWith('https://')) continue
      assert.doesNotMatch(target!, /^(?:\/|http:)/, `${name}: ${target}`)
      const [path, anchor] = target!.split('#')
      const there = path === '' ? name : join(dirname(name), path!)
      assert.ok(existsSync(join(out, there)), `${name}: ${target}`)
      if (anchor) {
        assert.ok(read(there).includes(`id="${decodeURIComponent(anchor)}"`), `${name}: ${target}`)
      }
      seen += 1
    }
  }
  assert.ok(seen > 1000)
})

test('the folder names the address of a new instance, and sends nothing to one', () => {
  for (const name of [...pages, 'llms-full.txt', 'api-guide.md']) {
    assert.doesNotMatch(read(name), /instance\.invalid/)
  }
  assert.match(read('api-guide.html'), /http:\/\/localhost:3000\/v1/)
  assert.doesNotMatch(read('reference.html'), /class="send"|id="key"|Sign in for a key/)
})

test('llms.txt of the folder has the address at which it is published', () => {
  const addresses = [...read('llms.txt').matchAll(/\]\(([^)]+)\)/g)].map(([, one]) => one!)
  assert.ok(addresses.length > 20)
  for (const one of addresses) {
    const [, path] = /^https:\/\/docs\.example\/earmark\/(.+\.md)$/.exec(one) ?? []
    assert.ok(path && existsSync(join(out, path)), one)
  }
  assert.ok(read('llms-full.txt').includes('\n# Verifying webhooks\n'))
})

test('a folder that holds something is refused and left as it is', () => {
  const before = globSync('**/*', { cwd: out }).length
  const { status, stderr } = build('--out', out)
  assert.equal(status, 2)
  assert.match(stderr, /is not empty/)
  assert.equal(globSync('**/*', { cwd: out }).length, before)
  assert.equal(build('--base', 'https://docs.example').status, 2)
})
