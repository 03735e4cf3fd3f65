import { createECDH } from 'node:crypto'

/** True if a browser's public key is a point of P-256, so that a message can be encrypted for it. */
export function isBrowserKey(p256dh: string): boolean {
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    own.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}
