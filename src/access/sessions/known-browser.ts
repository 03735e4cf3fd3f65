import * as z from 'zod'
import { Unreadable } from '#/platform/runtime/seal.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { cookieAttributes, readCookie } from './session.ts'

/** The cookie of a browser in which somebody has signed in before. It opens nothing, and outlives signing out. */
const KNOWN_COOKIE = 'earmark_known'
const KNOWN_DAYS = 400
const PLACE = 'known browser'

/** How many people a browser is known for: whoever signs in as one more makes it forget the first. */
const PERSONS_MAX = 5

const knownBrowser = z.strictObject({ id: z.string(), persons: z.array(z.string()) })

/** A browser in which people have signed in before. Strangers who try their passwords elsewhere are not counted with it. */
export type KnownBrowser = z.output<typeof knownBrowser>

/** The browser that a `Cookie` header tells of; null where it is not known here. */
export function readKnownBrowser(
  { seal }: Pick<Runtime, 'seal'>,
  cookie: string | undefined,
): KnownBrowser | null {
  const sealed = readCookie(cookie, KNOWN_COOKIE)
  if (sealed === null) return null
  try {
    const plain: unknown = JSON.parse(seal.open(Buffer.from(sealed, 'base64url'), PLACE))
    return knownBrowser.safeParse(plain).data ?? null
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}

/** The `Set-Cookie` by which a browser is known for one person more. */
export function writeKnownBrowser(
  { seal, newId }: Pick<Runtime, 'seal' | 'newId'>,
  known: KnownBrowser | null,
  { personId, secure }: { readonly personId: string; readonly secure: boolean },
): string {
  const others = (known?.persons ?? []).filter((one) => one !== personId)
  const persons = [...others, personId].slice(-PERSONS_MAX)
  const plain = JSON.stringify({ id: known?.id ?? newId(), persons })
  const value = seal.seal(plain, PLACE).toString('base64url')
  return `${KNOWN_COOKIE}=${value}; ${cookieAttributes(KNOWN_DAYS * 24 * 3600, secure)}`
}
