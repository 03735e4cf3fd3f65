import { createECDH } from 'node:crypto'
import { SignJWT } from 'jose'
import { encrypt } from 'http_ece'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { Message } from '#/notices/rules/say.ts'
import type { Post, Target } from '#/notices/rules/way.ts'
import { findPushKeys } from './keys.ts'

/** Seconds for which a push service keeps a message for a browser that is closed. */
const KEPT_SECONDS = 86_400
/** Seconds for which a signature is good; RFC 8292 allows 24 hours. */
const SIGNED_SECONDS = 12 * 3600
/** Letters of a text: with four bytes each, title and text stay below the 3,993 bytes that every push service takes. */
const TEXT_MAX = 600

export type PushTarget = Extract<Target, { kind: 'push' }>

type Pushed = {
  readonly messageId: string
  readonly message: Message
  /** The page that a press opens. */
  readonly place: string
}

/**
 * Encrypts a message for one browser (RFC 8291) and signs the request (RFC 8292). Push services replace a waiting message by
 * its `topic`, and browsers a shown one by its `tag`, so that a repetition is seen once.
 */
export async function writePush(
  runtime: Pick<Runtime, 'db' | 'seal' | 'now' | 'randomBytes' | 'publicUrl'>,
  target: PushTarget,
  { messageId, message: { title, text }, place }: Pushed,
): Promise<Post> {
  const topic = messageId.replaceAll('-', '')
  const once = createECDH('prime256v1')
  once.generateKeys()
  const body = JSON.stringify({ title, text: shorten(text), tag: topic, place })
  return {
    url: target.url,
    headers: {
      authorization: await writeAuthorization(runtime, target.url),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      topic,
      ttl: String(KEPT_SECONDS),
      urgency: 'normal',
      'user-agent': 'Earmark-Notices/1',
    },
    body: encrypt(Buffer.from(body), {
      version: 'aes128gcm',
      privateKey: once,
      dh: target.p256dh,
      authSecret: target.auth,
      salt: Buffer.from(runtime.randomBytes(16)),
    }),
  }
}

/** Signs that this instance sends, for one push service and half a day (RFC 8292, 2 and 3). */
async function writeAuthorization(
  runtime: Pick<Runtime, 'db' | 'seal' | 'now' | 'publicUrl'>,
  url: string,
): Promise<string> {
  const keys = await findPushKeys(runtime)
  if (!keys) throw new Error('a browser is a way, but there is no push key')
  const seconds = Math.floor(runtime.now().epochMilliseconds / 1000)
  const token = await new SignJWT()
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(new URL(url).origin)
    .setExpirationTime(seconds + SIGNED_SECONDS)
    .setSubject(contactOf(runtime.publicUrl))
    .sign(keys.sign)
  return `vapid t=${token}, k=${keys.publicKey}`
}

/** Returns the operator's address for push services that have a complaint; they refuse a signature without one. */
function contactOf(publicUrl: string | null): string {
  return publicUrl?.startsWith('https:') ? publicUrl : 'https://earmark.invalid'
}

function shorten(text: string): string {
  const letters = Array.from(text)
  return letters.length <= TEXT_MAX ? text : `${letters.slice(0, TEXT_MAX - 1).join('')}…`
}
