import type { Catalogue } from '#web/text/catalogue.ts'
import type { Delivery } from './deliveries.tsx'

type Words = Catalogue['developers']['webhooks']

/** How often an event is tried (Spec, Retry behaviour 2). */
const ATTEMPTS_MAX = 8

/** What came of one attempt, in words; null: it was delivered. */
export function attemptText(
  { http_status: status, failure, error }: Delivery['log'][number],
  words: Words,
): string | null {
  if (failure !== null) return words.failures[failure]
  if (status === null) return error
  if (status >= 200 && status <= 299) return null
  const more = meaningOf(status, words)
  return [words.answeredWith(status), more].filter((each) => each !== null).join(' ')
}

function meaningOf(status: number, words: Words): string | null {
  if (status === 410) return words.isGone
  if (isPassing(status)) return null
  if (status === 401 || status === 403) return words.isRefused
  return status >= 300 && status <= 399 ? words.isRedirect : words.isFinal
}

/** Spec, Retry behaviour 2. */
function isPassing(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && status <= 599)
}

/** Why a delivery is where it is, in words; null where nothing stands in its way. */
export function reasonText(delivery: Delivery, words: Words): string | null {
  const { obstacle, reason, log, attempts } = delivery
  if (obstacle !== null) return words.obstacles[obstacle]
  if (reason === null) return null
  const last = log.at(-1)
  if (!last) return words.ourFault
  const text = attemptText(last, words)
  const isGivenUp = attempts >= ATTEMPTS_MAX && delivery.status === 'failed'
  return text !== null && isGivenUp ? `${text} ${words.triedOften(attempts)}` : text
}
