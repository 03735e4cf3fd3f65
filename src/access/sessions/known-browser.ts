import * as z from 'zod'
import { Unreadable } from '#/platform/runtime/seal.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { cookieAttributes, type CookieKind, cookieName, readCookie } from './session.ts'
import type { PersonRequest } from './person-request.ts'

/** The cookie that marks a browser in which somebody has signed in. It grants no access, and signing out keeps it. */
const KNOWN_COOKIE = 'earmark_known'
/** The days that a browser stays known after the last sign-in. */
export const KNOWN_DAYS = 400
const PLACE = 'known browser'

/** The most known browsers of one person; one more replaces the one unused for longest. */
const BROWSERS_MAX = 20

const sealed = z.object({ id: z.uuid() })

/** A browser in which people have signed in. Its failed attempts are counted separately from those of strangers elsewhere. */
export type KnownBrowser = { readonly id: string; readonly persons: readonly string[] }

/**
 * Finds the browser that a `Cookie` header names, with the persons it is known for; null if it is unknown. A cookie alone
 * is not enough: each person's browsers are stored, and forgotten when their password changes.
 */
export async function readKnownBrowser(
  { seal, db }: Pick<Runtime, 'seal' | 'db'>,
  cookie: string | undefined,
  kind: CookieKind,
): Promise<KnownBrowser | null> {
  const id = readBrowserId({ seal }, cookie, kind)
  if (id === null) return null
  const rows = await db
    .selectFrom('known_browsers')
    .select('person_id')
    .where('id', '=', id)
    .execute()
  return rows.length === 0 ? null : { id, persons: rows.map(({ person_id }) => person_id) }
}

/** Reads the browser's id from a `Cookie` header; null without the cookie, or if its seal is not valid. */
function readBrowserId(
  { seal }: Pick<Runtime, 'seal'>,
  cookie: string | undefined,
  kind: CookieKind,
): string | null {
  const value = readCookie(cookie, cookieName(KNOWN_COOKIE, kind))
  if (value === null) return null
  try {
    const plain: unknown = JSON.parse(seal.open(Buffer.from(value, 'base64url'), PLACE))
    return sealed.safeParse(plain).data?.id ?? null
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}

/** Writes the `Set-Cookie` header that names a browser. */
export function writeKnownBrowser(
  { seal }: Pick<Runtime, 'seal'>,
  { id, kind }: { readonly id: string; readonly kind: CookieKind },
): string {
  const value = seal.seal(JSON.stringify({ id }), PLACE).toString('base64url')
  const attributes = cookieAttributes(KNOWN_DAYS * 24 * 3600, kind)
  return `${cookieName(KNOWN_COOKIE, kind)}=${value}; ${attributes}`
}

/**
 * Stores that a person uses this browser. `renamed` gives it a new id, so that a copy of its old cookie no longer works.
 * `isNew`: the person was not known in it. A sign-in reports that; for a browser that is signed in already it is not news.
 */
export async function rememberBrowser(
  request: PersonRequest,
  personId: string,
  { renamed }: { readonly renamed: boolean },
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const { address, agent } = request.client
  const at = request.now()
  const isNew = request.known === null || !request.known.persons.includes(personId)
  const id = request.keepKnown({ renamed })
  const seen = { agent, address, last_used_at: at }
  await request.db
    .insertInto('known_browsers')
    .values({ person_id: personId, id, ...seen, created_at: at })
    .onConflict((conflict) => conflict.columns(['person_id', 'id']).doUpdateSet(seen))
    .execute()
  await request.db
    .deleteFrom('known_browsers')
    .where('person_id', '=', personId)
    .where('id', 'in', (select) =>
      select
        .selectFrom('known_browsers')
        .select('id')
        .where('person_id', '=', personId)
        .orderBy('last_used_at', 'desc')
        .orderBy('id', 'desc')
        .offset(BROWSERS_MAX),
    )
    .execute()
  return { id, isNew }
}

/** Forgets every browser of a person, and returns their number. */
export async function forgetBrowsers(
  { db }: Pick<Runtime, 'db'>,
  personId: string,
): Promise<number> {
  const forgotten = await db
    .deleteFrom('known_browsers')
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return Number(forgotten.numDeletedRows)
}
