import { isIP } from 'node:net'
import { OutboundFailure } from './failure.ts'

/** Room for forty account ids in a query. Callers with a tighter promise (webhooks: 2,048) check it themselves. */
const LENGTH_MAX = 8192

/**
 * Reads the address of a request: http or https, no user name or password, a port that is not some other service's, a
 * well-formed host. The fragment is dropped. Throws OutboundFailure `bad_url`, or `refused_address` for names
 * that can only be private (`localhost`, `db.internal`), unless the operator allows private ranges at all.
 */
export function parseTarget(text: string, options: { privateNames: boolean }): URL {
  if (text.length > LENGTH_MAX) throw new OutboundFailure('bad_url', 'The URL is too long.')
  // Before parsing: the URL standard silently removes tabs and line ends and turns \ into /.
  if (hasControl(text) || text.includes('\\')) {
    throw new OutboundFailure(
      'bad_url',
      'The URL contains blanks, control characters or backslashes.',
    )
  }
  if (!/^https?:\/\/[^/?#]/i.test(text) || !URL.canParse(text)) {
    throw new OutboundFailure('bad_url', 'The URL is not a complete http or https address.')
  }
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') {
    throw new OutboundFailure('bad_url', 'The URL must not carry a user name or password.')
  }
  if (url.port !== '' && otherServices.has(Number(url.port))) {
    throw new OutboundFailure('bad_url', `Port ${url.port} belongs to another service.`)
  }
  url.hash = ''
  if (isIP(literalOf(url)) === 0) checkName(url, options.privateNames)
  return url
}

/** The host as node:net wants it: no brackets around IPv6. */
export function literalOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

function checkName(url: URL, privateNames: boolean): void {
  const name = url.hostname.replace(/\.$/, '')
  const labels = name.split('.')
  if (name.length > 253 || labels.some((label) => label.length < 1 || label.length > 63)) {
    throw new OutboundFailure('bad_url', 'The host name is malformed.')
  }
  if (!privateNames && (labels.length === 1 || privateSuffix.test(name))) {
    throw new OutboundFailure('refused_address', `${name} does not lead to a public address.`)
  }
  // Certificates and the Host header know no trailing dot.
  url.hostname = name
}

function hasControl(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are the point
  return /[\u0000-\u0020\u007f]/.test(text)
}

const privateSuffix = /\.(localhost|local|internal|intranet|home\.arpa|lan)$/

/** The URL standard's "bad ports", which undici's `request` does not refuse by itself. */
const otherServices = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10080,
])
