import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { Visit } from '#/access/sessions/visit.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** Wrong tries in a window that begins with the first. */
const OWN_MAX = 10
/** For one account from wherever it is not known, and from one address for all accounts. */
const STRANGERS_MAX = 100
const WINDOW_MINUTES = 15

/** What a try is counted by. */
export type Counted = { readonly subject: string; readonly max: number }

/**
 * What a try to sign in is counted by. A browser in which this person has signed in before has a count of its own: whatever
 * strangers try elsewhere, or behind the same proxy, does not keep an owner out. Everybody else shares those of the account
 * and of the address; an account that is none is counted like one.
 */
export function countedFor(
  { known, visitor: { address } }: Pick<Visit, 'known' | 'visitor'>,
  { email, personId }: { readonly email: string; readonly personId: string | null },
): readonly Counted[] {
  const account = digestOf(email)
  if (known && personId !== null && known.persons.includes(personId)) {
    return [{ subject: `browser:${known.id}:${account}`, max: OWN_MAX }]
  }
  return [
    { subject: `account:${account}:${address}`, max: OWN_MAX },
    { subject: `account:${account}`, max: STRANGERS_MAX },
    { subject: `address:${address}`, max: STRANGERS_MAX },
  ]
}

/** What a code is counted by beside that: few can be tried by whoever has the password, from wherever they come. */
export function countedCode(counted: readonly Counted[], email: string): readonly Counted[] {
  return counted.length === 1 ? [] : [{ subject: `code:${digestOf(email)}`, max: OWN_MAX }]
}

/** For who is signed in, or has a link of the operator: nobody else is counted with them. */
export function countedAlone(subject: `session:${string}` | `reset:${string}`): readonly Counted[] {
  return [{ subject, max: OWN_MAX }]
}

/** What stands for an account, whether there is one or not: the log of tries tells no addresses. */
function digestOf(email: string): string {
  return createHash('sha256').update(email.trim().toLowerCase()).digest('base64url')
}

type Trying = Pick<Runtime, 'db' | 'now'>

/**
 * Counts a try to prove oneself before it is looked at, so that no two at once share a count. Throws
 * `too_many_attempts`, with the seconds until the window ends.
 */
export async function countAttempt(trying: Trying, counted: readonly Counted[]): Promise<void> {
  if (counted.length === 0) return
  const now = trying.now()
  const expired = now.subtract({ minutes: WINDOW_MINUTES })
  const { rows } = await sql<{ subject: string; began_at: Temporal.Instant; tries: number }>`
    insert into sign_in_attempts as a (subject, began_at, tries)
    select subject, ${now}, 1 from unnest(${subjectsOf(counted)}::text[]) as s(subject) order by subject
    on conflict (subject) do update set
      tries = case when a.began_at <= ${expired} then 1 else a.tries + 1 end,
      began_at = case when a.began_at <= ${expired} then ${now} else a.began_at end
    returning subject, began_at, tries`.execute(trying.db)
  const maxOf = new Map(counted.map(({ subject, max }) => [subject, max]))
  const over = rows.filter(({ subject, tries }) => tries > maxOf.get(subject)!)
  if (over.length === 0) return
  const ends =
    Math.max(...over.map(({ began_at }) => began_at.epochMilliseconds)) + WINDOW_MINUTES * 60_000
  const seconds = Math.max(1, Math.ceil((ends - now.epochMilliseconds) / 1000))
  throw new Refusal('too_many_attempts', { retryAfterSeconds: seconds })
}

/** Takes back a try that was none: what was shown was right, as far as it went. */
export async function takeBackAttempt(trying: Trying, counted: readonly Counted[]): Promise<void> {
  await lower(trying, counted, sql`greatest(tries - 1, 0)`)
}

/** Forgets the wrong tries of whoever has come in; those of others stay. */
export async function forgiveAttempts(trying: Trying, counted: readonly Counted[]): Promise<void> {
  const own = counted.filter(({ max }) => max === OWN_MAX)
  await lower(trying, own, sql`0`)
  await takeBackAttempt(
    trying,
    counted.filter((one) => !own.includes(one)),
  )
}

// Locked in the order in which they are counted, or two who try at once could wait for each other.
async function lower(
  { db }: Trying,
  counted: readonly Counted[],
  tries: ReturnType<typeof sql>,
): Promise<void> {
  if (counted.length === 0) return
  await sql`with locked as (select subject from sign_in_attempts
      where subject = any(${subjectsOf(counted)}) order by subject for update)
    update sign_in_attempts a set tries = ${tries} from locked where a.subject = locked.subject`.execute(
    db,
  )
}

function subjectsOf(counted: readonly Counted[]): string[] {
  return counted.map(({ subject }) => subject)
}
