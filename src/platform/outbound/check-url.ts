import { isIP } from 'node:net'
import { judgeAddress, type AllowList } from './public-address.ts'

/** The rules for destinations, in the order in which they are checked. */
export type UrlRule =
  | 'length'
  | 'characters'
  | 'form'
  | 'credentials'
  | 'port'
  | 'host_name'
  | 'own_address'
  | 'private_address'
  | 'plain_http'

/** The destinations that may use plain http. */
export type PlainHttp = 'anywhere' | 'allowed' | 'nowhere'

export type UrlRules = {
  readonly allow: AllowList
  /** `allowed`: plain http only to addresses inside `allow`. */
  readonly plainHttp: PlainHttp
  /** The origins of this instance, e.g. `https://budget.example.com`; a request to itself would be a loop. */
  readonly ownOrigins: readonly string[]
  /** In code points, as sent and as the URL standard writes it. */
  readonly lengthMax: number
}

export type CheckedUrl =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly rule: UrlRule; readonly message: string }

/**
 * Checks a URL without resolving its name: http or https, no user name or password, no port of another service, a
 * well-formed host that is neither private nor this instance. The returned URL has no fragment and no trailing dot in its
 * host. The addresses of the name are checked at every use, in connector.ts. Messages name only the host, because paths are
 * secrets at many receivers.
 */
export function checkUrl(text: string, rules: UrlRules): CheckedUrl {
  if (isTooLong(text, rules)) return tooLong(rules)
  // Before parsing: the URL standard silently removes tabs and line ends and turns \ into /.
  if (hasControl(text) || text.includes('\\')) {
    return fault('characters', 'The URL contains blanks, control characters or backslashes.')
  }
  if (!/^https?:\/\/[^/?#]/i.test(text) || !URL.canParse(text)) {
    return fault('form', 'The URL is not a complete http or https address.')
  }
  const url = new URL(text)
  // Refuses an empty user name too, because text before an @ only makes a URL look like another.
  if (/^[^/]+\/\/[^/?#]*@/.test(text)) {
    return fault('credentials', 'The URL must not carry a user name or password.')
  }
  if (url.port !== '' && otherServices.has(Number(url.port))) {
    return fault('port', `Port ${url.port} belongs to another service.`)
  }
  // Setters parse the URL again, so they are called only for a change.
  if (url.href.includes('#')) url.hash = ''
  if (isIP(literalOf(url)) === 0) {
    // Certificates and the Host header have no trailing dot.
    const name = url.hostname.replace(/\.$/, '')
    if (!isHostName(name)) return fault('host_name', 'The host name is malformed.')
    if (name !== url.hostname) url.hostname = name
  }
  if (isTooLong(url.href, rules)) return tooLong(rules)
  return checkPlace(url, rules)
}

/** Returns the host in the form of node:net: no brackets around IPv6. */
export function literalOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

function checkPlace(url: URL, rules: UrlRules): CheckedUrl {
  const host = literalOf(url)
  if (rules.ownOrigins.some((origin) => isSamePlace(url, new URL(origin)))) {
    return fault('own_address', `${host} is this instance itself.`)
  }
  const verdict = isIP(host) === 0 ? judgeName(host, rules.allow) : judgeAddress(host, rules.allow)
  if (verdict === 'refused') {
    return fault('private_address', `${host} does not lead to a public address.`)
  }
  if (url.protocol === 'http:' && !mayBePlain(rules, verdict)) {
    return fault('plain_http', `${host} must be addressed with https.`)
  }
  return { ok: true, url }
}

function mayBePlain({ plainHttp }: UrlRules, verdict: string): boolean {
  return plainHttp === 'anywhere' || (plainHttp === 'allowed' && verdict !== 'public')
}

/** Allows only names in the form of the DNS, so that no other text reaches a resolver, a Host header or a log. */
function isHostName(name: string): boolean {
  const labels = name.split('.')
  return name.length <= 253 && labels.every((label) => /^[a-z0-9_-]{1,63}$/.test(label))
}

/**
 * Refuses names that can only be private, unless the operator has opened ranges: then the name's addresses decide.
 */
function judgeName(name: string, allow: AllowList): 'public' | 'undecided' | 'refused' {
  if (allow.ranges.length > 0) return 'undecided'
  return !name.includes('.') || privateSuffix.test(name) ? 'refused' : 'public'
}

const privateSuffix = /\.(localhost|local|localdomain|internal|intranet|home\.arpa|lan)$/

function isSamePlace(url: URL, own: URL): boolean {
  if (portOf(url) !== portOf(own)) return false
  return url.hostname === own.hostname || (isThisMachine(url) && isThisMachine(own))
}

function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
}

/** Returns true for loopback and for the wildcard address that a server may listen on. */
function isThisMachine(url: URL): boolean {
  return /^(localhost|127\.[0-9.]+|0\.0\.0\.0|\[::1?\])$/.test(url.hostname)
}

function isTooLong(text: string, { lengthMax }: UrlRules): boolean {
  return text.length > lengthMax && Array.from(text).length > lengthMax
}

function tooLong({ lengthMax }: UrlRules): CheckedUrl {
  return fault('length', `The URL is longer than ${lengthMax} characters.`)
}

function fault(rule: UrlRule, message: string): CheckedUrl {
  return { ok: false, rule, message }
}

function hasControl(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are the point
  return /[\u0000-\u0020\u007f]/.test(text)
}

/** The URL standard's "bad ports", which undici's `request` does not refuse by itself. */
const otherServices = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10080,
])
