import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { describeSchema } from '#/platform/database/describe-schema.ts'
import type { Database } from '#/platform/database/database.ts'
import { migrateWithin, readMigrations } from '#/platform/database/migrate.ts'
import { assertBooks } from '../../test/support/ledger.ts'
import { stateOf } from '../../test/support/database-state.ts'
import {
  backupOf,
  emptyDatabase,
  MASTER,
  PASSPHRASE,
  restoreInto,
  streamOf,
} from '../../test/support/backups.ts'
import { budget } from '../../test/support/given.ts'
import { hold, openAnother, urlOf } from '../../test/support/other-processes.ts'
import { ada, startProduct } from '../../test/support/product.ts'
import type { BackupFault } from './backup.ts'
import { ownObjects } from './empty-target.ts'
import { verifyBackup } from './verify-backup.ts'

const product = await startProduct({ limited: false })
const { runtime, db } = product
const url = await urlOf(db)
const home = await product.household({ ...ada, ...budget })
const { household_id: householdId } = home
const { key } = { key: home.keys['rw']!.api_key }
await product.member(householdId, home.members['ada']!)
for (let n = 0; n < 40; n += 1) {
  const body = {
    account_id: home.accounts[n % 2 === 0 ? 'visa' : 'checking'],
    amount: -100 * (n + 1),
    concept: `Bäckerei\t"${n}" \\ 🥐\u2028 ${'x'.repeat(n)}`,
    booked_at: '2026-01-05',
    category_id: home.categories['food'],
    ...(n % 3 === 0 && { expense_goal_id: home.expenses['groceries'] }),
  }
  const { status, text } = await product.request('POST', '/transactions', { key, body })
  assert.equal(status, 200, text)
}
const backup = await backupOf(url)
/** Checked in the same way, and without the work that a passphrase makes. */
const open = await backupOf(url, 'unsealed')
const ask = () => Promise.resolve(PASSPHRASE)
const fault = (code: BackupFault['code']) => (error: unknown) =>
  assert.equal((error as BackupFault).code, code, String(error)) === undefined

/** Everything that a restore leaves as it is. */
async function lasting(of: Database): Promise<string> {
  const passing =
    /^(sessions|one_time_links|passkey_challenges|oidc_logins|oidc_sessions|sign_in_attempts) /
  return (await stateOf(of))
    .split('\n')
    .filter((line) => !passing.test(line))
    .join('\n')
}

test('a backup restored into an empty database makes an equal one', async () => {
  const target = await emptyDatabase()
  const restored = await restoreInto(target.url, backup.bytes)
  assert.equal(await lasting(target.db), await lasting(db))
  assert.equal(await describeSchema(target.db), await describeSchema(db))
  await assertBooks(target.db, householdId)
  assert.deepEqual(restored.secrets, [MASTER])
  assert.deepEqual([restored.transactions, restored.households, restored.people], [40, 1, 1])
  assert.deepEqual(restored.migrated, [])
  const { rows } = await sql`select from sessions`.execute(target.db)
  assert.equal(rows.length, 0)
})

test('an unsealed backup restores too, and says that it is open', async () => {
  const target = await emptyDatabase()
  const restored = await restoreInto(target.url, open.bytes, '')
  assert.equal(restored.sealed, false)
  assert.equal(await lasting(target.db), await lasting(db))
})

test('verify reports what a backup holds, and needs no database', async () => {
  const found = await verifyBackup(streamOf(backup.bytes), ask)
  assert.deepEqual(found, backup.summary)
  assert.equal(found.bytes, backup.bytes.length)
  assert.equal(found.tables.length, ownObjects().tables.length)
  assert.deepEqual(found.missingKeys, [])
})

test('a backup cut off at any piece, or within one, is refused', async () => {
  const ends = open.pieces
    .map(
      (
        (sum) => (piece: Buffer) =>
          (sum += piece.length)
      )(0),
    )
    .slice(0, -1)
  const within = ends.slice(0, 4).flatMap((end) => [end + 1, end + 5, end + 6])
  for (const end of [0, 1, 20, ...ends, ...within, open.bytes.length - 1]) {
    await assert.rejects(verifyBackup(streamOf(open.bytes.subarray(0, end)), ask), {
      name: 'BackupFault',
    })
  }
})

test('a backup with any byte altered, or more bytes at its end, is refused', async () => {
  const step = Math.ceil(open.bytes.length / 60)
  for (let at = 0; at < open.bytes.length; at += at < 220 ? 11 : step) {
    await assert.rejects(
      verifyBackup(streamOf(altered(open.bytes, at)), ask),
      { name: 'BackupFault' },
      `byte ${at}`,
    )
  }
  const longer = Buffer.concat([open.bytes, Buffer.from('x')])
  await assert.rejects(verifyBackup(streamOf(longer), ask), fault('damaged'))
  for (const at of [30, backup.pieces[0]!.length + 30, backup.bytes.length - 1]) {
    await assert.rejects(verifyBackup(streamOf(altered(backup.bytes, at)), ask), {
      name: 'BackupFault',
    })
  }
})

function altered(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at]! ^= 1 << (at % 8)
  return copy
}

test('pieces in another order, or of another backup, are refused', async () => {
  const { pieces } = open
  const swapped = pieces.toSpliced(3, 2, pieces[4]!, pieces[3]!)
  await assert.rejects(verifyBackup(streamOf(Buffer.concat(swapped)), ask), fault('damaged'))
  const other = await backupOf(url, 'unsealed')
  const mixed = pieces.toSpliced(4, 1, other.pieces[4]!)
  await assert.rejects(verifyBackup(streamOf(Buffer.concat(mixed)), ask), fault('damaged'))
})

test('a damaged or foreign file and a wrong passphrase change nothing in the target', async () => {
  const target = await emptyDatabase()
  await migrateWithin(target.db, { now: runtime.now(), migrations: readMigrations() })
  const before = await stateOf(target.db)
  const { bytes, pieces } = open
  const cases: [BackupFault['code'], Uint8Array, string?][] = [
    ['not_a_backup', Buffer.from('PK\x03\x04 a zip')],
    ['not_a_backup', Buffer.alloc(0)],
    ['wrong_passphrase', backup.bytes, 'another passphrase'],
    ['damaged', bytes.subarray(0, bytes.length - 1)],
    ['damaged', bytes.subarray(0, -pieces.at(-1)!.length)],
    ['damaged', Buffer.concat([bytes.subarray(0, -40), Buffer.alloc(40)])],
    ['newer', Buffer.from('EARMARK-BACKUP {"format":2,"version":"9.0.0","key":{}}\n')],
  ]
  for (const [code, file, passphrase] of cases) {
    await assert.rejects(restoreInto(target.url, file, passphrase), fault(code))
    assert.equal(await stateOf(target.db), before)
  }
  await restoreInto(target.url, bytes)
  assert.equal(await lasting(target.db), await lasting(db))
})

test('a backup is never restored over people or households', async () => {
  const before = await stateOf(db)
  await assert.rejects(restoreInto(url, open.bytes), fault('not_empty'))
  assert.equal(await stateOf(db), before)
})

test('a database with tables of something else is left alone', async () => {
  const target = await emptyDatabase()
  await sql`create table accounts (mine text)`.execute(target.db)
  await assert.rejects(restoreInto(target.url, open.bytes), fault('unusable'))
  await sql`alter table accounts rename to their_accounts`.execute(target.db)
  await sql`insert into their_accounts values ('kept')`.execute(target.db)
  await restoreInto(target.url, backup.bytes)
  const { rows } = await sql`select mine from their_accounts`.execute(target.db)
  assert.deepEqual(rows, [{ mine: 'kept' }])
  // Such a table is in the next backup, and a restore leaves it out.
  const again = await backupOf(target.url, 'unsealed')
  const { skipped } = await restoreInto((await emptyDatabase()).url, again.bytes)
  assert.deepEqual(skipped, ['their_accounts'])
})

test('a backup of an older version is restored and brought up to date', async () => {
  const old = await emptyDatabase()
  const migrations = readMigrations().slice(0, 12)
  await migrateWithin(old.db, { now: runtime.now(), migrations })
  for (const table of ['persons', 'households', 'members', 'accounts', 'categories']) {
    await copyRows(table, old.db)
  }
  const { bytes } = await backupOf(old.url, 'unsealed')
  const target = await emptyDatabase()
  const { migrated } = await restoreInto(target.url, bytes)
  assert.deepEqual(
    migrated,
    readMigrations()
      .slice(12)
      .map(({ name }) => name),
  )
  assert.equal(await describeSchema(target.db), await describeSchema(db))
  const names = sql<{ name: string }>`select name from accounts order by name`
  assert.deepEqual((await names.execute(target.db)).rows, (await names.execute(db)).rows)
})

/** Copies the rows of a table into an older version of it. */
async function copyRows(table: string, old: Database): Promise<void> {
  const { rows: columns } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_name = ${table} and is_generated = 'NEVER'`.execute(old)
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  const { rows } = await sql<{ row: string }>`
    select to_json(t)::text as row from ${sql.table(table)} t`.execute(db)
  for (const { row } of rows) {
    await sql`insert into ${sql.table(table)} (${names}) select ${names}
      from json_populate_record(null::${sql.table(table)}, ${row}::json)`.execute(old)
  }
}

test('a backup of a newer or another build is refused, and names the version', async () => {
  const newer = await emptyDatabase()
  await restoreInto(newer.url, open.bytes)
  await sql`insert into schema_migrations values ('0999-later.sql', sha256('x'), now())`.execute(
    newer.db,
  )
  const { bytes } = await backupOf(newer.url, 'unsealed', { version: '7.0.0' })
  const target = await emptyDatabase()
  await assert.rejects(restoreInto(target.url, bytes), (error) => {
    assert.match(String(error), /Earmark 7\.0\.0 or newer/)
    return fault('newer')(error)
  })
  await sql`delete from schema_migrations where name like '0999%'`.execute(newer.db)
  await sql`update schema_migrations set digest = sha256('y') where name like '0003%'`.execute(
    newer.db,
  )
  const edited = await backupOf(newer.url, 'unsealed')
  await assert.rejects(restoreInto(target.url, edited.bytes), fault('other_schema'))
})

test('a backup is one moment: a write that is not committed is not in it', async () => {
  const other = await openAnother(db)
  const held = await hold(other, (tx) => sql`update households set name = 'half done'`.execute(tx))
  const meanwhile = await backupOf(url, 'unsealed')
  await held.letGo()
  const digests = ({ summary }: typeof backup) =>
    summary.tables.filter(({ name }) => name !== 'sessions')
  assert.deepEqual(digests(meanwhile), digests(backup))
})

test('the database has nothing that a backup does not carry', async () => {
  const { rows } = await sql<{ kind: string }>`
    select distinct relkind::text as kind from pg_class c
    where relnamespace = 'public'::regnamespace and not exists
      (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by 1`.execute(db)
  // Tables, indexes, views and composite types. Sequences, for one, would have to be set after a restore.
  assert.deepEqual(
    rows.map(({ kind }) => kind),
    ['c', 'i', 'r', 'v'],
  )
  const { rows: found } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(
    db,
  )
  const own = ownObjects()
  assert.deepEqual(own.tables.toSorted(), found.map(({ name }) => name).toSorted())
  assert.ok(own.functions.length > 15 && own.types.length === 2 && own.views.length === 2)
})
