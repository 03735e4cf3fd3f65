import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { test } from 'node:test'

// One door for each table: ARCHITECTURE.md says which rooms write it, and this test reads the code to hold the table true.

/** Rooms that may write every table: they load, erase, move or demonstrate whole households, or restore the instance. */
const everywhere = ['documents', 'documents/demo', 'backups', 'backups/moving']

const schema = readFileSync('db/schema.sql', 'utf8')
const tables = new Set(
  [...schema.matchAll(/create table (?:public\.)?(\w+)/gi)].map((match) => match[1]!),
)

/** SQL, kysely, and the functions of `platform/audited`, each with the table behind it. */
const writes = [
  /\b(?:insert into|update|delete from|truncate|copy|merge into)\s+(?:only\s+)?(\w+)/gi,
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)/g,
  /\b(?:createRecord|changeRecord|removeRecord|orderRecords)\(\s*\w+,\s*'(\w+)'/g,
]

/** The rooms that write each table, as `table: room, room`. */
function writtenBy(): string[] {
  const rooms = new Map<string, Set<string>>([...tables].map((table) => [table, new Set()]))
  for (const path of globSync('src/**/*.ts').filter((one) => !one.endsWith('.test.ts'))) {
    const code = readFileSync(path, 'utf8').replaceAll(/^\s*\/\/.*|\/\*[\s\S]*?\*\//gm, '')
    const room = dirname(path).slice('src/'.length)
    if (everywhere.includes(room)) continue
    for (const pattern of writes) {
      for (const [, table] of code.matchAll(pattern)) rooms.get(table!)?.add(room)
    }
  }
  return [...rooms]
    .map(([table, some]) => `${table}: ${[...some].toSorted().join(', ')}`)
    .toSorted()
}

/** The table of ARCHITECTURE.md in the same form. */
function documented(): string[] {
  const text = readFileSync('ARCHITECTURE.md', 'utf8')
  const part = text.slice(text.indexOf('| Table |'))
  const lines = [...part.matchAll(/^\| (`.*?) \| (.*?) \|/gm)]
  return lines
    .flatMap(([, names, rooms]) => {
      const listed = [...rooms!.matchAll(/`([\w/-]+)`/g)].map((match) => match[1]!)
      return [...names!.matchAll(/`(\w+)`/g)].map(
        ([, table]) => `${table}: ${listed.toSorted().join(', ')}`,
      )
    })
    .toSorted()
}

test('each table is written by the rooms that ARCHITECTURE.md names, and by no other', () => {
  assert.deepEqual(writtenBy(), documented())
})

test('a room that may write every table still exists', () => {
  for (const room of everywhere) assert.ok(globSync(`src/${room}/*.ts`).length > 0, room)
})
