import { CommandError } from '#/app/cli/parsing/command.ts'

/** Codes of a connection that another attempt would not mend. */
const unreachable: ReadonlyMap<string, string> = new Map([
  ['ENOTFOUND', 'its name has no address: is it right?'],
  ['ECONNREFUSED', 'nothing listens there: is the server running?'],
  ['EHOSTUNREACH', 'no way leads there from this network.'],
  ['ENETUNREACH', 'no way leads there from this network.'],
])

/** Returns the error of a connection that was never made, with its remedy; null if another attempt may succeed. */
export function finalFault(cause: unknown, isFirst: boolean): CommandError | null {
  const code = codeOf(cause)
  const text = unreachable.get(code)
  if (text !== undefined) return isFirst ? new CommandError(`It cannot be reached: ${text}`) : null
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'ERR_SSL_PACKET_LENGTH_TOO_LONG') {
    return new CommandError('It does not speak TLS there: is the port that of https?')
  }
  if (!isOfTls(code)) return null
  return new CommandError(
    `Its certificate is not trusted (${code}). NODE_EXTRA_CA_CERTS=FILE trusts an authority of your own.`,
  )
}

function isOfTls(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|^ERR_(TLS|SSL)_|HOSTNAME_MISMATCH/.test(code)
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  return codeOf(error.cause)
}
