import assert from 'node:assert/strict'
import { appendFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { addKey, readKeyFile, readOldKeys } from './key-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'earmark-keys-'))
const path = join(folder, 'secret')
after(() => rmSync(folder, { recursive: true }))

test('a key file is private to its owner and lists every key, the newest first', () => {
  assert.deepEqual(readOldKeys(folder), [])
  const [first] = readKeyFile(folder)
  assert.deepEqual(readKeyFile(folder), [first])
  assert.equal(statSync(path).mode & 0o777, 0o600)
  addKey(folder)
  const [second, ...older] = readKeyFile(folder)
  assert.notEqual(second, first)
  assert.deepEqual(older, [first])
  assert.deepEqual(readOldKeys(folder), [second, first])
})

test('a key that a crash cut off is ignored, and the next one is complete', () => {
  writeFileSync(path, 'the first of all keys')
  assert.deepEqual(readKeyFile(folder), ['the first of all keys'])
  addKey(folder)
  appendFileSync(path, 'half')
  const [second, ...older] = readKeyFile(folder)
  assert.deepEqual(older, ['the first of all keys'])
  addKey(folder)
  const [third, ...others] = readKeyFile(folder)
  assert.equal(third.length, 43)
  assert.deepEqual(others.slice(1), [second, 'the first of all keys'])
})

test('an emptied key file is refused, so that nothing is sealed without a key', () => {
  writeFileSync(path, '\n')
  assert.throws(() => readKeyFile(folder), /Restore/)
})
