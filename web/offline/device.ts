// Everything that the device keeps of a household: the last answers, and what waits to be sent. Loaded after the first screen.
import type { QueryClient } from '@tanstack/react-query'
import { refresh } from '#web/calls/changes.ts'
import { isAway, noteReach, onReach } from '#web/calls/reach.ts'
import { eraseAnswers as eraseKept, keep, keepAll } from './answers.ts'
import { readAhead } from './read-ahead.ts'
import { listWaiting, onSendWanted, onWaiting, reread, sendWaiting } from './waiting.ts'

export { forgetAnswers, readAnswer } from './answers.ts'
export { dropAllWaiting, keepWaiting } from './waiting.ts'

/** How often a server that did not answer is asked again, in milliseconds. */
const PROBE_MS = 10_000
/** How often records that could not be sent are sent again, in milliseconds. */
const RESEND_MS = 30_000

/** Erases all answers; what waits is stored, and hidden until its person signs in again. */
export async function eraseAnswers(): Promise<void> {
  await eraseKept()
  await reread()
}

let isStarted = false

/** Keeps every answer from now on, sends what waits, and notices when the server is back. */
export function start(queries: QueryClient): void {
  if (isStarted) return
  isStarted = true
  const send = () => {
    void sendWaiting()
      .then(
        (recorded) => recorded && void refresh(queries),
        // Reading the session shows why: without one the person signs in first.
        () => void refresh(queries, ['GET /session']),
      )
      .then(resend)
  }
  const resend = () => {
    if (!isAway() && listWaiting().some(({ failure }) => failure === null)) resendLater(send)
  }
  /** Something may wait for a person who has just signed in. */
  const followPerson = async () => {
    const before = listWaiting().length
    await reread()
    if (before === 0 && listWaiting().length > 0 && !isAway()) send()
  }
  void keepAll(queries)
    .then(reread)
    .then(() => {
      if (!isAway()) send()
    })
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const { queryKey } = event.query
    void keep(queries, queryKey)
      .then(() => (queryKey[0] === 'GET /session' ? followPerson() : undefined))
      .catch(() => undefined)
  })
  followServer(() => {
    void refresh(queries)
    send()
  })
  onSendWanted(send)
  onWaiting(resend)
  readAhead(queries)
}

let resending: ReturnType<typeof setTimeout> | null = null

function resendLater(send: () => void): void {
  resending ??= setTimeout(() => {
    resending = null
    if (!isAway()) send()
  }, RESEND_MS)
}

/** Calls back each time the server is reached again. */
function followServer(onBack: () => void): void {
  let wasAway = isAway()
  const probe = async () => {
    if (!navigator.onLine || document.visibilityState === 'hidden') return
    const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
    const isJson = answer?.headers.get('content-type')?.includes('json') === true
    noteReach(answer?.ok === true && isJson)
  }
  const heed = () => {
    const away = isAway()
    if (wasAway && !away) onBack()
    wasAway = away
  }
  onReach(heed)
  window.addEventListener('online', () => void probe())
  document.addEventListener('visibilitychange', () => {
    if (isAway()) void probe()
  })
  setInterval(() => {
    if (isAway()) void probe()
  }, PROBE_MS)
}
