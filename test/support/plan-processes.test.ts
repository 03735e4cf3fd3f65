import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { after, test } from 'node:test'
import { planProcesses } from './plan-processes.ts'

const root = join(import.meta.dirname, '../..')
// Inside the repository, and where no other run of the tests looks for files.
const folder = mkdtempSync(join(root, 'node_modules/.cache/earmark-shared-'))
after(() => rmSync(folder, { recursive: true }))

/** Writes test files and runs them as `npm test` does, the first run of two. */
function runShared(...texts: readonly string[]) {
  const files = texts.map((text, index) => {
    const file = join(folder, `${index}.test.js`)
    writeFileSync(file, `import { test } from 'node:test'\n${text}\n`)
    return relative(root, file)
  })
  const program = join(import.meta.dirname, 'run-files.ts')
  const env = { PATH: process.env['PATH'], EARMARK_TEST_DATABASE: 'none' }
  const { status, stdout } = spawnSync(
    process.execPath,
    [program, '1', '60000', 'shared', ...files],
    { cwd: root, env, encoding: 'utf8' },
  )
  const unfinished = [...stdout.matchAll(/^ℹ unfinished (.+)$/gm)].map(([, file]) => file)
  return { status, stdout, files, unfinished }
}

test('the files of a district share processes; those that handle processes have their own', () => {
  const many = Array.from({ length: 17 }, (_, index) => `src/people/${index}.test.ts`)
  const texts: Readonly<Record<string, string>> = {
    'src/app/kill.test.ts': 'process.kill(pid)',
    'src/app/measure.test.ts': "import { performance } from 'node:perf_hooks'",
    'src/app/environment.test.ts': "process.env['HOME'] = '/nowhere'",
    'src/app/timers.test.ts': 'mock.timers.enable()',
    'src/app/read.test.ts': "if (process.env['CI']) test('the process.', () => {})",
  }
  const given = [...Object.keys(texts), 'src/app/plain.test.ts', ...many]
  assert.deepEqual(
    planProcesses(given, (file) => texts[file] ?? ''),
    [
      ['src/app/kill.test.ts'],
      ['src/app/measure.test.ts'],
      ['src/app/environment.test.ts'],
      ['src/app/timers.test.ts'],
      ['src/app/read.test.ts', 'src/app/plain.test.ts'],
      many.slice(0, 16),
      many.slice(16),
    ],
  )
})

test('tests in a browser are spread among the others, and none begins last', () => {
  const screens = Array.from({ length: 8 }, (_, index) => `test/screens/${index}.test.ts`)
  const others = Array.from({ length: 10 }, (_, index) => `test/simulations/${index}.test.ts`)
  const plan = planProcesses([...screens, ...others], () => '')
  const alone = others.map((file) => [file])
  assert.deepEqual(plan, [
    screens.slice(0, 4),
    ...alone.slice(0, 4),
    screens.slice(4),
    ...alone.slice(4),
  ])
  assert.deepEqual(
    planProcesses(screens, () => ''),
    [screens.slice(0, 4), screens.slice(4)],
  )
})

test('in a shared process a failure names its file, and the other files run', () => {
  const { status, stdout, files, unfinished } = runShared(
    "test('one', () => {})",
    "test('two', () => { throw new Error('wrong') })",
    "throw new Error('cannot be loaded')",
    "test('four', () => {})",
  )
  assert.equal(status, 1)
  assert.match(stdout, /^ℹ pass 2$/m)
  assert.match(stdout, new RegExp(`test at ${files[1]}:2:1\\n✖ two`))
  assert.match(stdout, new RegExp(`✖ ${files[2]} .*\\n +Error: cannot be loaded`))
  assert.deepEqual(unfinished, [])
})

test('the files of a shared process that ends early are named, to run again', () => {
  const { status, files, unfinished } = runShared(
    "test('one', () => {})",
    "test('two', () => globalThis['process'].kill(globalThis['process'].pid, 'SIGKILL'))",
    "test('three', () => {})",
  )
  assert.equal(status, 1)
  assert.ok(unfinished.includes(files[1]!))
  assert.ok(unfinished.includes(files[2]!))
})

test('hooks of a file run before the next file is loaded', () => {
  const { status, stdout } = runShared(
    "import { after } from 'node:test'\nafter(() => { globalThis.closed = true })\ntest('one', () => {})",
    "if (!globalThis.closed) throw new Error('still open')\ntest('two', () => {})",
  )
  assert.equal(status, 0, stdout)
  assert.match(stdout, /^ℹ pass 2$/m)
})
