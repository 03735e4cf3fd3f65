import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { Binding } from './sealed-columns.ts'

/** Encrypts secrets at rest, bound to the column and row where they are stored. */
export type Seal = {
  /** Encrypts a text. A value that is moved to another row does not open. */
  readonly seal: (plain: string, binding: Binding) => Buffer
  /** Throws `Unreadable` if the value was altered, moved, or sealed under an unknown master secret. */
  readonly open: (sealed: Buffer, binding: Binding) => string
  /** Returns the first bytes of all values that are sealed under the newest key. */
  readonly newest: () => Buffer
}

/** A stored secret cannot be opened. The message says what the operator can do. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

const VERSION = 2
const ID_BYTES = 4
const HEADER_BYTES = 1 + ID_BYTES
const NONCE_BYTES = 12
const TAG_BYTES = 16

type Key = { readonly id: Buffer; readonly bytes: Buffer }

/**
 * Seals with AES-256-GCM under keys derived from the master secrets, with the header and the binding as authenticated data.
 * `ring` returns the master secrets, the newest first. It is called before every seal and for an unknown key, so that a
 * rotation by another process takes effect at once. Layout: version (1 byte), key id (4), nonce (12), tag (16), ciphertext.
 */
export function createSeal(
  ring: () => readonly [string, ...string[]],
  randomBytes: (count: number) => Uint8Array,
): Seal {
  const derived = new Map<string, Key>()
  const keyFor = (secret: string) => {
    const key = derived.get(secret) ?? deriveKey(secret)
    derived.set(secret, key)
    return key
  }
  let keys: readonly Key[] = []
  const readAgain = () => {
    const [newest, ...older] = ring()
    keys = [keyFor(newest), ...older.map(keyFor)]
    return keys[0]!
  }
  const keyOf = (id: Buffer) => keys.find((key) => key.id.equals(id))
  return {
    seal: (plain, binding) => {
      const { id, bytes } = readAgain()
      const header = Buffer.concat([Buffer.from([VERSION]), id])
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(boundTo(header, binding))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([header, nonce, cipher.getAuthTag(), body])
    },
    open: (sealed, binding) => {
      if (sealed[0] !== VERSION) {
        throw new Unreadable(
          'A stored secret has a format that this version of Earmark does not know.',
        )
      }
      const header = sealed.subarray(0, HEADER_BYTES)
      const id = header.subarray(1)
      const known = keyOf(id)
      if (!known) readAgain()
      const key = known ?? keyOf(id)
      if (!key) throw new Unreadable(unknownKey(id))
      const plain = decipher(key, sealed.subarray(HEADER_BYTES), boundTo(header, binding))
      if (plain !== null) return plain
      throw new Unreadable('A stored secret was altered, or moved from its place.')
    },
    newest: () => Buffer.concat([Buffer.from([VERSION]), readAgain().id]),
  }
}

function unknownKey(id: Buffer): string {
  return (
    `A stored secret was encrypted with the key ${id.toString('hex')}, which is not known here. Restore the file "secret" of the data folder, or ` +
    'name the former EARMARK_SECRET in EARMARK_SECRET_PREVIOUS; or connect the bank or create the webhook again.'
  )
}

/** Returns the id by which sealed values name the key of a master secret. */
export function keyIdOf(secret: string): Buffer {
  return derive(secret, 'earmark:key-id', ID_BYTES)
}

function deriveKey(secret: string): Key {
  return { id: keyIdOf(secret), bytes: derive(secret, 'earmark:secrets-at-rest', 32) }
}

function derive(secret: string, info: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', info, length))
}

function boundTo(header: Buffer, binding: Binding): Buffer {
  return Buffer.concat([header, Buffer.from(binding)])
}

/** Decrypts a value; null if the key, the binding or the value is wrong. */
function decipher({ bytes }: Key, rest: Buffer, bound: Buffer): string | null {
  const nonce = rest.subarray(0, NONCE_BYTES)
  const tag = rest.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const body = rest.subarray(NONCE_BYTES + TAG_BYTES)
  if (tag.length < TAG_BYTES) return null
  const cipher = createDecipheriv('aes-256-gcm', bytes, nonce, { authTagLength: TAG_BYTES })
    .setAAD(bound)
    .setAuthTag(tag)
  try {
    return Buffer.concat([cipher.update(body), cipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
