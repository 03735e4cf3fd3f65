import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '#/contract/refusal.ts'
import type { Visitor } from '#/sessions/visit.ts'
import type { World } from '#/world/world.ts'

/** Wrong tries in a window that begins with the first: for one account, and from one address for all accounts. */
const ACCOUNT_MAX = 10
const ADDRESS_MAX = 100
const WINDOW_MINUTES = 15

type Trying = Pick<World, 'db' | 'now'> & { readonly visitor: Pick<Visitor, 'address'> }

/** What stands for an account, whether there is one or not: the log of tries tells no addresses. */
function subjectsOf(email: string, { visitor }: Trying): readonly [string, string] {
  const digest = createHash('sha256').update(email.trim().toLowerCase()).digest('base64url')
  return [`account:${digest}`, `address:${visitor.address}`]
}

/**
 * Counts a try to prove oneself before it is looked at, so that no two at once share a count. Throws
 * `too_many_attempts`, with the seconds until the window ends.
 */
export async function countAttempt(trying: Trying, email: string): Promise<void> {
  const now = trying.now()
  const [account, address] = subjectsOf(email, trying)
  const expired = now.subtract({ minutes: WINDOW_MINUTES })
  const { rows } = await sql<{ subject: string; began_at: Temporal.Instant; tries: number }>`
    insert into sign_in_attempts as a (subject, began_at, tries)
    values (${account}, ${now}, 1), (${address}, ${now}, 1)
    on conflict (subject) do update set
      tries = case when a.began_at <= ${expired} then 1 else a.tries + 1 end,
      began_at = case when a.began_at <= ${expired} then ${now} else a.began_at end
    returning subject, began_at, tries`.execute(trying.db)
  const over = rows.filter(({ subject, tries }) => {
    return tries > (subject === account ? ACCOUNT_MAX : ADDRESS_MAX)
  })
  if (over.length === 0) return
  const ends =
    Math.max(...over.map(({ began_at }) => began_at.epochMilliseconds)) + WINDOW_MINUTES * 60_000
  const seconds = Math.max(1, Math.ceil((ends - now.epochMilliseconds) / 1000))
  throw new Refusal('too_many_attempts', { retryAfterSeconds: seconds })
}

/** Takes back a try that was none: what was shown was right, as far as it went. */
export async function takeBackAttempt(trying: Trying, email: string): Promise<void> {
  await sql`update sign_in_attempts set tries = greatest(tries - 1, 0)
    where subject = any(${subjectsOf(email, trying)})`.execute(trying.db)
}

/** Forgets the wrong tries for an account whose owner has come in. */
export async function forgiveAttempts(trying: Trying, email: string): Promise<void> {
  await takeBackAttempt(trying, email)
  const [account] = subjectsOf(email, trying)
  await sql`update sign_in_attempts set tries = 0 where subject = ${account}`.execute(trying.db)
}
