import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { PersonRequest } from '#/access/sessions/person-request.ts'
import { canonicalEmail } from '#/core/values/canonical-email.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** Wrong attempts within a window, which begins with the first attempt. */
const OWN_MAX = 10
/** The same for one account from all unknown browsers, and for one address over all accounts. */
const STRANGERS_MAX = 100
const WINDOW_MINUTES = 15

/** A counter of attempts, and its maximum. */
export type Counter = { readonly subject: string; readonly max: number }

/** The account that somebody tries to open; `personId` is null if no such account exists. */
export type TriedAccount = { readonly email: string; readonly personId: string | null }

type CountedRequest = Pick<PersonRequest, 'known'> & {
  readonly client: Pick<PersonRequest['client'], 'address'> & Partial<PersonRequest['client']>
}

/**
 * Selects the counters of an attempt to sign in. A browser in which this person has signed in before has a counter of
 * its own, so strangers elsewhere, or behind the same proxy, cannot lock an owner out. All other browsers share the
 * counters of the account and of the address. Unknown accounts are counted like existing ones.
 */
export function countersFor(
  { known, client: { address } }: CountedRequest,
  tried: TriedAccount,
): readonly Counter[] {
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

/** Selects one more counter for a code: somebody who knows the password can try few codes, from any number of addresses. */
export function countersForCode(
  counters: readonly Counter[],
  tried: TriedAccount,
): readonly Counter[] {
  return isAlone(counters) ? [] : [{ subject: `code:${accountOf(tried)}`, max: OWN_MAX }]
}

/** Selects the counter of a session, a reset link, a login at a provider, or the mails of a person, which nobody else shares. */
export function ownCounter(
  subject: `session:${string}` | `reset:${string}` | `oidc:${string}` | `mail:${string}`,
): readonly Counter[] {
  return [{ subject, max: OWN_MAX }]
}

/** Password resets that one network asks for, and that are asked for one address of an account. */
const MAILS_MAX = { asker: 10, account: 3 } as const

/** Selects the counters of a password reset by mail. Addresses without an account are counted like the others. */
export function mailCounters(
  { address }: Pick<PersonRequest['client'], 'address'>,
  email: string,
): readonly Counter[] {
  return [
    { subject: `mail:${address}`, max: MAILS_MAX.asker },
    { subject: `mail:${accountOf({ email, personId: null })}`, max: MAILS_MAX.account },
  ]
}

/** True if nobody else shares the counter: a known browser, a session or a reset link. */
export function isAlone(counters: readonly Counter[]): boolean {
  return counters.length === 1
}

/** Keeps the counters that strangers share with each other and with the owner of the account. */
export function sharedCounters(counters: readonly Counter[]): readonly Counter[] {
  return counters.filter(({ max }) => max === STRANGERS_MAX)
}

/** Identifies an account: by its person, however the address was typed, else by a digest of the address. */
function accountOf({ email, personId }: TriedAccount): string {
  return personId ?? createHash('sha256').update(canonicalEmail(email)).digest('base64url')
}

type Trying = Pick<Runtime, 'db' | 'now'>

/**
 * Counts an attempt before it is judged, so that simultaneous attempts cannot exceed the maximum. Throws
 * `too_many_attempts`, with the seconds until the window ends; then nothing is counted.
 */
export async function countAttempt(trying: Trying, counters: readonly Counter[]): Promise<void> {
  if (counters.length === 0) return
  const now = trying.now()
  const expired = now.subtract({ minutes: WINDOW_MINUTES })
  const maxima = counters.map(({ max }) => max)
  const { rows } = await sql<{ began: Temporal.Instant | null }>`
    select count_sign_in_attempt(${subjectsOf(counters)}, ${maxima}, ${now}, ${expired}) as began`.execute(
    trying.db,
  )
  const began = rows[0]?.began ?? null
  if (began === null) return
  const ends = began.epochMilliseconds + WINDOW_MINUTES * 60_000
  const seconds = Math.max(1, Math.ceil((ends - now.epochMilliseconds) / 1000))
  throw new Refusal('too_many_attempts', { retryAfterSeconds: seconds })
}

/** Refunds an attempt that was not judged, or whose credentials were correct so far. */
export async function refundAttempt(trying: Trying, counters: readonly Counter[]): Promise<void> {
  await lower(trying, counters, sql`greatest(tries - 1, 0)`)
}

/** Resets the counters of the person who signed in; attempts of others still count. */
export async function resetAttempts(trying: Trying, counters: readonly Counter[]): Promise<void> {
  const own = counters.filter(({ max }) => max === OWN_MAX)
  await lower(trying, own, sql`0`)
  await refundAttempt(trying, sharedCounters(counters))
}

// Locks in the order in which attempts are counted, so that two attempts cannot deadlock.
async function lower(
  { db }: Trying,
  counters: readonly Counter[],
  tries: ReturnType<typeof sql>,
): Promise<void> {
  if (counters.length === 0) return
  await sql`with locked as (select subject from sign_in_attempts
      where subject = any(${subjectsOf(counters)}) order by subject for update)
    update sign_in_attempts a set tries = ${tries} from locked where a.subject = locked.subject`.execute(
    db,
  )
}

function subjectsOf(counters: readonly Counter[]): string[] {
  return counters.map(({ subject }) => subject)
}
