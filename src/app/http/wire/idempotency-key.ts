import type { Context } from 'hono'
import { invalidParameter } from '#/platform/contract/refusal.ts'

/** Reads the key: 8 to 128 printable ASCII characters without spaces (the specification says string). Null if none was sent. */
export function readIdempotencyKey(c: Context): string | null {
  const key = c.req.header('idempotency-key')
  if (key === undefined) return null
  if (!/^[\x21-\x7e]{8,128}$/.test(key)) {
    throw invalidParameter(
      'Idempotency-Key',
      '`Idempotency-Key` must have 8 to 128 visible ASCII characters and no spaces.',
    )
  }
  return key
}
