import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

type Ring = readonly [string, ...string[]]

/**
 * The master secrets of a data folder, the newest first. The first is made whole at the first start: whoever makes it
 * wins, and all read it.
 */
export function readKeyFile(dataFolder: string): Ring {
  const path = keyPath(dataFolder)
  if (!existsSync(path)) makeKeyFile(dataFolder, path)
  const [newest, ...older] = readLines(path)
  if (newest === undefined) {
    throw new Error(`${path} is empty. Put back the one that belongs to this database.`)
  }
  return [newest, ...older]
}

/** The master secrets of a data folder, the newest first; none where none was made. */
export function readOldKeys(dataFolder: string): readonly string[] {
  const path = keyPath(dataFolder)
  return existsSync(path) ? readLines(path) : []
}

/** Adds a master secret, which is the newest from now on. One append, so that two at once lose neither. */
export function addKey(dataFolder: string): void {
  readKeyFile(dataFolder)
  const file = openSync(keyPath(dataFolder), 'a')
  try {
    // The first newline ends a line that a person wrote without one, or that a crash cut off.
    writeSync(file, `\n${freshKey()}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function keyPath(dataFolder: string): string {
  return join(dataFolder, 'secret')
}

function freshKey(): string {
  return randomBytes(32).toString('base64url')
}

/** What a line lacks its end of is being written, unless it is the only one. */
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
