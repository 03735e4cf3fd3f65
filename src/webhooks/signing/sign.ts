import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

/** Writes a signing secret in the form that is shown: `whsec_` and base64. */
export function writeSecret(bytes: Uint8Array): string {
  return PREFIX + Buffer.from(bytes).toString('base64')
}

/** Reads the key to sign with from a secret. */
export function readSecret(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64')
}

type Signed = {
  /** `webhook-id`. */
  readonly id: string
  /** `webhook-timestamp`: when it is signed, in Unix seconds. */
  readonly seconds: number
  /** The body, exactly as it is sent. */
  readonly body: string
}

/** Returns the value of `webhook-signature` (Spec, Delivery request). */
export function sign(key: Buffer, { id, seconds, body }: Signed): string {
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
}
