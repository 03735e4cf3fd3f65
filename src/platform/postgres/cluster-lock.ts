import { writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

import { ClusterFailure, codeOf } from './failure.ts'
import { handOver, type ClusterFiles } from './cluster-files.ts'
import type { ClusterContext } from './cluster-context.ts'

// Node has no file locks, but SQLite does: on an empty database file, a read transaction is a
// shared lock of the operating system, an exclusive transaction an exclusive one. Unlike a file
// with a process id in it, such a lock never becomes stale, because the kernel releases it when
// its process dies. It also holds between containers that share a volume, which do not see each
// other's processes.

/** A lock that lasts until released or until this process ends. */
export type Hold = { release(): void }

/** Waits until no other process opens, closes or restarts this cluster. */
export async function takeStartLock({
  files,
  wait,
  log,
}: Pick<ClusterContext, 'files' | 'wait' | 'log'>): Promise<Hold> {
  await makeLockFiles(files)
  for (let tries = 0; ; tries++) {
    const hold = tryHold(files.startLock, 'exclusive')
    if (hold !== null) return hold
    if (tries % 400 === 399)
      log('postgres.waiting', { for: 'another process that starts or stops it' })
    await wait(25)
  }
}

/** Registers this process as a user of the cluster. Call only while holding the start lock. */
export function joinUsers(files: ClusterFiles): Hold {
  const hold = tryHold(files.users, 'shared')
  if (hold === null)
    throw new Error(`${files.users} is locked though nobody else is holding the start lock`)
  return hold
}

/** Returns true if no process uses the cluster. Call only while holding the start lock. */
export function isUnused(files: ClusterFiles): boolean {
  const hold = tryHold(files.users, 'exclusive')
  hold?.release()
  return hold !== null
}

const SQLITE_BUSY = 5

function tryHold(file: string, kind: 'shared' | 'exclusive'): Hold | null {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { timeout: 0 })
    database.exec(kind === 'exclusive' ? 'begin exclusive' : 'begin; select * from sqlite_schema')
    const held = database
    return { release: () => held.close() }
  } catch (error) {
    database?.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return null
    throw new ClusterFailure(
      'folder_unreachable',
      `${file} cannot be locked (${String(error)}). The database belongs to another user: ` +
        'run Earmark as the owner of its data folder.',
      { cause: error },
    )
  }
}

/**
 * Creates the lock files, private so that no other user can hold them. Never opens an existing one,
 * because closing any handle to a file releases the locks that this process has on it (POSIX).
 */
async function makeLockFiles(files: ClusterFiles): Promise<void> {
  for (const file of [files.startLock, files.users]) {
    try {
      writeFileSync(file, '', { flag: 'wx', mode: 0o600 })
      await handOver(files, file)
    } catch (error) {
      if (codeOf(error) !== 'EEXIST' && codeOf(error) !== 'EACCES') throw error
    }
  }
}
