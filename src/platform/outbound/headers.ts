/**
 * Returns the fault of headers to send, or null: names and values that could begin another header, and names that belong to
 * the transport. The text names the header but never its value.
 */
export function headerFault(headers: Readonly<Record<string, string>>): string | null {
  for (const [name, value] of Object.entries(headers)) {
    if (!isHeaderName(name)) return 'A header name is malformed.'
    if (isTransportHeader(name)) return `The header ${name} cannot be set.`
    if (!isHeaderValue(value)) return `The value of the header ${name} is malformed.`
  }
  return null
}

/** Returns true for a token of RFC 9110. */
export function isHeaderName(name: string): boolean {
  return /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name)
}

/** Returns true for printable ASCII and tab: no CR, LF or NUL, and no byte whose meaning depends on the reader. */
export function isHeaderValue(value: string): boolean {
  return /^[\t\x20-\x7e]*$/.test(value)
}

/** Headers of routing and framing, which only we may set. */
export function isTransportHeader(name: string): boolean {
  return transport.has(name.toLowerCase())
}

const transport = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'proxy-authenticate',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'http2-settings',
  'accept-encoding',
])
