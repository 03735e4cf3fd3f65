import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { Visit } from '#/access/sessions/visit.ts'
import { canonicalEmail } from '#/core/values/canonical-email.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** Wrong tries in a window that begins with the first. */
const OWN_MAX = 10
/** For one account from wherever it is not known, and from one address for all accounts. */
const STRANGERS_MAX = 100
const WINDOW_MINUTES = 15

/** What a try is counted by. */
export type Counted = { readonly subject: string; readonly max: number }

/** The account that somebody tries: a person's, or none that exists. */
export type Tried = { readonly email: string; readonly personId: string | null }

/**
 * What a try to sign in is counted by. A browser in which this person has signed in before has a count of its own: whatever
 * strangers try elsewhere, or behind the same proxy, does not keep an owner out. Everybody else shares those of the account
 * and of the address; an account that does not exist is counted like one that does.
 */
export function countedFor(
  { known, visitor: { address } }: Pick<Visit, 'known' | 'visitor'>,
  tried: Tried,
): readonly Counted[] {
  const account = accountOf(tried)
  const { personId } = tried
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
export function countedCode(counted: readonly Counted[], tried: Tried): readonly Counted[] {
  return isAlone(counted) ? [] : [{ subject: `code:${accountOf(tried)}`, max: OWN_MAX }]
}

/** For who is signed in, or has a link of the operator: nobody else is counted with them. */
export function countedAlone(subject: `session:${string}` | `reset:${string}`): readonly Counted[] {
  return [{ subject, max: OWN_MAX }]
}

/** Whether nobody else shares the count: the try comes from a browser that is known, or from who is signed in. */
export function isAlone(counted: readonly Counted[]): boolean {
  return counted.length === 1
}

/** The counts that strangers share with each other, and with the owner of the account. */
export function sharedOf(counted: readonly Counted[]): readonly Counted[] {
  return counted.filter(({ max }) => max === STRANGERS_MAX)
}

/** Stands for an account: the person where there is one, however their address was typed; else a digest of the address. */
function accountOf({ email, personId }: Tried): string {
  return personId ?? createHash('sha256').update(canonicalEmail(email)).digest('base64url')
}

type Trying = Pick<Runtime, 'db' | 'now'>

/**
 * Counts a try to prove oneself before it is looked at, so that no two at once share a count. Throws
 * `too_many_attempts`, with the seconds until the window ends; then nothing was counted.
 */
export async function countAttempt(trying: Trying, counted: readonly Counted[]): Promise<void> {
  if (counted.length === 0) return
  const now = trying.now()
  const expired = now.subtract({ minutes: WINDOW_MINUTES })
  const maxima = counted.map(({ max }) => max)
  const { rows } = await sql<{ began: Temporal.Instant | null }>`
    select count_sign_in_attempt(${subjectsOf(counted)}, ${maxima}, ${now}, ${expired}) as began`.execute(
    trying.db,
  )
  const began = rows[0]?.began ?? null
  if (began === null) return
  const ends = began.epochMilliseconds + WINDOW_MINUTES * 60_000
  const seconds = Math.max(1, Math.ceil((ends - now.epochMilliseconds) / 1000))
  throw new Refusal('too_many_attempts', { retryAfterSeconds: seconds })
}

/** Takes back a try that nobody looked at, or whose password was right as far as it went. */
export async function takeBackAttempt(trying: Trying, counted: readonly Counted[]): Promise<void> {
  await lower(trying, counted, sql`greatest(tries - 1, 0)`)
}

/** Forgets the wrong tries of whoever has come in; those of others stay. */
export async function forgiveAttempts(trying: Trying, counted: readonly Counted[]): Promise<void> {
  const own = counted.filter(({ max }) => max === OWN_MAX)
  await lower(trying, own, sql`0`)
  await takeBackAttempt(trying, sharedOf(counted))
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
