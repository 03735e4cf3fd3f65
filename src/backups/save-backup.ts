import { randomBytes } from 'node:crypto'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { isAlive } from '#/platform/runtime/is-alive.ts'
import { BackupFault, type BackupSource, type BackupSummary, type Sealing } from './backup.ts'
import { writeBackup } from './write-backup.ts'

type Saving = {
  readonly file: string
  /** Replaces a file that exists; without it, such a file is refused. */
  readonly force?: boolean
  /** Breaks off, and leaves nothing behind. */
  readonly signal?: AbortSignal
}

/** Only its owner may read a backup. */
const MODE = 0o600

/**
 * Writes a backup to a file under a temporary name beside it, and renames it once all of it is on the disk. A failure leaves
 * nothing behind; what a killed process has left is removed by the next backup to the same file.
 */
export async function saveBackup(
  source: BackupSource,
  sealing: Sealing,
  { file, force = false, signal }: Saving,
): Promise<BackupSummary> {
  const path = resolve(file)
  if (!force) await refuseExisting(path)
  const part = join(
    dirname(path),
    `${partPrefix(path)}${process.pid}-${randomBytes(4).toString('hex')}`,
  )
  writing.add(part)
  try {
    await removeLeftOvers(path)
    const summary = await writePart(part, writeBackup(source, sealing), signal)
    if (!force) await refuseExisting(path)
    await rename(part, path)
    await syncFolder(dirname(path))
    return summary
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    throw faultOf(error, path)
  } finally {
    writing.delete(part)
  }
}

/** Files that this process writes at the moment. */
const writing = new Set<string>()

async function writePart(
  part: string,
  backup: AsyncGenerator<Uint8Array, BackupSummary>,
  signal: AbortSignal | undefined,
): Promise<BackupSummary> {
  const out = await open(part, 'wx', MODE)
  try {
    // The next bytes are made while these are written.
    let written: Promise<unknown> = Promise.resolve()
    for (;;) {
      const step = await backup.next()
      await written
      signal?.throwIfAborted()
      if (step.done) {
        await out.sync()
        return step.value
      }
      written = out.writeFile(step.value)
      // It is awaited in the next turn.
      written.catch(() => {})
    }
  } finally {
    // Closes its connection to the database.
    await backup.return(undefined as never).catch(() => {})
    await out.close()
  }
}

async function refuseExisting(path: string): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (found === null) return
  throw new BackupFault(
    'unusable',
    found.isDirectory()
      ? `${path} is a folder. Name the file to write.`
      : `${path} exists already. Name another file, or replace it with --force.`,
  )
}

/** Names what is being written: not like a backup, and with the process that writes it. */
function partPrefix(path: string): string {
  return `.${basename(path)}.part-${hostname()}-`
}

async function removeLeftOvers(path: string): Promise<void> {
  const prefix = partPrefix(path)
  for (const name of await readdir(dirname(path))) {
    if (!name.startsWith(prefix)) continue
    const part = join(dirname(path), name)
    const pid = Number.parseInt(name.slice(prefix.length), 10)
    const isWritten = pid === process.pid ? writing.has(part) : isAlive(pid)
    if (!isWritten) await rm(part, { force: true })
  }
}

/** Makes the new name survive a power failure. Not every system can. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'the file system does not take a file of this size',
  EACCES: 'it may not be written by this user',
  EPERM: 'it may not be written by this user',
  EROFS: 'the file system is read-only',
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder is not a folder',
  EISDIR: 'it is a folder',
  EIO: 'the disk reports an error',
}

function faultOf(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return error
  const reason = reasons[String(error.code)]
  // Other system calls are those of the database's connection.
  if (reason === undefined || error.syscall === 'connect') return error
  return new BackupFault(
    'unusable',
    `${path} cannot be written: ${reason}. Nothing was left behind.`,
    { cause: error },
  )
}
