import pg from 'pg'
import { openDatabase } from '#/platform/database/database.ts'
import { migrate } from '#/platform/database/migrate.ts'
import { distribute } from '#/platform/database/distributing/distribute.ts'

type Node = { readonly name: string; readonly port: number }

/**
 * Makes a distributed database on every server of the cluster whose coordinator has the given database, and closes it to
 * connections. Copied on each server, it is a distributed database again: all that Citus knows of one is in its tables.
 */
export async function makeDistributedTemplate(
  url: string,
  name: string,
): Promise<readonly string[]> {
  const urls = await findServers(url)
  await onServers(urls, `drop database if exists ${name} with (force)`)
  await onServers(urls, `create database ${name}`)
  const own = withDatabase(urls, name)
  await joinCluster(own)
  const db = openDatabase({ url: own[0]!, connectionsMax: 1 })
  await migrate(db, Temporal.Instant.from('2026-01-01T00:00:00Z'))
  const { obstacles } = await distribute(db)
  await db.destroy()
  if (obstacles.length > 0) throw new Error(obstacles.map(({ says }) => says).join('\n'))
  await close(urls, name)
  return urls
}

/** Does the operator's part, which comes before `earmark distribute`. `before`: called before each step, with what is still in the way. */
export async function joinCluster(
  urls: readonly string[],
  before: (obstacle: string) => Promise<void> = async () => {},
): Promise<void> {
  const [coordinator, ...workers] = urls
  await before('no_citus')
  await onServers(urls, 'create extension citus')
  await before('no_coordinator_host')
  const { hostname, port } = new URL(coordinator!)
  await query(coordinator!, 'select citus_set_coordinator_host($1, $2)', [hostname, Number(port)])
  await before('no_workers')
  for (const worker of workers) {
    const at = new URL(worker)
    await query(coordinator!, 'select citus_add_node($1, $2)', [at.hostname, Number(at.port)])
  }
}

/** The servers of a cluster, the coordinator first. */
async function findServers(url: string): Promise<readonly string[]> {
  const nodes = await query<Node>(
    url,
    `select nodename as name, nodeport as port from pg_dist_node
     where groupid <> 0 and noderole = 'primary' and isactive order by groupid`,
  )
  if (nodes.length === 0) throw new Error('the database at EARMARK_TEST_CITUS_URL has no workers')
  return [url, ...nodes.map((node) => atServer(url, node))]
}

function atServer(url: string, { name, port }: Node): string {
  const changed = new URL(url)
  changed.hostname = name
  changed.port = String(port)
  return changed.href
}

/** The addresses of one database on every server. */
export function withDatabase(urls: readonly string[], name: string): readonly string[] {
  return urls.map((url) => {
    const changed = new URL(url)
    changed.pathname = `/${name}`
    return changed.href
  })
}

/** Lets nobody in, and sends away Citus' own connections, because only an unused database can be copied. */
async function close(urls: readonly string[], name: string): Promise<void> {
  await onServers(urls, `alter database ${name} allow_connections false`)
  for (;;) {
    const left = await Promise.all(
      urls.map((url) =>
        query(
          url,
          'select pg_terminate_backend(pid, 1000) from pg_stat_activity where datname = $1',
          [name],
        ),
      ),
    )
    if (left.every(({ length }) => length === 0)) return
  }
}

/** Runs a statement on each server. */
export async function onServers(urls: readonly string[], statement: string): Promise<void> {
  await Promise.all(urls.map((url) => query(url, statement)))
}

async function query<Row>(
  url: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Row & pg.QueryResultRow>(statement, [...values])
    return rows
  } finally {
    await client.end()
  }
}
