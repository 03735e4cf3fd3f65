import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * A personal key: `em_live_`, 10 characters of public id, 40 of secret (238 bits), 6 of checksum, all base 62. A device's
 * token begins with `em_wallet_`, the secret of a calendar's address with `em_feed_`. The checksum lets scanners and the server recognise a real key without a database
 * query.
 */
export type Token = { readonly publicId: string; readonly digest: Buffer }

export type TokenPrefix = 'em_live_' | 'em_wallet_' | 'em_feed_'
const ID_LENGTH = 10
const SECRET_LENGTH = 40
const CHECKSUM_LENGTH = 6
const shape = new RegExp(`^[0-9A-Za-z]{${ID_LENGTH + SECRET_LENGTH + CHECKSUM_LENGTH}}$`)
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Creates a token. Its text is shown once; only its public id and digest are stored. */
export function makeToken(
  randomBytes: (count: number) => Uint8Array,
  prefix: TokenPrefix = 'em_live_',
): Token & { readonly text: string } {
  const body = randomText(ID_LENGTH + SECRET_LENGTH, randomBytes)
  const text = prefix + body + checksum(prefix + body)
  return { text, publicId: body.slice(0, ID_LENGTH), digest: digest(text) }
}

/** Parses a presented token; null if its form or checksum is wrong. */
export function readToken(text: string, prefix: TokenPrefix = 'em_live_'): Token | null {
  if (!text.startsWith(prefix)) return null
  const known = read.get(text)
  if (known) return known
  const token = parse(text, prefix)
  if (token) {
    if (read.size >= READ_MAX) read.clear()
    read.set(text, token)
  }
  return token
}

/** Caches what follows from a token's text alone, because a program shows the same one with each request. */
const read = new Map<string, Token>()
/** About 300 bytes each. */
const READ_MAX = 1000

function parse(text: string, prefix: TokenPrefix): Token | null {
  if (!shape.test(text.slice(prefix.length))) return null
  const body = text.slice(prefix.length, -CHECKSUM_LENGTH)
  if (checksum(prefix + body) !== text.slice(-CHECKSUM_LENGTH)) return null
  return { publicId: body.slice(0, ID_LENGTH), digest: digest(text) }
}

// A fast hash is enough: 238 random bits cannot be guessed.
function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

function checksum(text: string): string {
  let rest = crc32(text)
  let sum = ''
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    sum = alphabet.charAt(rest % 62) + sum
    rest = Math.floor(rest / 62)
  }
  return sum
}

function randomText(length: number, randomBytes: (count: number) => Uint8Array): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(32)) {
      // Skip bytes from 248 (4 × 62) on: they would make the first characters likelier.
      if (byte < 248 && text.length < length) text += alphabet.charAt(byte % 62)
    }
  }
  return text
}
