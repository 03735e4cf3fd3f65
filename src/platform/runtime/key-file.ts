import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

type Ring = readonly [string, ...string[]]

/**
 * Reads the master secrets of a data folder, the newest first. The first start creates the file, atomically: if two
 * processes try, one succeeds and both read its file.
 */
export function readKeyFile(dataFolder: string): Ring {
  const path = keyPath(dataFolder)
  if (!existsSync(path)) makeKeyFile(dataFolder, path)
  const [newest, ...older] = readLines(path)
  if (newest === undefined) {
    throw new Error(`${path} is empty. Restore the file that belongs to this database.`)
  }
  return [newest, ...older]
}

/** Reads the master secrets of a data folder, the newest first; empty if there is no key file. */
export function readOldKeys(dataFolder: string): readonly string[] {
  const path = keyPath(dataFolder)
  return existsSync(path) ? readLines(path) : []
}

/** Adds a master secret as the newest one. A single append, so that two concurrent additions are both kept. */
export function addKey(dataFolder: string): void {
  readKeyFile(dataFolder)
  const file = openSync(keyPath(dataFolder), 'a')
  try {
    // The first newline ends a last line without one, from an editor or a crash.
    writeSync(file, `\n${freshKey()}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/**
 * Adds the master secrets of a backup, the newest first, as the newest ones. The file is replaced as a whole, so that another
 * process reads the old one or the new one. `undo` puts the old one back.
 */
export function addRestoredKeys(
  dataFolder: string,
  secrets: readonly string[],
): { readonly undo: () => void } {
  const path = keyPath(dataFolder)
  const before = existsSync(path) ? readFileSync(path) : null
  const older = readOldKeys(dataFolder).filter((secret) => !secrets.includes(secret))
  const lines = [...secrets, ...older].toReversed()
  replaceKeyFile(dataFolder, `${lines.join('\n')}\n`)
  return {
    undo: () => (before === null ? unlinkSync(path) : replaceKeyFile(dataFolder, before)),
  }
}

function replaceKeyFile(dataFolder: string, content: string | Buffer): void {
  mkdirSync(dataFolder, { recursive: true })
  const path = keyPath(dataFolder)
  const draft = `${path}.${randomBytes(8).toString('hex')}`
  writeFileSync(draft, content, { mode: 0o600, flush: true })
  // Root may restore for another user, who owns the folder and must read the file.
  const { uid, gid } = statSync(dataFolder)
  if (process.getuid?.() === 0 && uid !== 0) chownSync(draft, uid, gid)
  renameSync(draft, path)
}

function keyPath(dataFolder: string): string {
  return join(dataFolder, 'secret')
}

function freshKey(): string {
  return randomBytes(32).toString('base64url')
}

/** Reads the complete lines. A last line without a newline is still being written, unless it is the only one. */
function readLines(path: string): string[] {
  const text = readFileSync(path, 'utf8')
  const lines = text.trim().includes('\n') ? text.split('\n').slice(0, -1) : [text]
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .toReversed()
}

function makeKeyFile(dataFolder: string, path: string): void {
  mkdirSync(dataFolder, { recursive: true })
  const draft = `${path}.${randomBytes(8).toString('hex')}`
  writeFileSync(draft, `${freshKey()}\n`, { mode: 0o600 })
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    unlinkSync(draft)
  }
}
