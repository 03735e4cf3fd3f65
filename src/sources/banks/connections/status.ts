/** The stored status of a connection; `syncing` is derived from its lease. */
export type Status =
  | 'healthy'
  | 'degraded'
  | 'reauth_required'
  | 'payment_required'
  | 'revoked'
  | 'disconnected'

const messages: Readonly<Record<Exclude<Status, 'healthy'>, string>> = {
  degraded: 'The last sync failed in part; Earmark will try again.',
  reauth_required: 'The provider asks you to connect again.',
  payment_required: 'The provider asks for payment.',
  revoked: 'The provider has revoked access.',
  disconnected: 'The connection has been removed.',
}

/** Describes the fault of a connection for people; null when it is healthy. */
export function faultOf(connection: {
  readonly status: Status
  readonly status_message: string | null
}): { code: string; message: string } | null {
  const { status, status_message } = connection
  if (status === 'healthy') return null
  return { code: status, message: status_message ?? messages[status] }
}

/** Returns true when the schedule may ask for this connection; other states wait for a person. */
export function isScheduled(status: Status): status is 'healthy' | 'degraded' {
  return status === 'healthy' || status === 'degraded'
}
