/** How a connection is, as it is stored; `syncing` is seen from its lease. */
export type Status =
  | 'healthy'
  | 'degraded'
  | 'reauth_required'
  | 'payment_required'
  | 'revoked'
  | 'disconnected'

const messages: Readonly<Record<Exclude<Status, 'healthy'>, string>> = {
  degraded: 'Something did not work at the last sync; it will be tried again.',
  reauth_required: 'The provider wants to be connected again.',
  payment_required: 'The provider wants to be paid.',
  revoked: 'The provider has taken access back.',
  disconnected: 'The connection has been removed.',
}

/** What is wrong with a connection, in words for people; null while nothing is. */
export function faultOf(connection: {
  readonly status: Status
  readonly status_message: string | null
}): { code: string; message: string } | null {
  const { status, status_message } = connection
  if (status === 'healthy') return null
  return { code: status, message: status_message ?? messages[status] }
}

/** Whether a schedule may ask for this connection; the other states wait for a person. */
export function isScheduled(status: Status): status is 'healthy' | 'degraded' {
  return status === 'healthy' || status === 'degraded'
}
