import { callFor, call, makeIdempotencyKey } from '#web/calls/call.ts'
import { CallFailure } from '#web/calls/failure.ts'
import { currentHousehold } from '#web/calls/household.ts'
import { noteWaiting } from '#web/calls/reach.ts'
import { now } from '#web/text/formats.ts'
import { mayKeep } from './answers.ts'
import { inTransaction, type Waiting } from './database.ts'

/** How long the server may take for one transaction, in milliseconds. */
const SEND_MS = 20_000

let list: readonly Waiting[] = []
const listeners = new Set<() => void>()
let sendNow: () => void = () => undefined
const channel =
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('earmark.waiting')
if (channel !== null) channel.onmessage = () => void reread()

/** Returns what this person has recorded and the server has not, the oldest first. */
export function listWaiting(): readonly Waiting[] {
  return list
}

/** Sets what sends a corrected transaction at once. */
export function onSendWanted(send: () => void): void {
  sendNow = send
}

export function onWaiting(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Keeps a transaction that could not be sent. Returns false if the device may not keep it; then the form keeps it and shows the
 * failure.
 */
export async function keepWaiting({
  body,
  key,
  person,
}: Pick<Waiting, 'body' | 'key' | 'person'>): Promise<boolean> {
  const household = currentHousehold()
  if (!mayKeep() || household === null) return false
  const kept = await inTransaction('readwrite', async (tx) => {
    // Another person may have signed in in another tab.
    if ((await tx.owner())?.person !== person) return false
    const recordedAt = now()
    await tx.put('waiting', key, { key, person, household, body, recordedAt, failure: null })
    return true
  }).catch(() => false)
  await changed()
  return kept
}

/**
 * Replaces a refused transaction by a corrected one, under a new key: the server keeps its answer to the old one. The second
 * click of a double click finds it replaced and does nothing.
 */
export async function correctWaiting(refused: Waiting, body: Waiting['body']): Promise<void> {
  const key = makeIdempotencyKey()
  await inTransaction('readwrite', async (tx) => {
    if ((await tx.get('waiting', refused.key)) === undefined) return
    await tx.remove('waiting', refused.key)
    await tx.put('waiting', key, { ...refused, key, body, failure: null })
  })
  await changed()
  sendNow()
}

export async function dropWaiting({ key }: Pick<Waiting, 'key'>): Promise<void> {
  await inTransaction('readwrite', (tx) => tx.remove('waiting', key))
  await changed()
}

/** Drops everything that this person has recorded and not sent: they sign out. */
export async function dropAllWaiting(): Promise<void> {
  const all = await readWaiting()
  await inTransaction('readwrite', async (tx) => {
    for (const { key } of all) await tx.remove('waiting', key)
  }).catch(() => undefined)
  await changed()
}

/**
 * Sends what waits, the oldest first, one tab at a time. Returns true if anything was recorded. Without an answer the rest
 * waits on; what the server refuses stays in the list with the reason.
 */
export async function sendWaiting(): Promise<boolean> {
  const locks: LockManager | undefined = navigator.locks
  // Over plain http there are no locks. Two tabs may then send the same, which counts once.
  if (locks === undefined) return sendAll()
  const sent = await locks.request('earmark.waiting', { ifAvailable: true }, (lock) => {
    return lock === null ? false : sendAll()
  })
  return sent
}

async function sendAll(): Promise<boolean> {
  const unsent = (await readWaiting()).filter(({ failure }) => failure === null)
  if (unsent.length === 0) return false
  // Another person may have signed in since it was recorded; each person sends only their own.
  const { person } = await call('GET /session')
  let recorded = false
  for (const one of unsent.filter((each) => each.person === person.id)) {
    const { household, body, key } = one
    // The person may have deleted it while an earlier one was sent.
    if ((await readWaiting()).every((each) => each.key !== key)) continue
    try {
      const signal = AbortSignal.timeout(SEND_MS)
      await callFor({ household, signal }, 'POST /transactions', { body, idempotencyKey: key })
      recorded = true
      await dropWaiting(one)
    } catch (error) {
      if (!isRefused(error)) break
      await refuse(one, error)
    }
  }
  return recorded
}

/** True if sending it again without a change would be refused again. */
function isRefused(error: unknown): error is CallFailure {
  if (!(error instanceof CallFailure)) return false
  const { status, code } = error
  if (code === 'unreadable' || code === 'idempotency_key_in_progress') return false
  return status >= 400 && status < 500 && status !== 401 && status !== 408 && status !== 429
}

async function refuse(one: Waiting, { code, message, param, detail }: CallFailure): Promise<void> {
  await inTransaction('readwrite', async (tx) => {
    // Another tab may have dropped it meanwhile.
    if ((await tx.get('waiting', one.key)) === undefined) return
    await tx.put('waiting', one.key, { ...one, failure: { code, message, param, detail } })
  })
  await changed()
}

async function changed(): Promise<void> {
  await reread()
  channel?.postMessage('')
}

/**
 * Reads the whole list of the person whose data the device keeps, and shows that of the household of this tab. All of it counts,
 * because signing out deletes all of it.
 */
export async function reread(): Promise<void> {
  const all = await readWaiting()
  list = all.filter(({ household }) => household === (currentHousehold() ?? household))
  noteWaiting(all.length)
  for (const listener of listeners) listener()
}

async function readWaiting(): Promise<readonly Waiting[]> {
  return inTransaction('readonly', async (tx) => {
    const owner = await tx.owner()
    const all = await tx.all('waiting')
    return all
      .filter(({ person }) => person === owner?.person)
      .toSorted((a, b) => a.recordedAt - b.recordedAt)
  }).catch(() => [])
}
