import { createHash } from 'node:crypto'
import { chown, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { platform } from 'node:process'

import type { ClusterFiles } from './cluster-files.ts'
import type { ClusterContext } from './cluster-context.ts'

/** Writes PostgreSQL's settings at each start, so that they are those of this version of Earmark. */
export async function writeSettings({ files, durable, programs }: ClusterContext): Promise<void> {
  const text = settings(files, durable) + (Number.parseInt(programs.version) >= 18 ? SINCE_18 : '')
  await replaceFile(files, 'postgresql.conf', text)
  await replaceFile(files, 'pg_hba.conf', ACCESS)
}

/** The cluster's name, which the titles of its processes contain, so that we recognise them. */
export function clusterName(files: ClusterFiles): string {
  return `earmark-${createHash('sha256').update(files.cluster).digest('hex').slice(0, 16)}`
}

/**
 * Returns the folder of PostgreSQL's Unix socket, on which a message costs half as much as on TCP. Null if the system has no
 * such sockets or the folder's name is too long.
 */
function socketFolder({ cluster }: ClusterFiles): string | null {
  if (platform === 'win32') return null
  return Buffer.byteLength(path.join(cluster, '.s.PGSQL.65535')) > SOCKET_BYTES_MAX ? null : cluster
}

/** The limit of macOS, the shortest of all systems. */
const SOCKET_BYTES_MAX = 103

/** Writes a file by renaming, because root could otherwise follow a link in another user's folder. */
async function replaceFile(files: ClusterFiles, name: string, text: string): Promise<void> {
  const fresh = path.join(files.folder, `${name}.new`)
  await writeFile(fresh, text, { mode: 0o600 })
  if (files.runner !== null) await chown(fresh, files.runner.uid, files.runner.gid)
  await rename(fresh, path.join(files.cluster, name))
}

/** Access rules: only from this machine, and only with the password. */
const ACCESS = `# Written by Earmark at each start.
local all all scram-sha-256
host all all 127.0.0.1/32 scram-sha-256
`

function settings(files: ClusterFiles, durable: boolean): string {
  return `# Written by Earmark at each start. Your own settings: ALTER SYSTEM.
cluster_name = '${clusterName(files)}'
listen_addresses = '127.0.0.1'
unix_socket_directories = ${quote(socketFolder(files) ?? '')}
unix_socket_permissions = 0777 # The password keeps strangers out.
password_encryption = 'scram-sha-256'

max_connections = 60
shared_buffers = '128MB'
work_mem = '8MB'
maintenance_work_mem = '64MB'
effective_cache_size = '512MB'
max_parallel_workers_per_gather = 0
max_logical_replication_workers = 0
random_page_cost = 1.1
jit = off

wal_buffers = '1MB' # PostgreSQL would touch 4 MB of memory at once, for writes that one household never has.
min_wal_size = '32MB'
max_wal_size = '256MB'
wal_compression = on
${durable ? DURABLE : FLEETING}

timezone = 'UTC'
datestyle = 'ISO, YMD'
default_text_search_config = 'pg_catalog.simple'

log_timezone = 'UTC'
log_line_prefix = '%m [%p] '
log_min_error_statement = panic # Statements are people's records.
`
}

/** Reading ahead by processes of their own pays for disks that answer late and tables larger than the memory. */
const SINCE_18 = `
io_method = 'sync'
`

const DURABLE = `fsync = on
synchronous_commit = on
full_page_writes = on`

/** Settings of tests: data survives the end of any process, but not of the machine. */
const FLEETING = `fsync = off
synchronous_commit = on
full_page_writes = off`

/** Quotes a folder as an entry of a list, inside a setting's quotes. */
function quote(folder: string): string {
  return folder === '' ? `''` : `'"${folder.replaceAll('"', '""').replaceAll("'", "''")}"'`
}
