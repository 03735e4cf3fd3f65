/** What can keep the embedded PostgreSQL from serving. */
export type ClusterFailureCode =
  | 'folder_unreachable'
  | 'in_use_elsewhere'
  | 'other_version'
  | 'password_lost'
  | 'port_taken'
  | 'programs_missing'
  | 'programs_unusable'
  | 'start_failed'
  | 'stop_failed'
  | 'unanswered'

/** A fault that an operator can act on: the message says what happened and what to do. */
export class ClusterFailure extends Error {
  readonly code: ClusterFailureCode

  constructor(code: ClusterFailureCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ClusterFailure'
    this.code = code
  }
}

/** The `code` of a system or database error, '' where there is none. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return ''
  return String(error.code)
}
