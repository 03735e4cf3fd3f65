import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { FILES_MAX, harmless, leaves, pure, rooms, withoutBeginning } from './architecture.ts'

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
    return { name, text, code, room: dirname(name), sources }
  })
const ours = new Set(files.map(({ name }) => name))

test('a file imports its own room and the rooms named before it', () => {
  const wrong = files.flatMap(({ name, room, sources }) =>
    sources
      .filter((source) => ours.has(source) && dirname(source) !== room)
      .filter((source) => rooms.indexOf(dirname(source)) >= rooms.indexOf(room))
      .map((source) => `${name} imports ${source}`),
  )
  assert.deepEqual(wrong, [])
})

test('every folder of the code is a room of the law, and every room is there', () => {
  assert.deepEqual([...new Set(files.map(({ room }) => room))].toSorted(), rooms.toSorted())
})

test('no folder holds more files than one can take in at a glance', () => {
  const all = Map.groupBy(globSync('src/**/*.*'), dirname)
  const crowded = [...all].filter(([, members]) => members.length > FILES_MAX)
  assert.deepEqual(
    crowded.map(([folder, members]) => `${folder}: ${members.length}`),
    [],
  )
})

test('the web application takes values, types and the file reasons from the product', () => {
  const shared = ['#/core/values/', '#/platform/contract/english-reasons.ts']
  const sources = globSync('web/**/*.{ts,tsx}').filter(
    (path) => !/\.test\.ts$|vite\.config/.test(path),
  )
  const wrong = sources.flatMap((path) => {
    const imports = [...readFileSync(path, 'utf8').matchAll(/^import (type )?[^']*?'([^']+)'/gms)]
    return imports
      .filter(([, isType, source]) => {
        const own = /^\.\.?\/|^#web\//.test(source!) && !source!.startsWith('../../')
        if (source!.startsWith('#/')) {
          return !isType && !shared.some((path) => source!.startsWith(path))
        }
        return !own && /^[.#]|^node:|^zod$/.test(source!)
      })
      .map(([, , source]) => `${path} imports ${source}`)
  })
  assert.deepEqual(wrong, [])
})

test('of the product only the command line and the tools of assistants import the SDK', () => {
  const wrong = files
    .filter(({ room }) => !/^app\/(cli|mcp)\b/.test(room))
    .flatMap(({ name, sources }) => (sources.some((one) => one.startsWith('#sdk/')) ? [name] : []))
  assert.deepEqual(wrong, [])
})

test('the SDK imports nothing but its own files', () => {
  const own = globSync('sdk/typescript/src/**/*.ts').filter((path) => !path.endsWith('.test.ts'))
  for (const path of own) {
    const sources = readFileSync(path, 'utf8').matchAll(/(?<!')\b(?:from|import) ?\(?'([^'\n]+)'/g)
    for (const [, source] of sources)
      assert.match(source!, /^\.{1,2}\/(generated\/)?[a-z-]+\.ts$/, path)
  }
})

test('the leaves import nothing of ours', () => {
  for (const { name, room, sources } of files.filter((file) => leaves.includes(file.room))) {
    const foreign = sources.filter((source) => ours.has(source) && dirname(source) !== room)
    assert.deepEqual(foreign, [], name)
  }
})

test('a file of the same folder is imported by ./, every other by #/', () => {
  for (const { name, room, text } of files) {
    assert.doesNotMatch(text, /from '\.\.\//, name)
    assert.doesNotMatch(text, /from '\.\/[^']*\//, name)
    assert.doesNotMatch(text, new RegExp(`from '#/${room}/[^'/]+'`), name)
  }
})

test('the rules are pure', () => {
  for (const name of pure) {
    const file = files.find((one) => one.name === name)
    assert.ok(file, `${name} is gone from its place`)
    assert.doesNotMatch(file.code, /\b(async|await|Promise|class)\b|Temporal\.Now/, name)
    const impure = file.sources.filter(
      (source) =>
        !source.startsWith('core/values/') && !pure.includes(source) && !harmless.includes(source),
    )
    assert.deepEqual(impure, [], name)
  }
})

test('every write to a household begins at the one door, which works off its days', () => {
  const opens = /\binTransaction\(|\.transaction\(\)/
  const writers = files
    .filter(({ room, code }) => room !== 'platform/database' && opens.test(code))
    .filter(({ code }) => !/\bbeginWrite\(/.test(code))
    .map(({ name }) => name)
  assert.deepEqual(writers.toSorted(), Object.keys(withoutBeginning).toSorted())
  // Only who holds the household's lock raises its revision: a write, and the engine between two of them.
  const raising = files.filter(({ code }) => /\brevision \+ 1\b/.test(code)).map(({ name }) => name)
  assert.deepEqual(raising.toSorted(), [
    'access/households/begin-write.ts',
    'budget/funding/run-household.ts',
  ])
  const calling = files.filter(({ code }) => /\bworkOff\(/.test(code)).map(({ name }) => name)
  assert.deepEqual(calling.toSorted(), [
    'access/households/begin-write.ts',
    'budget/funding/run-household.ts',
  ])
})

test('contracts can be read in a browser', () => {
  const browserSafe = (name: string) =>
    /^(platform\/contract|core\/values)\//.test(name) || /\/(app-)?contract\.ts$/.test(name)
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
