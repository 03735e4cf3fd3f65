import { createPrivateKey, type KeyObject } from 'node:crypto'
import type { EnableBanking } from '#/platform/runtime/runtime.ts'

/** The identity of this Earmark at Enable Banking. */
export type Application = Pick<EnableBanking, 'applicationId' | 'key'>

/** Seconds for which a signature is good. Enable Banking accepts a day. */
const LIFE = 3600
/** Seconds before its end at which a signature is not used any more. */
const SPARE = 300

const signed = new WeakMap<Application, { readonly token: string; readonly until: number }>()
const keys = new WeakMap<Application, KeyObject>()

/** Returns the JWT that proves to Enable Banking who asks. It is signed once an hour, because RSA costs milliseconds. */
export async function tokenOf(application: Application, now: Temporal.Instant): Promise<string> {
  const seconds = Math.floor(now.epochMilliseconds / 1000)
  const known = signed.get(application)
  // A clock that was set back would make the signature one of the future.
  if (known && seconds < known.until - SPARE && seconds >= known.until - LIFE) return known.token
  // jose is loaded by those who use Enable Banking alone.
  const { SignJWT } = await import('jose')
  const key = keys.get(application) ?? createPrivateKey(application.key)
  keys.set(application, key)
  const token = await new SignJWT()
    .setProtectedHeader({ typ: 'JWT', alg: 'RS256', kid: application.applicationId })
    .setIssuer('enablebanking.com')
    .setAudience('api.enablebanking.com')
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + LIFE)
    .sign(key)
  signed.set(application, { token, until: seconds + LIFE })
  return token
}
