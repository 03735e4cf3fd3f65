// Writes db/schema.sql and src/platform/database/tables.ts from a freshly migrated database: an empty one at the given
// address, or an own PostgreSQL in a temporary folder.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#/platform/database/database.ts'
import { describeRowTypes, describeSchema } from '#/platform/database/describe-schema.ts'
import { migrate } from '#/platform/database/migrate.ts'
import { openCluster } from '#/platform/postgres/cluster.ts'
import { wait } from '#/platform/runtime/clock.ts'

const given = process.argv[2]
const folder = given === undefined ? mkdtempSync(join(tmpdir(), 'earmark-schema-')) : null
const cluster =
  folder === null
    ? null
    : await openCluster({ dataFolder: folder, wait, log: () => {}, durable: false })
const db = openDatabase({ url: given ?? cluster!.url, connectionsMax: 1 })
try {
  await migrate(db, Temporal.Now.instant())
  writeFileSync('db/schema.sql', await describeSchema(db))
  writeFileSync('src/platform/database/tables.ts', await describeRowTypes(db))
} finally {
  await db.destroy()
  await cluster?.stop()
  if (folder !== null) rmSync(folder, { recursive: true, force: true })
}
