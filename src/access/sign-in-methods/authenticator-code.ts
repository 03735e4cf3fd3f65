import { Secret, TOTP } from 'otpauth'
import type { Binding } from '#/platform/runtime/sealed-columns.ts'

/** The seconds of a step (RFC 6238). One step before and after is accepted, too, because clocks differ. */
const STEP_SECONDS = 30
const STEPS_TOLERATED = 1
const SECRET_BYTES = 20

/** Writes the URI that an authenticator app reads from a QR code. `secret` is in base 32. */
export function authenticatorUri(secret: string, label: string): string {
  return codesOf(secret, label).toString()
}

/** Finds the accepted step that a code belongs to; null if the code is wrong. */
export function stepOf(secret: string, code: string, now: Temporal.Instant): number | null {
  const typed = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(typed)) return null
  const timestamp = now.epochMilliseconds
  const delta = codesOf(secret).validate({ token: typed, timestamp, window: STEPS_TOLERATED })
  return delta === null ? null : Math.floor(timestamp / 1000 / STEP_SECONDS) + delta
}

function codesOf(secret: string, label = 'Earmark'): TOTP {
  return new TOTP({
    issuer: 'Earmark',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
    secret: Secret.fromBase32(secret),
  })
}

/** Creates a secret of 160 random bits in base 32, as apps expect it (RFC 4226, 4). */
export function newSecret(randomBytes: (count: number) => Uint8Array): string {
  return new Secret({ buffer: Uint8Array.from(randomBytes(SECRET_BYTES)).buffer }).base32
}

/** Names the column of an authenticator's secret, for its seal. */
export function authenticatorBinding(personId: string): Binding {
  return `authenticators.secret:${personId}`
}
