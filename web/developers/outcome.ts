import type { Catalogue } from '#web/text/catalogue.ts'
import type { Delivery } from './delivery.ts'

type Words = Catalogue['developers']['webhooks']

/** The maximum number of attempts for an event (Spec, Retry behaviour 2). */
const ATTEMPTS_MAX = 8

/** Words the outcome of one attempt; null if it was delivered. */
export function attemptText(
  { http_status: status, failure }: Delivery['log'][number],
  words: Words,
): string | null {
  if (failure !== null) return words.failures[failure]
  if (status === null) return words.noAnswer
  if (status >= 200 && status <= 299) return null
  const more = meaningOf(status, words)
  return [words.answeredWith(status), more].filter((each) => each !== null).join(' ')
}

function meaningOf(status: number, words: Words): string | null {
  if (status === 410) return words.isGone
  if (isRetryable(status)) return null
  if (status === 401 || status === 403) return words.isRefused
  return status >= 300 && status <= 399 ? words.isRedirect : words.isFinal
}

/** True for statuses that are retried (Spec, Retry behaviour 2). */
function isRetryable(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && status <= 599)
}

/** Explains in words why a delivery has its state; null if nothing is wrong. */
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
