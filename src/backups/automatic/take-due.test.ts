import assert from 'node:assert/strict'
import {
  createReadStream,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { verifyBackup } from '#/backups/verify-backup.ts'
import { openAnother, urlOf } from '../../../test/support/other-processes.ts'
import { startProduct } from '../../../test/support/product.ts'
import { AutomaticFault } from './fault.ts'
import { lastBackupAt } from './last-backup-at.ts'
import { isBackupDue, takeDueBackups } from './take-due.ts'
import { writeFile } from './write-file.ts'

const parent = mkdtempSync(join(tmpdir(), 'earmark-nightly-'))
after(() => rmSync(parent, { recursive: true }))
const product = await startProduct()
const { db, runtime } = product
await product.household()
// The template of the tests was migrated at another time.
await sql`update schema_migrations set applied_at = ${runtime.now()}`.execute(db)
const origin = { databaseUrl: await urlOf(db), secrets: ['a secret'], version: '1.2.3' }
const PASSPHRASE = 'correct horse battery'

let count = 0
let folder = ''
beforeEach(async () => {
  count += 1
  folder = join(parent, `folder-${count}`)
  await sql`delete from backup_runs`.execute(db)
})

/** The runtime, with the folder of this test. */
const keeping = (backups: Partial<(typeof runtime)['backups']> = {}) => ({
  ...runtime,
  backups: { ...runtime.backups, folder, passphrase: PASSPHRASE, ...backups },
})
const take = (backups?: Parameters<typeof keeping>[0]) => takeDueBackups(keeping(backups), origin)
const backups = () => readdirSync(folder).filter((name) => name.endsWith('.backup'))
const runs = async () => {
  const { rows } = await sql<{ kind: string; status: string; fault: string | null }>`
    select kind, status, fault from backup_runs order by asked_at, id`.execute(db)
  return rows.map(({ kind, status, fault }) => [kind, status, ...(fault ? [fault] : [])].join(' '))
}

test('each night leaves one file that only its owner reads and the passphrase opens', async () => {
  assert.equal(await take(), 0)
  runtime.advance({ hours: 24 })
  assert.equal(await isBackupDue(keeping()), true)
  assert.equal(await take(), 1)
  assert.equal(await take(), 0)
  const [name] = backups()
  assert.match(name!, /^earmark-\d{8}T120000Z-nightly\.backup$/)
  assert.equal(statSync(join(folder, name!)).mode & 0o777, 0o600)
  const summary = await verifyBackup(createReadStream(join(folder, name!)), async () => PASSPHRASE)
  assert.deepEqual([summary.version, summary.sealed, summary.households], ['1.2.3', true, 1])
  assert.deepEqual(await lastBackupAt(runtime), runtime.now())
  assert.deepEqual(await runs(), ['nightly done'])
})

test('without a passphrase the file lies open, and without a folder nothing is written', async () => {
  runtime.advance({ hours: 24 })
  assert.equal(await take({ folder: null }), 0)
  assert.equal(await take({ passphrase: null }), 1)
  const read = createReadStream(join(folder, backups()[0]!))
  const summary = await verifyBackup(read, () => assert.fail('it asks for no passphrase'))
  assert.equal(summary.sealed, false)
})

test('old files go once a new one is verified, and files of others stay', async () => {
  for (let night = 0; night < 9; night += 1) {
    runtime.advance({ hours: 24 })
    assert.equal(await take({ passphrase: null }), 1)
    if (night === 0) writeFileSync(join(folder, 'mine.backup'), 'mine')
  }
  const nightly = backups().filter((name) => name !== 'mine.backup')
  assert.ok(nightly.length >= 7 && nightly.length < 9, nightly.join(', '))
  assert.ok(backups().includes('mine.backup'))
})

test('a failure is remembered, removes nothing, and is tried again half an hour later', async () => {
  runtime.advance({ hours: 24 })
  assert.equal(await take(), 1)
  const before = backups()
  runtime.advance({ hours: 24 })
  // Its folder is a file.
  const broken = { folder: join(folder, before[0]!) }
  assert.equal(await take(broken), 0)
  assert.deepEqual(await runs(), ['nightly done', 'nightly failed folder_missing'])
  assert.ok(runtime.logged.some((line) => line.includes('"backup.failed"')))
  runtime.advance({ minutes: 29 })
  assert.equal(await isBackupDue(keeping()), false)
  runtime.advance({ minutes: 1 })
  assert.equal(await take(), 1)
  assert.equal(backups().length, 2)
})

test('a disk with too little room stops the backup, and leaves nothing behind', async () => {
  runtime.advance({ hours: 24 })
  assert.equal(await take(), 1)
  const writing = {
    source: { ...origin, now: runtime.now() },
    sealing: 'unsealed' as const,
    folder,
    name: 'earmark-20260101T000000Z-nightly.backup',
    place: runtime.backups,
  }
  const before = readdirSync(folder)
  await assert.rejects(
    writeFile(writing, async () => 1000),
    (error) => error instanceof AutomaticFault && error.word === 'no_space',
  )
  assert.deepEqual(readdirSync(folder), before)
})

test('one of several processes writes what is due', async () => {
  runtime.advance({ hours: 24 })
  const others = await Promise.all([1, 2].map(() => openAnother(db)))
  const taken = await Promise.all(
    [db, ...others].map((each) => takeDueBackups({ ...keeping(), db: each }, origin)),
  )
  assert.deepEqual(
    taken.toSorted((a, b) => a - b),
    [0, 0, 1],
  )
  assert.equal(backups().length, 1)
})

test('the folder of another instance is left alone', async () => {
  runtime.advance({ hours: 24 })
  assert.equal(await take(), 1)
  const before = readdirSync(folder)
  await sql`update instance set id = ${runtime.newId()}`.execute(db)
  runtime.advance({ hours: 24 })
  assert.equal(await take(), 0)
  assert.deepEqual((await runs()).at(-1), 'nightly failed other_instance')
  assert.deepEqual(readdirSync(folder), before)
})

test('what a killed process has left is removed by the next backup', async () => {
  runtime.advance({ hours: 24 })
  assert.equal(await take(), 1)
  const draft = 'earmark-20260101T000000Z-nightly.backup.unfinished'
  writeFileSync(join(folder, draft), 'half')
  runtime.advance({ hours: 24 })
  assert.equal(await take(), 1)
  assert.ok(!readdirSync(folder).includes(draft))
})
