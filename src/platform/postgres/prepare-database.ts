import { Client } from 'pg'

import { ClusterFailure, codeOf } from './failure.ts'
import { readAdminPassword } from './initialize.ts'
import type { Postmaster } from './postmaster.ts'
import { clusterName } from './settings.ts'
import type { ClusterContext } from './cluster-context.ts'

/** The serving role. It owns its database and has no other rights. */
const ROLE = 'earmark'

/** Returns the address at which the serving role connects: the socket if there is one, else TCP. */
export function addressOf(
  { port, socket }: Pick<Postmaster, 'port' | 'socket'>,
  password: string,
): string {
  const through = socket === null ? '' : `?host=${encodeURIComponent(socket)}`
  return `postgres://${ROLE}:${password}@127.0.0.1:${port}/${ROLE}${through}`
}

/** Returns the address of the database `postgres` as superuser. Reads the password from disk, so that no server keeps it. */
export async function readAdminUrl(url: string, passwordFile: string): Promise<string> {
  const admin = new URL(url)
  admin.username = 'postgres'
  admin.password = await readAdminPassword({ password: passwordFile })
  admin.pathname = '/postgres'
  return admin.href
}

type Preparing = {
  readonly url: string
  /** The role's password is new, and PostgreSQL does not have it yet. */
  readonly fresh: boolean
  readonly isAlive: () => Promise<boolean>
}

/**
 * Verifies that the listener is our PostgreSQL: with SCRAM it proves that it knows the password, and it reports our folder.
 * If the role or its database are missing or wrong, connects as superuser and repairs them. An ordinary start does not
 * connect as superuser.
 */
export async function prepareDatabase(
  context: ClusterContext,
  preparing: Preparing,
): Promise<void> {
  if (!preparing.fresh && (await isInOrder(context, preparing))) return
  await repair(context, preparing)
}

type Facts = { readonly cluster: string; readonly proper: boolean }

async function isInOrder(context: ClusterContext, { url, isAlive }: Preparing): Promise<boolean> {
  const client = await connect(context, { url, isAlive }).catch((error: unknown) => {
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
    requireOurs(context, rows[0]?.cluster)
    return rows[0]?.proper === true
  } finally {
    await client.end()
  }
}

/** SQLSTATEs of a wrong password, a missing role or a missing database. */
const REPAIRABLE = new Set(['28P01', '28000', '3D000'])

async function repair(context: ClusterContext, { url, isAlive }: Preparing): Promise<void> {
  const adminUrl = await readAdminUrl(url, context.files.password)
  const client = await connect(context, { url: adminUrl, isAlive })
  try {
    const { rows } = await client.query<{ cluster: string; role: boolean; database: boolean }>(
      `select current_setting('cluster_name') as cluster,
              exists (select 1 from pg_roles where rolname = '${ROLE}') as role,
              exists (select 1 from pg_database where datname = '${ROLE}') as database`,
    )
    requireOurs(context, rows[0]?.cluster)
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

function requireOurs({ files }: ClusterContext, name: string | undefined): void {
  if (name === clusterName(files)) return
  throw new ClusterFailure(
    'unanswered',
    `${files.cluster} belongs to a PostgreSQL that serves another folder. It may be a copy of that folder.`,
  )
}

/** SQLSTATEs of a PostgreSQL that refuses connections for a moment, because it recovers or is full. */
const PASSING = new Set(['57P03', '53300', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT'])

async function connect(
  context: ClusterContext,
  { url, isAlive }: Pick<Preparing, 'url' | 'isAlive'>,
): Promise<Client> {
  for (let tries = 0; ; tries++) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
    client.on('error', () => undefined) // The running statement fails, which is enough.
    try {
      await client.connect()
      return client
    } catch (cause) {
      await client.end().catch(() => undefined)
      if (tries < 100 && PASSING.has(codeOf(cause)) && (await isAlive())) {
        await context.wait(100)
        continue
      }
      throw new ClusterFailure(
        'unanswered',
        `PostgreSQL runs in ${context.files.cluster} but refuses the connection: ${String(cause)}. ` +
          `The passwords are in ${context.files.folder}, the log in ${context.files.log}.`,
        { cause },
      )
    }
  }
}
