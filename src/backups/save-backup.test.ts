import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { streamOf } from '../../test/support/backups.ts'
import { urlOf } from '../../test/support/other-processes.ts'
import { startProduct } from '../../test/support/product.ts'
import { saveBackup } from './save-backup.ts'
import { verifyBackup } from './verify-backup.ts'

const product = await startProduct()
await product.household()
const now = product.runtime.now()
const databaseUrl = await urlOf(product.db)
const source = { databaseUrl, secrets: ['a secret'], version: '1.0.0', now }
const folder = mkdtempSync(join(tmpdir(), 'earmark-saved-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'backup')
const none = () => Promise.resolve('')

test('a saved backup is whole, for its owner only, and replaces a file by force alone', async () => {
  const summary = await saveBackup(source, 'unsealed', { file })
  assert.deepEqual(readdirSync(folder), ['backup'])
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.deepEqual(await verifyBackup(streamOf(readFileSync(file)), none), summary)
  const before = readFileSync(file)
  await assert.rejects(saveBackup(source, 'unsealed', { file }), /--force/)
  assert.ok(before.equals(readFileSync(file)))
  await saveBackup(source, 'unsealed', { file, force: true })
  assert.ok(!before.equals(readFileSync(file)))
})

test('a backup that is broken off leaves the old file and nothing else', async () => {
  const before = readFileSync(file)
  const signal = AbortSignal.abort(new Error('stop'))
  await assert.rejects(saveBackup(source, 'unsealed', { file, force: true, signal }), /stop/)
  const unreachable = { ...source, databaseUrl: 'postgres://127.0.0.1:1/none' }
  await assert.rejects(saveBackup(unreachable, 'unsealed', { file, force: true }))
  assert.deepEqual(readdirSync(folder), ['backup'])
  assert.ok(before.equals(readFileSync(file)))
  const nowhere = join(folder, 'missing', 'backup')
  await assert.rejects(saveBackup(source, 'unsealed', { file: nowhere }), /folder does not exist/)
})

test('the next backup removes what a killed process has left', async () => {
  const left = join(folder, `.backup.part-${hostname()}-4194304-00000000`)
  const other = join(folder, `.backup.part-elsewhere-4194304-00000000`)
  for (const path of [left, other]) writeFileSync(path, 'half')
  await saveBackup(source, 'unsealed', { file, force: true })
  assert.deepEqual(readdirSync(folder).toSorted(), [
    '.backup.part-elsewhere-4194304-00000000',
    'backup',
  ])
})

test('keys that no known master secret belongs to are named', async () => {
  const { seal } = product.runtime
  const id = product.runtime.newId()
  const token = seal.seal('x', `ending_items.secret:${id}`)
  const provider = 'provider_c' as const
  const row = { id, provider, secret: token, created_at: now, next_try_at: now, tries: 0 }
  await product.db.insertInto('ending_items').values(row).execute()
  const summary = await saveBackup(source, 'unsealed', { file, force: true })
  assert.deepEqual(summary.missingKeys, [token.subarray(1, 5).toString('hex')])
  const known = { ...source, secrets: ['a secret', 'a master secret of the tests'] }
  assert.deepEqual((await saveBackup(known, 'unsealed', { file, force: true })).missingKeys, [])
})
