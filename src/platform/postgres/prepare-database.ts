import { realpath } from 'node:fs/promises'
import { Client } from 'pg'

import { ClusterFailure, codeOf } from './failure.ts'
import type { Postmaster } from './postmaster.ts'
import type { Site } from './program-site.ts'

/** Where clients connect: as the service's own role, and as PostgreSQL's superuser. */
export type Addresses = { readonly url: string; readonly adminUrl: string }

/** The addresses of a running cluster: by its socket where it has one. */
export function addressesOf(
  { port, socket }: Pick<Postmaster, 'port' | 'socket'>,
  password: string,
): Addresses {
  const at = `${password}@127.0.0.1:${port}`
  const through = socket === null ? '' : `?host=${encodeURIComponent(socket)}`
  return {
    url: `postgres://earmark:${at}/earmark${through}`,
    adminUrl: `postgres://postgres:${at}/postgres${through}`,
  }
}

/**
 * Proves that it is our PostgreSQL which listens (it knows the password without being told, that is
 * how SCRAM works, and serves our folder), and makes the role and the database where they are missing.
 */
export async function prepareDatabase(
  site: Site,
  { adminUrl }: Addresses,
  isAlive: () => Promise<boolean>,
): Promise<void> {
  const client = await connect(site, adminUrl, isAlive)
  try {
    const { rows } = await client.query<{ folder: string; role: boolean; database: boolean }>(
      `select current_setting('data_directory') as folder,
              exists (select from pg_roles where rolname = 'earmark') as role,
              exists (select from pg_database where datname = 'earmark') as database`,
    )
    const [found] = rows
    if (found === undefined || (await realpath(found.folder)) !== site.place.cluster)
      throw new ClusterFailure(
        'unanswered',
        `${site.place.cluster} names a PostgreSQL that serves ${found?.folder}: is it a copy of that one?`,
      )
    const password = client.escapeLiteral(new URL(adminUrl).password)
    if (!found.role) await client.query(`create role earmark login createdb password ${password}`)
    if (!found.database) await client.query('create database earmark owner earmark')
  } finally {
    await client.end()
  }
}

/** Being ready, PostgreSQL may still turn us away for a moment: it recovers or has no place free. */
const PASSING = new Set(['57P03', '53300', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT'])

async function connect(site: Site, url: string, isAlive: () => Promise<boolean>): Promise<Client> {
  for (let tries = 0; ; tries++) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
    client.on('error', () => undefined) // Whatever was asked of it fails, and that is enough.
    try {
      await client.connect()
      return client
    } catch (cause) {
      await client.end().catch(() => undefined)
      if (tries < 100 && PASSING.has(codeOf(cause)) && (await isAlive())) {
        await site.wait(100)
        continue
      }
      throw new ClusterFailure(
        'unanswered',
        `PostgreSQL runs in ${site.place.cluster} but does not let us in: ${String(cause)}. ` +
          `The password is in ${site.place.password}, the log in ${site.place.log}.`,
        { cause },
      )
    }
  }
}
