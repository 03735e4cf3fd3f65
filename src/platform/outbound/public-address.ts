import { BlockList, isIP } from 'node:net'

/** An IP address is public, opened by the operator, or refused. */
export type AddressVerdict = 'public' | 'allowed' | 'refused'

/** The operator's private ranges (`EARMARK_ALLOW_CIDRS`), parsed. */
export type AllowList = { readonly ranges: readonly string[]; readonly list: BlockList }

/**
 * Decides if we may connect to an IP address. `allowed`: inside the operator's ranges, which also permits plain http.
 * Link-local and cloud metadata addresses are always refused.
 */
export function judgeAddress(address: string, allow: AllowList): AddressVerdict {
  const family = familyOf(address)
  if (family === null || isMapped(address) || never.check(address, family)) return 'refused'
  if (allow.list.check(address, family)) return 'allowed'
  return isPublicAddress(address) ? 'public' : 'refused'
}

/** Returns true for an IP address of the public internet; false for any other text. */
export function isPublicAddress(address: string): boolean {
  const family = familyOf(address)
  if (family === null || isMapped(address) || never.check(address, family)) return false
  if (family === 'ipv4') return !privateRanges.check(address, family)
  // A deny-list for IPv6 would always be incomplete (::7f00:1 is 127.0.0.1 to some stacks). So only the ranges that IANA
  // has assigned are public, minus those that lead elsewhere.
  return globalUnicast.check(address, family) && !privateRanges.check(address, family)
}

/**
 * Parses `EARMARK_ALLOW_CIDRS`: ranges separated by commas or blanks; a single address is a range of one. Throws a
 * RangeError that names the first invalid range.
 */
export function parseAllowList(text: string | readonly string[]): AllowList {
  const ranges =
    typeof text === 'string' ? text.split(/[\s,]+/).filter((part) => part !== '') : text
  const list = new BlockList()
  for (const range of ranges) addRange(list, range)
  return { ranges, list }
}

function addRange(list: BlockList, range: string): void {
  const [address = '', prefix, ...rest] = range.split('/')
  const family = familyOf(address)
  if (family === null || rest.length > 0) {
    throw new RangeError(`not an address range: "${range}" (expected e.g. 10.0.0.0/8 or fd00::/8)`)
  }
  if (isMapped(address)) {
    throw new RangeError(`not an address range: "${range}" (write IPv4 ranges as IPv4)`)
  }
  const bits = family === 'ipv4' ? 32 : 128
  if (prefix !== undefined && (!/^\d{1,3}$/.test(prefix) || Number(prefix) > bits)) {
    throw new RangeError(`not an address range: "${range}" (the part after / is 0 to ${bits})`)
  }
  list.addSubnet(address, prefix === undefined ? bits : Number(prefix), family)
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  // A zone id (fe80::1%eth0) selects one of our own interfaces, so no stranger may use it.
  const version = address.includes('%') ? 0 : isIP(address)
  if (version === 0) return null
  return version === 4 ? 'ipv4' : 'ipv6'
}

/** Returns true for ::ffff:a.b.c.d in any spelling. BlockList would check only its IPv4 part; we refuse the form itself. */
function isMapped(address: string): boolean {
  return address.includes(':') && mapped.check(address, 'ipv6')
}

function ranges(...texts: readonly string[]): BlockList {
  const list = new BlockList()
  for (const text of texts) {
    const [address = '', prefix] = text.split('/')
    list.addSubnet(address, Number(prefix), address.includes(':') ? 'ipv6' : 'ipv4')
  }
  return list
}

const mapped = ranges('::ffff:0:0/96')

/** Ranges that are always refused: link-local, and metadata services of clouds. */
const neverIpv4 = [
  '169.254.0.0/16', // the metadata service of most clouds
  '168.63.129.16/32', // Azure's fabric, which looks public
  '100.100.100.200/32', // Alibaba's metadata
  '192.0.0.192/32', // Oracle's metadata
]

const never = ranges(
  ...neverIpv4,
  ...neverIpv4.flatMap(disguises),
  'fe80::/10',
  'fec0::/10',
  'fd00:ec2::/32', // AWS: metadata, credentials of pods
  'fd20:ce::254/128', // Google's metadata
  'fd00:42::42/128', // Scaleway's metadata
  '2001::/32', // Teredo hides the IPv4 address that it leads to
)

/** The forms of IPv6 that carry an IPv4 address: compatible, translated, NAT64 (well-known and local), 6to4. */
function disguises(range: string): string[] {
  const [address = '', prefix] = range.split('/')
  const bits = Number(prefix)
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  const sixToFour = `2002:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}::/${16 + bits}`
  const last = ['::', '::ffff:0:', '64:ff9b::', '64:ff9b:1::']
  return [...last.map((first) => `${first}${address}/${96 + bits}`), sixToFour]
}

const globalUnicast = ranges('2000::/3')

const privateRanges = ranges(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '2001::/23', // Teredo, ORCHID, benchmarking
  '2001:db8::/32',
  '2002::/16', // 6to4: carries any IPv4 address inside
  '2620:4f:8000::/48',
  '3fff::/20',
)
