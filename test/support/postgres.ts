import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '#/platform/database/database.ts'
import { migrate } from '#/platform/database/migrate.ts'
import {
  adminUrlOf,
  type Cluster,
  type ClusterOptions,
  openCluster,
} from '#/platform/postgres/cluster.ts'
import { findSystemPostgres } from '#/platform/postgres/system-programs.ts'
import { wait } from '#/platform/runtime/clock.ts'
import { makeDistributedTemplate } from './citus.ts'

/** Test databases are copies of this one. */
export const TEMPLATE = 'earmark_template'

/** The file system in memory that Linux has, and the bytes that must be free there for the databases of a whole run. */
const MEMORY = '/dev/shm'
const ROOM = 4 * 1024 ** 3

/** Several files run at a time, and one alone may stand for several servers. An installation has 60 (`settings.ts`). */
const CONNECTIONS_MAX = 120

let cluster: Cluster | null = null
let folder: string | null = null

/**
 * Before the tests: a PostgreSQL of their own with a migrated template. Its addresses reach the test files through
 * the environment. `EARMARK_TEST_POSTGRES=system` runs the system's instead of the embedded one.
 */
export async function globalSetup(): Promise<void> {
  if (process.env['EARMARK_TEST_DATABASE']) return
  if (process.env['EARMARK_TEST_POSTGRES'] === 'citus') return setUpCitus()
  const system = process.env['EARMARK_TEST_POSTGRES'] === 'system' ? findSystemPostgres() : null
  folder = mkdtempSync(join(placeOfData(), 'earmark-test-'))
  const options: ClusterOptions = {
    dataFolder: folder,
    wait,
    log: () => {},
    durable: false,
    ...(system && { binaries: system }),
  }
  const fresh = await openCluster(options)
  await execute(await adminUrlOf(fresh), `alter system set max_connections = ${CONNECTIONS_MAX}`)
  await fresh.stop()
  cluster = await openCluster(options)
  const adminUrl = await adminUrlOf(cluster)
  await execute(adminUrl, `create database ${TEMPLATE} owner earmark`)
  const url = new URL(cluster.url)
  url.pathname = `/${TEMPLATE}`
  const db = openDatabase({ url: url.href, connectionsMax: 1 })
  await migrate(db, Temporal.Instant.from('2026-01-01T00:00:00Z'))
  await db.destroy()
  process.env['EARMARK_TEST_DATABASE'] = cluster.url
  process.env['EARMARK_TEST_ADMIN'] = adminUrl
}

async function execute(adminUrl: string, statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(statement)
  await admin.end()
}

/** The cluster is the operator's: only the databases in it are ours. */
async function setUpCitus(): Promise<void> {
  const url = process.env['EARMARK_TEST_CITUS_URL']!
  const urls = await makeDistributedTemplate(url, TEMPLATE)
  process.env['EARMARK_TEST_DATABASE'] = url
  process.env['EARMARK_TEST_ADMIN'] = urls.join(' ')
}

/** In memory where there is room: each test file copies and deletes a database of hundreds of files, which costs a disk much more. */
function placeOfData(): string {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= ROOM ? MEMORY : tmpdir()
}

export async function globalTeardown(): Promise<void> {
  await cluster?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
}
