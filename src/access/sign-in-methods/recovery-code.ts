import { createHash } from 'node:crypto'

/** Without the letters that are taken for digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 16
const COUNT = 10

/** Ten codes of 80 bits, each for one time that the authenticator is not at hand: `7Q4M-…`. */
export function makeRecoveryCodes(randomBytes: (count: number) => Uint8Array): readonly string[] {
  return Array.from({ length: COUNT }, () => {
    const letters = Array.from(randomBytes(LENGTH), (byte) => alphabet.charAt(byte % 32)).join('')
    return letters.match(/.{4}/g)!.join('-')
  })
}

/** A code as somebody may have typed it, in the one way it is written; null where it cannot be one. */
export function readRecoveryCode(typed: string): string | null {
  const plain = typed
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(plain) ? plain.match(/.{4}/g)!.join('-') : null
}

/** All that is stored of a code. With 80 random bits no slow hash is needed. */
export function digestRecoveryCode(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}
