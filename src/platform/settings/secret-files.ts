import { closeSync, openSync, readSync } from 'node:fs'

/** A variable and how its file may be named: `EARMARK_SECRET_FILE=/run/secrets/earmark`. */
const SUFFIX = '_FILE'

/** Larger files are no secrets, but a mistyped path. */
const BYTES_MAX = 64 * 1024

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads those of the named variables whose value is in a file, as `NAME_FILE` says. Returns their values, and a fault for
 * each that cannot be read. A fault contains neither the content nor the path: some people put the secret there by mistake.
 */
export function readSecretFiles(
  env: Environment,
  names: readonly string[],
): { readonly values: Readonly<Record<string, string>>; readonly faults: readonly string[] } {
  const values: Record<string, string> = {}
  const faults: string[] = []
  for (const name of names) {
    const path = env[name + SUFFIX]
    if (!path) continue
    if (env[name]) {
      faults.push(`${name} and ${name}${SUFFIX} must not both be set`)
      continue
    }
    try {
      values[name] = readSecret(path)
    } catch (error) {
      faults.push(`${name}${SUFFIX} names a file that ${faultOf(error)}`)
    }
  }
  return { values, faults }
}

/** Reads a file or a pipe. One line break at the end is dropped, because editors and `echo` write it. */
function readSecret(path: string): string {
  const bytes = readAtMost(path, BYTES_MAX + 1)
  if (bytes.length > BYTES_MAX) throw new Unfit('is larger than 64 KiB')
  const text = decode(bytes).replace(/\r?\n$/, '')
  if (text.trim() === '') throw new Unfit('is empty')
  if (text.includes('\0')) throw new Unfit('is not text')
  return text
}

function readAtMost(path: string, most: number): Uint8Array {
  const file = openSync(path, 'r')
  try {
    const bytes = new Uint8Array(most)
    let filled = 0
    while (filled < most) {
      const read = readSync(file, bytes, filled, most - filled, null)
      if (read === 0) break
      filled += read
    }
    return bytes.subarray(0, filled)
  } finally {
    closeSync(file)
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Unfit('is not text')
  }
}

/** Reports a file that can be read and is not a secret. */
class Unfit extends Error {}

function faultOf(error: unknown): string {
  if (error instanceof Unfit) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'does not exist'
  if (code === 'EACCES' || code === 'EPERM') return 'this user may not read'
  if (code === 'EISDIR') return 'is a folder'
  return `cannot be read${code === '' ? '' : ` (${code})`}`
}
