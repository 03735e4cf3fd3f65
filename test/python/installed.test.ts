import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { blocks } from '../documents/blocks.ts'
import { budget } from '../support/given.ts'
import { urlOf } from '../support/other-processes.ts'
import { startProduct } from '../support/product.ts'
import { startServer } from '../support/server-process.ts'
import { findBuilder, pythons, requirePython, runPython, SDK } from './interpreters.ts'

// The SDK as people get it: built into a wheel and installed without a network, then the programs of docs/sdk-python.md
// (the twenty lines) and of the README run in an empty folder against a real server.

const folder = mkdtempSync(join(tmpdir(), 'earmark-python-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const builder = findBuilder()

const product = await startProduct({ limited: false })
const { keys } = await product.household(budget)
const server = await startServer(join(folder, 'data'), {
  DATABASE_URL: await urlOf(product.db),
  EARMARK_SECRET: 'a master secret of the tests',
  EARMARK_ALLOW_CIDRS: '127.0.0.0/8',
})

const twenty = blocks.find(
  ({ path, language }) => path === 'docs/sdk-python.md' && language === 'python',
)!.text
const short = /```python\n([\s\S]*?)```/.exec(readFileSync(join(SDK, 'README.md'), 'utf8'))![1]!

async function runProgram(command: string, text: string, place: string): Promise<string> {
  const empty = mkdtempSync(join(folder, 'empty-'))
  const here = text.replace('http://localhost:3000', server.url.replace(/\/v1$/, ''))
  assert.notEqual(here, text)
  writeFileSync(join(empty, 'program.py'), here)
  const { code, output, errors } = await runPython({ command }, ['program.py'], {
    cwd: empty,
    env: { PYTHONPATH: place, EARMARK_API_KEY: keys['rw']!.api_key },
  })
  assert.equal(code, 0, errors)
  return output
}

test('twenty lines list, record and verify in an empty folder, installed from a wheel', async (context) => {
  if (builder === null) {
    context.skip('no Python here has pip, setuptools and wheel')
    return
  }
  const [copy, wheels, site] = ['source', 'wheels', 'site'].map((name) => join(folder, name))
  for (const part of ['src/earmark_budget', 'pyproject.toml', 'README.md', 'LICENSE']) {
    cpSync(join(SDK, part), join(copy!, part), { recursive: true })
  }
  const pip = (...words: string[]) => {
    const ran = spawnSync(builder, ['-m', 'pip', ...words], { encoding: 'utf8' })
    assert.equal(ran.status, 0, ran.stdout + ran.stderr)
  }
  const offline = ['--no-index', '--no-deps', '--disable-pip-version-check', '--quiet']
  pip('wheel', ...offline, '--no-build-isolation', '--wheel-dir', wheels!, copy!)
  const [wheel, ...others] = globSync('*.whl', { cwd: wheels! })
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  assert.equal(wheel, `earmark_budget-${version}-py3-none-any.whl`)
  assert.deepEqual(others, [])
  pip('install', ...offline, '--target', site!, join(wheels!, wheel))
  const installed = globSync('earmark_budget/**/*.{py,typed}', { cwd: site! })
  const ours = globSync('earmark_budget/**/*.{py,typed}', { cwd: join(SDK, 'src') })
  assert.deepEqual(installed.toSorted(), ours.toSorted())
  const output = await runProgram(builder, twenty, site!)
  assert.match(output, /^recorded [0-9a-f-]{36}\nwebhook\.test\n$/)
  assert.ok(twenty.split('\n').filter((line) => line.trim() !== '').length <= 26)
})

test('the program of the README runs on every Python here, with the package only copied', async (context) => {
  if (requirePython(context) === null) return
  for (const [index, python] of pythons.entries()) {
    const place = join(folder, `copied-${index}`)
    mkdirSync(place)
    cpSync(join(SDK, 'src/earmark_budget'), join(place, 'earmark_budget'), { recursive: true })
    const output = await runProgram(python.command, short, place)
    assert.match(output, /2026-01-05 -450/)
  }
})
