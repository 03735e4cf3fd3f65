// Packs the SDK as it is published into `build`, or into the folder that is named: `npm run sdk`. It works in a folder of
// its own, so that two may pack at the same time.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { argv, execPath, stdout } from 'node:process'

const own = import.meta.dirname
const target = resolve(argv[2] ?? join(own, '../../build'))
const stage = mkdtempSync(join(tmpdir(), 'earmark-sdk-'))
try {
  for (const name of ['package.json', 'README.md', 'LICENSE'])
    cpSync(join(own, name), join(stage, name))
  execFileSync(execPath, [join(own, 'build.ts'), join(stage, 'dist')], { stdio: 'inherit' })
  mkdirSync(target, { recursive: true })
  const line = ['pack', '--silent', '--ignore-scripts', '--pack-destination', target]
  const packed = execFileSync('npm', line, { cwd: stage, encoding: 'utf8' })
  stdout.write(`${join(target, packed.trim())}\n`)
} finally {
  rmSync(stage, { recursive: true })
}
