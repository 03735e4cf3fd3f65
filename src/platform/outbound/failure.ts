/**
 * `refused_address`: not public and not opened by the operator. `bad_url`, `bad_header`: nothing was sent.
 * `connect`: refused, reset or closed early. `too_large` and `bad_response`: an answer came, but not a usable one.
 */
export type OutboundFailureKind =
  | 'bad_url'
  | 'bad_header'
  | 'refused_address'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'too_large'
  | 'bad_response'
  | 'redirect'

/**
 * A failed request to a stranger. `message` may be shown to people: it names only the host, because paths and user names are
 * secrets at banks and webhook receivers. `detail` is the system's own code (`ECONNREFUSED`), for logs.
 */
export class OutboundFailure extends Error {
  readonly kind: OutboundFailureKind
  readonly detail: string | null

  constructor(kind: OutboundFailureKind, message: string, detail: string | null = null) {
    super(message)
    this.name = 'OutboundFailure'
    this.kind = kind
    this.detail = detail
  }
}

/** Converts errors of undici, node:net, node:tls and the guard to an OutboundFailure. Rethrows our own bugs. */
export function asOutboundFailure(error: unknown, host: string): OutboundFailure {
  if (error instanceof OutboundFailure) return error
  const code = codeOf(error)
  if (code === null || code === 'UND_ERR_INVALID_ARG' || code.startsWith('ERR_INVALID_'))
    throw error
  if (timeouts.has(code)) {
    return new OutboundFailure('timeout', `${host} did not answer in time.`, code)
  }
  if (isTlsCode(code)) {
    return new OutboundFailure('tls', `${host} could not prove its identity (${code}).`, code)
  }
  if (isRubbish(code, error)) {
    return new OutboundFailure('bad_response', `${host} did not answer with valid HTTP.`, code)
  }
  return new OutboundFailure('connect', `The connection to ${host} failed (${code}).`, code)
}

function codeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if ('code' in error && typeof error.code === 'string') return error.code
  // undici's parser has no code for an answer that does not begin like HTTP.
  if (error.name === 'HTTPParserError') return 'HPE_INVALID'
  // Several addresses were tried and every one failed.
  if (error instanceof AggregateError) return codeOf(error.errors[0]) ?? 'ECONNREFUSED'
  return null
}

const timeouts = new Set([
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
])

function isTlsCode(code: string): boolean {
  return /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|EPROTO$)/.test(
    code,
  )
}

function isRubbish(code: string, error: unknown): boolean {
  if (code.startsWith('HPE_')) return true
  if (code === 'UND_ERR_HEADERS_OVERFLOW' || code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH')
    return true
  // undici reports a bare 100 or 101 as a socket error with one of these texts.
  return (
    code === 'UND_ERR_SOCKET' &&
    error instanceof Error &&
    /^bad (response|upgrade)$/.test(error.message)
  )
}
