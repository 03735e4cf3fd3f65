import { createHash } from 'node:crypto'

/** Omits the letters that look like digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 16
const COUNT = 10

/** Creates ten codes of 80 bits (`7Q4M-…`). Each replaces the authenticator's code once. */
export function makeRecoveryCodes(randomBytes: (count: number) => Uint8Array): readonly string[] {
  return Array.from({ length: COUNT }, () => {
    const letters = Array.from(randomBytes(LENGTH), (byte) => alphabet.charAt(byte % 32)).join('')
    return letters.match(/.{4}/g)!.join('-')
  })
}

/** Normalises a typed code to its canonical form; null if it cannot be a code. */
export function readRecoveryCode(typed: string): string | null {
  const plain = typed
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(plain) ? plain.match(/.{4}/g)!.join('-') : null
}

/** Computes the digest of a code; only the digest is stored. A fast hash is enough for 80 random bits. */
export function digestRecoveryCode(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}
