import { createHmac, timingSafeEqual } from 'node:crypto'

/** Allowed age of a signature in either direction (Spec, Webhook limits). */
const TOLERANCE_SECONDS = 300
/** Key sizes that Standard Webhooks allows, in bytes; ours have 32. */
const KEY_BYTES_MIN = 24
const KEY_BYTES_MAX = 64

/** A received delivery: headers as they were sent, the body before anything has parsed it. */
export type Arrived = {
  readonly id: string | undefined
  readonly timestamp: string | undefined
  /** One or more, separated by spaces. */
  readonly signatures: string | undefined
  readonly body: Uint8Array
}

export type Verification =
  | { readonly genuine: true; readonly ageSeconds: number }
  /** `why` is a sentence for the person who writes the receiver. */
  | { readonly genuine: false; readonly why: string }

/** Reads the key from a webhook's secret (`whsec_…`); null if the text is not a secret. */
export function readKey(secret: string): Buffer | null {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1]
  if (encoded === undefined) return null
  const key = Buffer.from(encoded, 'base64')
  return key.length >= KEY_BYTES_MIN && key.length <= KEY_BYTES_MAX ? key : null
}

/**
 * Verifies a delivery (Spec, Delivery request) and explains what is wrong with it. The signature is checked before the
 * time: if a well signed request fails, the likely cause is a wrong clock.
 */
export function verifyDelivery(arrived: Arrived, key: Buffer, nowSeconds: number): Verification {
  const { id, timestamp, signatures, body } = arrived
  for (const [name, value] of [
    ['webhook-id', id],
    ['webhook-timestamp', timestamp],
    ['webhook-signature', signatures],
  ] as const) {
    if (value === undefined || value === '') return refuse(`The header ${name} is missing.`)
  }
  if (!/^[0-9]{1,12}$/.test(timestamp!)) {
    return refuse('The header webhook-timestamp is not a number of seconds since 1970.')
  }
  const known = signatures!.split(' ').filter((signature) => signature.startsWith('v1,'))
  if (known.length === 0) {
    return refuse('The header webhook-signature has no signature that begins with "v1,".')
  }
  const signed = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body)
  const expected = Buffer.from(`v1,${signed.digest('base64')}`)
  if (!known.some((signature) => isEqual(Buffer.from(signature), expected))) {
    return refuse('The signature was made with another secret, or the body was changed on its way.')
  }
  return judgeAge(nowSeconds - Number(timestamp))
}

function judgeAge(ageSeconds: number): Verification {
  if (Math.abs(ageSeconds) <= TOLERANCE_SECONDS) return { genuine: true, ageSeconds }
  const when = `${Math.round(Math.abs(ageSeconds))} seconds ${ageSeconds > 0 ? 'ago' : 'ahead'}`
  return refuse(
    `The signature is right, but it was made ${when}; receivers refuse more than ${TOLERANCE_SECONDS}. Compare the clocks.`,
  )
}

function isEqual(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function refuse(why: string): Verification {
  return { genuine: false, why }
}
