import { judge } from './verdict.ts'

/** Explains an HTTP status to the owner of the webhook; null if it means delivered. */
export function explainStatus(status: number): string | null {
  const verdict = judge({ status, failure: null })
  if (verdict === 'delivered') return null
  const answered = `Your server answered ${status}.`
  if (verdict === 'gone') return `${answered} It wants no more events, so the webhook was paused.`
  if (verdict === 'retry') return answered
  if (status === 401 || status === 403) {
    return `${answered} That is final for this event; correct the headers and send a test.`
  }
  if (status >= 300 && status <= 399) {
    return `${answered} Redirects are not followed; create a webhook for the address it leads to.`
  }
  return `${answered} That is final for this event.`
}
