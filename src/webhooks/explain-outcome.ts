import type { OutboundFailureKind } from '#/outbound/failure.ts'
import { judge, type Outcome } from './verdict.ts'

/** What an attempt came to, as the owner of the webhook is told; null: it was delivered. */
export function explainOutcome(outcome: Outcome): string | null {
  const verdict = judge(outcome)
  if (verdict === 'delivered') return null
  if (outcome.status === null) return failures[outcome.failure]
  const answered = `Your server answered ${outcome.status}.`
  if (verdict === 'gone') return `${answered} It wants no more events, so the webhook was paused.`
  if (verdict === 'retry') return answered
  if (outcome.status === 401 || outcome.status === 403) {
    return `${answered} That is final for this event; correct the headers and send a test.`
  }
  if (outcome.status >= 300 && outcome.status <= 399) {
    return `${answered} Redirects are not followed; create a webhook for the address it leads to.`
  }
  return `${answered} That is final for this event.`
}

const failures: Readonly<Record<OutboundFailureKind, string>> = {
  bad_url: 'The address is not usable.',
  bad_header: 'A configured header is not usable.',
  refused_address: 'The address does not lead to the public internet.',
  dns: 'The host name could not be found.',
  connect: 'The connection failed or was closed before an answer.',
  tls: 'Your server could not prove its identity: its certificate or protocol was refused.',
  timeout: 'There was no answer within 15 seconds.',
  too_large: 'The answer was too large.',
  bad_response: 'The answer was not HTTP.',
  redirect: 'The address redirects.',
}
