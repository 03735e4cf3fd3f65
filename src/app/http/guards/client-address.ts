import { isIP, SocketAddress } from 'node:net'

/** Longer than any address with its port; longer text is not parsed. */
const LENGTH_MAX = 60

/**
 * Finds the caller's address. `X-Forwarded-For` is read from the right, because each proxy appends its caller: as long
 * as an address is a trusted proxy, the next one to the left counts. Everything further left may be forged. An entry
 * that is not an address ends the search.
 */
export function clientAddress(
  remote: string,
  forwarded: string | undefined,
  isTrusted: (address: string) => boolean,
): string | null {
  let address = canonicalAddress(remote)
  const hops = forwarded?.split(',') ?? []
  while (address !== null && isTrusted(address)) {
    const hop = hops.pop()
    const next = hop === undefined ? null : canonicalAddress(hop)
    if (next === null) break
    address = next
  }
  return address
}

/**
 * Normalises an address to store and count it: shortest form, IPv4 even if it is written as IPv6, no port, no interface.
 * Null for other text.
 */
export function canonicalAddress(text: string): string | null {
  const trimmed = text.trim()
  if (trimmed.length > LENGTH_MAX) return null
  const bare =
    /^\[([^\]]*)\](?::\d{1,5})?$/.exec(trimmed)?.[1] ??
    /^([\d.]+):\d{1,5}$/.exec(trimmed)?.[1] ??
    trimmed
  const plain = bare.replace(/%.*$/, '')
  const version = isIP(plain)
  if (version === 0) return null
  if (version === 4) return plain
  const { address } = new SocketAddress({ address: plain, family: 'ipv6' })
  return address.replace(/^::ffff:(?=\d+\.)/i, '').toLowerCase()
}
