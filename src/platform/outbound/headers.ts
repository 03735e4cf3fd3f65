/**
 * What is wrong with headers that are to be sent, or null: names and values that could end a header and begin something
 * else, and the names that belong to the transport. Names the header and never its value.
 */
export function headerFault(headers: Readonly<Record<string, string>>): string | null {
  for (const [name, value] of Object.entries(headers)) {
    if (!isHeaderName(name)) return 'A header name is malformed.'
    if (isTransportHeader(name)) return `The header ${name} cannot be set.`
    if (!isHeaderValue(value)) return `The value of the header ${name} is malformed.`
  }
  return null
}

/** A token of RFC 9110. */
export function isHeaderName(name: string): boolean {
  return /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name)
}

/** Printable ASCII and tab: no CR, LF or NUL, and no byte whose meaning depends on who reads it. */
export function isHeaderValue(value: string): boolean {
  return /^[\t\x20-\x7e]*$/.test(value)
}

/** Headers that decide where a request goes or where it ends: ours alone to write. */
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
