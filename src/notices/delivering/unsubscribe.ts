import { sql } from 'kysely'
import * as z from 'zod'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { Unreadable } from '#/platform/runtime/seal.ts'
import type { MailTarget } from '#/notices/rules/way.ts'

/** The path of links that end a way by mail. */
export const UNSUBSCRIBE_PATH = '/unsubscribe'

const named = z.object({ purpose: z.literal('end'), household: z.uuid(), way: z.uuid() })

/** Writes the secret by which a mail ends its own way, and nothing else. */
export function writeUnsubscribe(
  { seal }: Pick<Runtime, 'seal'>,
  { household, way }: Pick<MailTarget, 'household' | 'way'>,
): string {
  const text = JSON.stringify({ purpose: 'end', household, way } satisfies z.input<typeof named>)
  return seal.seal(text, 'mail link').toString('base64url')
}

/** Ends the way that the secret names: nothing more is sent by it. Returns false if the secret is not valid. */
export async function unsubscribe(
  { seal, db, now }: Pick<Runtime, 'seal' | 'db' | 'now'>,
  secret: string,
): Promise<boolean> {
  const found = readUnsubscribe({ seal }, secret)
  if (found === null) return false
  await sql`update notice_ways set gone_at = ${now()}
    where household_id = ${found.household} and id = ${found.way} and gone_at is null`.execute(db)
  return true
}

/** Reads the secret; null if it is not valid. */
export function readUnsubscribe({ seal }: Pick<Runtime, 'seal'>, secret: string) {
  try {
    const text = seal.open(Buffer.from(secret, 'base64url'), 'mail link')
    return named.safeParse(JSON.parse(text)).data ?? null
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}
