import { argon2, timingSafeEqual } from 'node:crypto'
import { invalidParameter } from '#/platform/contract/refusal.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { createHashQueue } from './hash-queue.ts'
import { normalisePassword, refusePassword } from './password-rules.ts'

/** Cost of a hash, as OWASP recommends for argon2id: 46 MiB and one pass, a tenth of a second. */
const MEMORY_KIB = 47_104
const PASSES = 1
const SALT_BYTES = 16
const HASH_BYTES = 32

const queue = createHashQueue()

type Cost = { readonly memory: number; readonly passes: number; readonly salt: Buffer }

/**
 * Hashes a password to store it. Throws `invalid_parameter` if it is too weak. Goes before strangers in the queue,
 * because only signed-in people and holders of a link set passwords.
 */
export async function hashPassword(
  { randomBytes }: Pick<Runtime, 'randomBytes'>,
  password: string,
  person: { readonly email: string; readonly name: string },
): Promise<string> {
  const weak = refusePassword(password, person)
  if (weak !== null) {
    throw invalidParameter('password', `\`password\` is too weak. ${weak.message}`, weak.detail)
  }
  const salt = Buffer.from(randomBytes(SALT_BYTES))
  const cost = { memory: MEMORY_KIB, passes: PASSES, salt }
  const hash = await derive(password, cost, `set:${person.email}`)
  const texts = [salt, hash].map((bytes) => bytes.toString('base64url'))
  return `argon2id$m=${MEMORY_KIB},t=${PASSES}$${texts.join('$')}`
}

/**
 * Compares a password with the stored hash. Without a stored hash it takes as long and returns false, so that nobody
 * learns which accounts exist. `holder`: see `HashQueue`.
 */
export async function isRightPassword(
  stored: string | null,
  password: string,
  holder: string | null,
): Promise<boolean> {
  const { hash, ...cost } = readStored(stored ?? NOBODY)
  const derived = await derive(password, cost, holder)
  return timingSafeEqual(derived, hash) && stored !== null
}

/** A hash that matches nothing and costs as much to check as a real one. */
const NOBODY = `argon2id$m=${MEMORY_KIB},t=${PASSES}$${'A'.repeat(22)}$${'A'.repeat(43)}`

function readStored(stored: string): Cost & { readonly hash: Buffer } {
  const read = /^argon2id\$m=(\d+),t=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(stored)
  if (!read) throw new Error('a stored password cannot be read')
  const [memory, passes] = [Number(read[1]), Number(read[2])]
  const [salt, hash] = [Buffer.from(read[3]!, 'base64url'), Buffer.from(read[4]!, 'base64url')]
  return { memory, passes, salt, hash }
}

function derive(
  password: string,
  { memory, passes, salt }: Cost,
  holder: string | null,
): Promise<Buffer> {
  const work = () =>
    new Promise<Buffer>((resolve, reject) => {
      const message = Buffer.from(normalisePassword(password))
      argon2(
        'argon2id',
        { message, nonce: salt, parallelism: 1, tagLength: HASH_BYTES, memory, passes },
        (error, key) => (error ? reject(error) : resolve(key)),
      )
    })
  return queue.run(holder, work)
}
