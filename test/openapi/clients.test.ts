import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { execPath } from 'node:process'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type * as z from 'zod'
import { describeApi } from '#/app/http/describe-api.ts'

// Clients are generated as others generate them, and compiled as strictly as TypeScript can.

const root = join(import.meta.dirname, '../..')
const generators = join(root, 'sdk/generators/package.json')
const folder = mkdtempSync(join(tmpdir(), 'earmark-clients-'))
after(() => rmSync(folder, { recursive: true, force: true }))
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
const document = describeApi('https://earmark.example')

// Imported after this: both generators write code with TypeScript's API, which TypeScript 7 does not have.
registerHooks({
  resolve: (name, context, next) =>
    name === 'typescript'
      ? next(name, { ...context, parentURL: pathToFileURL(generators).href })
      : next(name, context),
})
const { writeClient, writeTypes } = await import('../../sdk/generators/generate.ts')
writeFileSync(join(folder, 'openapi-typescript.ts'), await writeTypes(document))
await writeClient(document, { folder: join(folder, 'types'), withClient: false })
await writeClient(document, { folder: join(folder, 'client'), withClient: true })

/** Compiles files and folders, and returns the complaints. */
function compile(include: readonly string[], options: object = {}): string[] {
  const config = join(folder, `tsconfig.${include.join('-')}.json`)
  const compilerOptions = {
    noEmit: true,
    target: 'esnext',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['esnext', 'dom', 'dom.iterable'],
    types: [],
    strict: true,
    skipLibCheck: true,
    ...options,
  }
  writeFileSync(config, JSON.stringify({ compilerOptions, include }))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = spawnSync(execPath, [tsc, '-p', config, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  })
  return stdout.split('\n').filter((line) => /error TS\d+/.test(line))
}

const exact = { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true }

test('types of openapi-typescript compile with exact optional properties', () => {
  writeFileSync(join(folder, 'wrong.ts'), 'export const wrong: { a?: string } = { a: undefined }')
  assert.equal(compile(['wrong.ts'], exact).length, 1)
  assert.deepEqual(compile(['openapi-typescript.ts'], exact), [])
})

test('types and validators of hey-api compile with exact optional properties', () => {
  assert.deepEqual(compile(['types'], exact), [])
})

test('a client of hey-api compiles; only its own runtime needs inexact optional properties', () => {
  assert.deepEqual(compile(['client'], { noUncheckedIndexedAccess: true }), [])
  // https://github.com/hey-api/hey-api/issues/2363: the same files for every document.
  const faulty = compile(['client'], exact).map((line) => line.slice(0, line.indexOf('(')))
  const ours = faulty.filter((file) => !/^client\/(client|core)\//.test(file))
  assert.deepEqual(ours, [])
})

test('the generated validators accept the example of every answer', async () => {
  const file = join(folder, 'types/zod.gen.ts')
  const validators = (await import(pathToFileURL(file).href)) as Record<string, z.ZodType>
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  for (const { operationId, responses } of operations) {
    const name = `z${operationId[0]!.toUpperCase()}${operationId.slice(1)}Response`
    const success = Object.entries(responses).find(([status]) => status.startsWith('2'))![1]
    const { example } = success.content!['application/json']!
    const validator = validators[name]
    assert.ok(validator, `${relative(folder, file)} lacks ${name}`)
    const { error } = validator.safeParse(example)
    assert.equal(error, undefined, name)
  }
  assert.ok(operations.length > 30)
})
