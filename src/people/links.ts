import type { Runtime } from '#/platform/runtime/runtime.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import { digestOf } from '#/access/sessions/session.ts'

/** Hours for which an operator's link works. */
const LINK_HOURS = 24
const TOKEN_BYTES = 20

type Purpose =
  | { readonly purpose: 'setup'; readonly personId: null }
  | { readonly purpose: 'reset'; readonly personId: string }

/** Makes the secret that a link carries behind `#k=`, where no server and no log sees it. */
function makeLinkToken({ randomBytes }: Pick<Runtime, 'randomBytes'>): string {
  return Buffer.from(randomBytes(TOKEN_BYTES)).toString('base64url')
}

/** Makes a link that works once. Only this answer has the token: the database stores its digest. */
export async function makeLink(
  runtime: Pick<Runtime, 'db' | 'now' | 'randomBytes'>,
  { purpose, personId, hours = LINK_HOURS }: Purpose & { readonly hours?: number },
): Promise<{ readonly token: string; readonly expiresAt: Temporal.Instant }> {
  const token = makeLinkToken(runtime)
  const createdAt = runtime.now()
  const expiresAt = createdAt.add({ hours })
  await runtime.db
    .insertInto('one_time_links')
    .values({
      digest: digestOf(token),
      purpose,
      person_id: personId,
      created_at: createdAt,
      expires_at: expiresAt,
    })
    .execute()
  return { token, expiresAt }
}

/** Finds the link with this token. Throws `link_not_valid` if it never existed, was used or has expired. */
export async function requireLink(
  { db, now }: Pick<Runtime, 'db' | 'now'>,
  purpose: Purpose['purpose'],
  token: string,
): Promise<{ readonly personId: string | null; readonly expiresAt: Temporal.Instant }> {
  const found = await db
    .selectFrom('one_time_links')
    .select(['person_id', 'expires_at'])
    .where('digest', '=', digestOf(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now())
    .executeTakeFirst()
  if (!found) throw new Refusal('link_not_valid')
  return { personId: found.person_id, expiresAt: found.expires_at }
}
