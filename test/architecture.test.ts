import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { harmless, mayImport, pure } from './architecture.ts'

const files = globSync('src/**/*.ts')
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => {
    const text = readFileSync(path, 'utf8')
    const name = path.slice('src/'.length)
    const sources = [...text.matchAll(/\b(?:from|import) ?\(?'([^'\n]+)'/g)].map((match) => {
      const source = match[1]!
      if (source.startsWith('#/')) return source.slice(2)
      return source.startsWith('.') ? join(dirname(name), source) : source
    })
    const code = text.replaceAll(/\/\/.*|\/\*[\s\S]*?\*\//g, '')
    return { name, text, code, folder: name.split('/')[0]!, sources }
  })
const ours = new Set(files.map(({ name }) => name))

/** The folders of src that each folder imports. */
const imported = new Map(
  [...Map.groupBy(files, ({ folder }) => folder)].map(([folder, members]) => [
    folder,
    new Set(
      members
        .flatMap(({ sources }) => sources.filter((source) => ours.has(source)))
        .map((source) => source.split('/')[0]!)
        .filter((name) => name !== folder),
    ),
  ]),
)

test('folders import only what they may', () => {
  const wrong = files.flatMap(({ name, folder, sources }) =>
    sources
      .filter((source) => ours.has(source))
      .filter((source) => ![folder, ...(mayImport[folder] ?? [])].includes(source.split('/')[0]!))
      .map((source) => `${name} imports ${source}`),
  )
  assert.deepEqual(wrong, [])
})

test('the table reads downwards, so there is no cycle of folders', () => {
  const order = Object.keys(mayImport)
  for (const [folder, allowed] of Object.entries(mayImport)) {
    const later = allowed.filter((name) => order.indexOf(name) >= order.indexOf(folder))
    assert.deepEqual(later, [], `${folder} may import what stands below it`)
  }
  for (const folder of imported.keys()) {
    assert.ok(order.includes(folder), `say in the table what ${folder} may import`)
  }
})

test('the web application takes values and types from the product, and nothing else', () => {
  const sources = globSync('web/**/*.{ts,tsx}').filter(
    (path) => !/\.test\.ts$|vite\.config/.test(path),
  )
  const wrong = sources.flatMap((path) => {
    const imports = [...readFileSync(path, 'utf8').matchAll(/^import (type )?[^']*?'([^']+)'/gms)]
    return imports
      .filter(([, isType, source]) => {
        const own = /^\.\.?\/|^#web\//.test(source!) && !source!.startsWith('../../')
        if (source!.startsWith('#/')) return !isType && !source!.startsWith('#/values/')
        return !own && /^[.#]|^node:|^zod$/.test(source!)
      })
      .map(([, , source]) => `${path} imports ${source}`)
  })
  assert.deepEqual(wrong, [])
})

test('PostgreSQL’s process, the network and the pages import nothing of ours', () => {
  for (const leaf of ['postgres', 'outbound', 'reference', 'pages', 'values']) {
    assert.deepEqual([...imported.get(leaf)!], [], leaf)
  }
})

test('imports across folders begin with #/, inside a folder with ./', () => {
  for (const { name, text } of files) {
    assert.doesNotMatch(text, /from '\.\.\/\.\.\//, name)
    const [folder] = name.split('/')
    const own = text.match(new RegExp(`from '#/${folder}/[^']+'`))
    assert.ok(own === null || name.split('/').length > 2, `${name}: ${own?.[0]}`)
  }
})

test('the rules are pure', () => {
  for (const name of pure) {
    const file = files.find((one) => one.name === name)
    assert.ok(file, `${name} is gone from its place`)
    assert.doesNotMatch(file.code, /\b(async|await|Promise|class)\b|Temporal\.Now/, name)
    const impure = file.sources.filter(
      (source) =>
        !source.startsWith('values/') && !pure.includes(source) && !harmless.includes(source),
    )
    assert.deepEqual(impure, [], name)
  }
})

test('contracts can be read in a browser', () => {
  const browserSafe = (name: string) =>
    /^(contract|values)\//.test(name) || /\/(app-)?contract\.ts$/.test(name)
  for (const { name, code, sources } of files.filter((file) => browserSafe(file.name))) {
    const strange = sources.filter((source) => source !== 'zod' && !browserSafe(source))
    assert.deepEqual(strange, [], name)
    assert.doesNotMatch(code, /\bBuffer\b|\bprocess\b/, name)
  }
})

test('no file only passes on what others export', () => {
  for (const { name, code } of files) {
    assert.doesNotMatch(code, /^export (type )?(\*|\{[^}]*\}) from/m, name)
    assert.doesNotMatch(code, /^export default/m, name)
    assert.doesNotMatch(name, /(^|\/)(index|utils?|helpers?|common|misc)\.ts$/)
  }
})

test('SQL takes its time and its ids from parameters', () => {
  const generated =
    /\b(current_date|current_timestamp|localtimestamp|clock_timestamp|statement_timestamp|gen_random_uuid)\b/i
  const migrations = globSync('db/migrations/*.sql').map((name) => {
    return { name, code: readFileSync(name, 'utf8').replaceAll(/--.*/g, '') }
  })
  for (const { name, code } of migrations) {
    assert.doesNotMatch(code, generated, name)
    assert.doesNotMatch(code, /\bnow\(\)|\buuidv[47]\(/i, name)
  }
  for (const { name, code } of files) assert.doesNotMatch(code, generated, name)
})
