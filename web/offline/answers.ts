import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { currentHousehold } from '#web/calls/household.ts'
import { answeredAt, flagKept, isFromBefore, isKept, keepsAnything } from '#web/calls/kept.ts'
import type { Output } from '#web/calls/operations.ts'
import { readPreference } from '#web/shell/preference.ts'
import { now } from '#web/text/formats.ts'
import { type Answer, inTransaction } from './database.ts'

type Session = Output<'GET /session'>

const SESSION: QueryKey = ['GET /session']
/** Limits how old an answer may be that is still shown, in milliseconds. */
const AGE_MAX_MS = 30 * 24 * 60 * 60 * 1000

/** False if the person has asked this device to keep nothing. */
export function mayKeep(): boolean {
  return readPreference('keep') !== 'off' && typeof indexedDB !== 'undefined'
}

/**
 * Returns the last answer to a read of the household that this tab shows, or null. A tab that does not know its household yet
 * gets that which was last shown on the device.
 */
export async function readAnswer(
  queryKey: QueryKey,
): Promise<{ readonly data: unknown; readonly at: number } | null> {
  if (!mayKeep()) return null
  return inTransaction('readonly', async (tx) => {
    const owner = await tx.owner()
    if (owner === undefined) return null
    const household = isSession(queryKey) ? null : (currentHousehold() ?? owner.household)
    const kept = await tx.get('answers', nameOf(queryKey, household))
    return kept === undefined || kept.at < now() - AGE_MAX_MS ? null : kept
  }).catch(() => null)
}

/** Keeps every answer that the page has got so far, and forgets those that do not belong to the person any more. */
export async function keepAll(queries: QueryClient): Promise<void> {
  const all = queries.getQueryCache().getAll()
  for (const { queryKey } of all.filter(({ queryKey }) => isSession(queryKey))) {
    await keep(queries, queryKey)
  }
  for (const { queryKey } of all.filter(({ queryKey }) => !isSession(queryKey))) {
    await keep(queries, queryKey)
  }
}

/** Keeps one answer, if the device may keep it. */
export async function keep(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  if (!mayKeep() || !isKept(queryKey) || isFromBefore(queryKey)) return
  const data = queries.getQueryData(queryKey)
  const session = queries.getQueryData<Session>(SESSION)
  if (data === undefined || session === undefined) return
  const household = currentHousehold()
  const at = answeredAt(queries, queryKey)
  if (isSession(queryKey)) return keepSession({ queryKey, household: null, data, at }, session)
  if (!belongs(session, household)) return
  await inTransaction('readwrite', async (tx) => {
    const owner = await tx.owner()
    // Signing out in another tab has removed the owner; then nothing is kept.
    if (owner?.person !== session.person.id) return
    await tx.put('answers', nameOf(queryKey, household), { queryKey, household, data, at })
    if (owner.household !== household) await tx.setOwner({ ...owner, household })
  })
}

/** A demo is shown to many, and its households come and go: nothing of them is kept. */
function belongs({ households, person }: Session, household: string | null): boolean {
  return person.email !== null && households.some(({ id, demo }) => id === household && !demo)
}

/** Makes the person the owner of what the device keeps; answers to another person are erased first. */
async function keepSession(answer: Answer, session: Session): Promise<void> {
  const { person } = session
  if (!session.households.some(({ id }) => belongs(session, id)))
    return keepsAnything() ? eraseAnswers() : undefined
  await inTransaction('readwrite', async (tx) => {
    const owner = await tx.owner()
    if (owner !== undefined && owner.person !== person.id) await tx.clear('answers')
    for (const { queryKey, household } of await tx.all('answers')) {
      if (household === null || belongs(session, household)) continue
      await tx.remove('answers', nameOf(queryKey, household))
    }
    const household =
      owner?.person === person.id ? owner.household : (session.household?.id ?? null)
    await tx.setOwner({ person: person.id, household })
    await tx.put('answers', nameOf(answer.queryKey, null), answer)
  })
  flagKept(true)
}

/** Erases all answers and whose they were. What waits to be sent stays, and only its own person sees it. */
export async function eraseAnswers(): Promise<void> {
  if (typeof indexedDB === 'undefined') return
  await inTransaction('readwrite', async (tx) => {
    await tx.clear('answers')
    await tx.clear('owner')
  }).catch(() => undefined)
  flagKept(false)
}

/** Erases all answers because the person wants none kept. What waits is still sent. */
export async function forgetAnswers(): Promise<void> {
  await inTransaction('readwrite', (tx) => tx.clear('answers')).catch(() => undefined)
}

function isSession(queryKey: QueryKey): boolean {
  return queryKey[0] === SESSION[0]
}

function nameOf(queryKey: QueryKey, household: string | null): string {
  return `${household ?? ''} ${hashKey(queryKey)}`
}
