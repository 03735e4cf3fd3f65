import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'

/** Encrypts secrets at rest, bound to the place where they are stored. */
export type Seal = {
  /** `place` names table, column and row; a sealed value moved to another place does not open. */
  readonly seal: (plain: string, place: string) => Buffer
  /** Throws when the value was altered, moved, or sealed under another master secret. */
  readonly open: (sealed: Buffer, place: string) => string
}

const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * AES-256-GCM under a key derived from the master secret, with the place as authenticated data.
 * Layout: version (1 byte), nonce (12), tag (16), ciphertext.
 */
export function createSeal(masterSecret: string, randomBytes: (count: number) => Uint8Array): Seal {
  const key = Buffer.from(hkdfSync('sha256', masterSecret, '', 'earmark:secrets-at-rest', 32))
  return {
    seal: (plain, place) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), body])
    },
    open: (sealed, place) => {
      if (sealed[0] !== VERSION) throw new Error('sealed by a newer version')
      const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
      const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce)
        .setAAD(Buffer.from(place))
        .setAuthTag(tag)
      const body = sealed.subarray(1 + NONCE_BYTES + TAG_BYTES)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
  }
}
