/** Reasons why the embedded PostgreSQL cannot serve. */
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

/** A failure that the operator can resolve. The message says what happened and what to do. */
export class ClusterFailure extends Error {
  readonly code: ClusterFailureCode

  constructor(code: ClusterFailureCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ClusterFailure'
    this.code = code
  }
}

/** Returns the `code` of a system or database error, '' if it has no code. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return ''
  return String(error.code)
}
