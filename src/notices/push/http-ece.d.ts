// The package has no types of its own; this is the part that is used here.
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  /** Encrypts by RFC 8188, with the keys that RFC 8291 derives for Web Push. */
  export function encrypt(
    plain: Buffer,
    options: {
      readonly version: 'aes128gcm'
      /** The sender's key pair of this one message. */
      readonly privateKey: ECDH
      /** The browser's public key, in base64url. */
      readonly dh: string
      readonly authSecret: string
      /** 16 random bytes. */
      readonly salt: Buffer
    },
  ): Buffer
}
