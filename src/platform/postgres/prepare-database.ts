import { Client } from 'pg'

import { ClusterFailure, codeOf } from './failure.ts'
import { readAdminPassword } from './initialize.ts'
import type { Postmaster } from './postmaster.ts'
import { clusterName } from './settings.ts'
import type { Site } from './program-site.ts'

/** The role that serves: it owns its database, and may do nothing else. */
const ROLE = 'earmark'

/** Where clients of a running cluster connect as the role that serves: by its socket where it has one. */
export function addressOf(
  { port, socket }: Pick<Postmaster, 'port' | 'socket'>,
  password: string,
): string {
  const through = socket === null ? '' : `?host=${encodeURIComponent(socket)}`
  return `postgres://${ROLE}:${password}@127.0.0.1:${port}/${ROLE}${through}`
}

/** The address of the database `postgres` as superuser, read from disk by whoever needs it: nobody who serves keeps it. */
export async function readAdminUrl(url: string, passwordFile: string): Promise<string> {
  const admin = new URL(url)
  admin.username = 'postgres'
  admin.password = await readAdminPassword({ password: passwordFile })
  admin.pathname = '/postgres'
  return admin.href
}

type Preparing = {
  readonly url: string
  /** The password of the role is new: PostgreSQL does not know it yet. */
  readonly fresh: boolean
  readonly isAlive: () => Promise<boolean>
}

/**
 * Proves that it is our PostgreSQL which listens (it knows the password without being told, that is how SCRAM works, and
 * carries the name of our folder). Where the role or its database are missing, or not as they should be, the superuser
 * puts them right; in an ordinary start nobody connects as superuser.
 */
export async function prepareDatabase(site: Site, preparing: Preparing): Promise<void> {
  if (!preparing.fresh && (await isInOrder(site, preparing))) return
  await repair(site, preparing)
}

type Facts = { readonly cluster: string; readonly proper: boolean }

async function isInOrder(site: Site, { url, isAlive }: Preparing): Promise<boolean> {
  const client = await connect(site, { url, isAlive }).catch((error: unknown) => {
    if (error instanceof ClusterFailure && REPAIRABLE.has(codeOf(error.cause))) return null
    throw error
  })
  if (client === null) return false
  try {
    const { rows } = await client.query<Facts>(
      `select current_setting('cluster_name') as cluster,
              not (rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls) as proper
       from pg_roles where rolname = current_user`,
    )
    requireOurs(site, rows[0]?.cluster)
    return rows[0]?.proper === true
  } finally {
    await client.end()
  }
}

/** The password is another one, or the role or the database are missing. */
const REPAIRABLE = new Set(['28P01', '28000', '3D000'])

async function repair(site: Site, { url, isAlive }: Preparing): Promise<void> {
  const adminUrl = await readAdminUrl(url, site.place.password)
  const client = await connect(site, { url: adminUrl, isAlive })
  try {
    const { rows } = await client.query<{ cluster: string; role: boolean; database: boolean }>(
      `select current_setting('cluster_name') as cluster,
              exists (select from pg_roles where rolname = '${ROLE}') as role,
              exists (select from pg_database where datname = '${ROLE}') as database`,
    )
    requireOurs(site, rows[0]?.cluster)
    if (!rows[0]!.role) await client.query(`create role ${ROLE}`)
    await client.query(
      `alter role ${ROLE} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
       password ${client.escapeLiteral(new URL(url).password)}`,
    )
    if (!rows[0]!.database) await client.query(`create database ${ROLE} owner ${ROLE}`)
  } finally {
    await client.end()
  }
}

function requireOurs({ place }: Site, name: string | undefined): void {
  if (name === clusterName(place)) return
  throw new ClusterFailure(
    'unanswered',
    `${place.cluster} names a PostgreSQL that serves another folder: is it a copy of that one?`,
  )
}

/** Being ready, PostgreSQL may still turn us away for a moment: it recovers or has no place free. */
const PASSING = new Set(['57P03', '53300', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT'])

async function connect(
  site: Site,
  { url, isAlive }: Pick<Preparing, 'url' | 'isAlive'>,
): Promise<Client> {
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
          `The passwords are in ${site.place.folder}, the log in ${site.place.log}.`,
        { cause },
      )
    }
  }
}
