import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readVersion } from './version.ts'

const folder = mkdtempSync(join(tmpdir(), 'earmark-version-'))
after(() => rmSync(folder, { recursive: true }))

test('the version is that of package.json', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  assert.equal(readVersion(), version)
  assert.match(version, /^\d+\.\d+\.\d+(-[0-9a-z.-]+)?$/)
})

test('an installation elsewhere finds its own version, however deep its files lie', () => {
  for (const depth of ['runtime', 'a/b/c/d']) {
    const root = join(folder, depth.replaceAll('/', '-'))
    const inner = join(root, depth)
    mkdirSync(inner, { recursive: true })
    // A manifest without a version, as tools write it for a folder of modules, does not count.
    writeFileSync(join(inner, 'package.json'), '{"type": "module"}')
    writeFileSync(join(root, 'package.json'), '{"version": "7.8.9-rc.1"}')
    symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'))
    copyFileSync(join(import.meta.dirname, 'version.ts'), join(inner, 'version.ts'))
    const code = `import { readVersion } from ${JSON.stringify(join(inner, 'version.ts'))}
      console.log(readVersion())`
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', code]).toString()
    assert.equal(said, '7.8.9-rc.1\n')
  }
})
