import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { createTestDatabase } from '../support/database.ts'
import { findOldNode } from '../support/installed.ts'
import { startServer } from '../support/server-process.ts'
import { blocks } from './blocks.ts'

// The programs of docs/sdk-typescript.md, as a stranger would try them: in an empty folder with the packed SDK, compiled
// under `strict`, run on the older Node of the machine, against a server that runs as `npm start` runs it.

const root = join(import.meta.dirname, '../..')
const home = mkdtempSync(join(tmpdir(), 'earmark-typescript-'))
after(() => rmSync(home, { recursive: true, force: true }))
const here = join(home, 'here')
const own = join(here, 'node_modules/@earmark-budget/sdk')
const tsc = join(root, 'node_modules/typescript/bin/tsc')
const tarball = packAndUnpack()

const CLIENT = `import { Earmark } from '@earmark-budget/sdk'
const earmark = new Earmark({ url: process.env.EARMARK_URL!, key: process.env.EARMARK_API_KEY! })
`
const programs = blocks
  .filter(({ marks }) => marks['run-by'] === 'test/documents/typescript.test.ts')
  .map(({ path, line, text }) => {
    const isWhole = /const earmark = new Earmark/.test(text)
    const name = `${path.replace(/\W+/g, '-')}-${line}`
    return { name, place: `${path}:${line}`, text: isWhole ? text : CLIENT + text }
  })

const options = {
  module: 'nodenext',
  target: 'es2022',
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  outDir: 'built',
}

test('the package is small, and holds nothing but what runs, its types and its texts', () => {
  assert.ok(statSync(tarball).size <= 60_000, `${statSync(tarball).size}`)
  const names = globSync('**/*.*', { cwd: own })
  assert.deepEqual(
    names.filter((name) => !/^(dist\/[\w/-]+\.(js|d\.ts)|package\.json|README\.md)$/.test(name)),
    [],
  )
  const texts = names.map((name) => readFileSync(join(own, name), 'utf8')).join('')
  assert.ok(!texts.includes(root))
  const code = globSync('dist/**/*.{js,d.ts}', { cwd: own }).map((name) =>
    readFileSync(join(own, name), 'utf8'),
  )
  for (const [, source] of code.join('').matchAll(/(?:from|import\() ?['"]([^'"]+)/g))
    assert.match(source!, /^\.\.?\/[\w/-]+\.js$/)
})

test('the README of the package begins as its guide does', () => {
  const [quickStart] = blocks.filter(({ path, language }) => {
    return path === 'docs/sdk-typescript.md' && language === 'ts'
  })
  assert.ok(readFileSync(join(own, 'README.md'), 'utf8').includes(quickStart!.text))
})

test('every TypeScript program of the documents compiles strictly and runs', async () => {
  const data = join(home, 'data')
  mkdirSync(data)
  const { url: DATABASE_URL } = await createTestDatabase()
  const server = await startServer(data, {
    DATABASE_URL,
    EARMARK_ALLOW_CIDRS: '127.0.0.0/8',
    EARMARK_API_LIMIT_MINUTE: '600',
  })
  const port = await freePort()
  for (const { name, text } of programs)
    writeFileSync(join(here, `${name}.ts`), text.replaceAll('4000', String(port)))
  writeFileSync(join(here, 'package.json'), '{ "type": "module" }')
  const files = programs.map(({ name }) => `${name}.ts`)
  writeFileSync(join(here, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files }))
  compile()
  // Without the types of Node, as in a browser: nothing of the package may need them.
  writeFileSync(join(here, 'page.ts'), CLIENT.replaceAll(/process\.env\.\w+!/g, "''"))
  const page = { ...options, types: [], lib: ['es2022', 'dom'] }
  writeFileSync(
    join(here, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: page, files: ['page.ts'] }),
  )
  compile()

  const earmark = join(root, 'bin/earmark.js')
  const demo = execFileSync(process.execPath, [earmark, 'demo', '--json'], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], EARMARK_DATA: data, DATABASE_URL },
    encoding: 'utf8',
  })
  const { api_key: key } = JSON.parse(demo) as { api_key: string }
  const node = findOldNode() ?? process.execPath
  const printed = new Map<string, string>()
  for (const { name, place } of programs) {
    const run = promisify(execFile)(node, [join(here, 'built', `${name}.js`)], {
      env: { EARMARK_URL: server.url, EARMARK_API_KEY: key },
      timeout: 60_000,
    })
    const { stdout } = await run.catch((error: unknown) =>
      assert.fail(`${place}: ${String(error)}`),
    )
    printed.set(name, stdout)
  }
  const all = [...printed.values()].join('')
  for (const words of [/announced: Coffee/, /booked once/, /free to spend/, /1 created, 0 known/])
    assert.match(all, words)
  for (const words of [/Tram: .*2026-11|Tram: /, /from is wrong/, /^new\nas before$/m])
    assert.match(all, words)
  assert.ok(programs.length >= 9)
})

/** Packs the SDK, and puts it into the empty folder as npm would. */
function packAndUnpack(): string {
  const line = ['sdk/typescript/pack.ts', home]
  const file = execFileSync(process.execPath, line, { cwd: root, encoding: 'utf8' }).trim()
  mkdirSync(own, { recursive: true })
  execFileSync('tar', ['-xzf', file, '-C', own, '--strip-components=1'])
  mkdirSync(join(here, 'node_modules/@types'), { recursive: true })
  symlinkSync(join(root, 'node_modules/@types/node'), join(here, 'node_modules/@types/node'))
  cpSync(join(root, 'node_modules/undici-types'), join(here, 'node_modules/undici-types'), {
    recursive: true,
  })
  return file
}

function compile(): void {
  try {
    execFileSync(process.execPath, [tsc, '-p', here], { encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    assert.fail((error as { stdout: string }).stdout)
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
